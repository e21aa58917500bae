import { useRef } from 'react';

const itself = (one: unknown) => one;

/** The list before, where it has the same in it, or the same by what tells them apart: what is made of it need not be made anew. */
export function useSame<T>(list: readonly T[], by: (one: T) => unknown = itself): readonly T[] {
  const before = useRef(list);
  const old = before.current.map(by);
  if (old.length !== list.length || list.some((one, at) => by(one) !== old[at])) before.current = list;
  return before.current;
}
