import { useState } from 'react';

/**
 * A value that the address has, as it was asked for last. The address follows some time later, and first with what was asked before: the
 * next key goes on from here. What stands there by another hand counts at once.
 * @param stands something that JSON can say
 */
export function useAsked<Value>(stands: Value): [Value, ask: (next: Value) => void] {
  const [asked, setAsked] = useState<{ value: Value; before: readonly string[] }>();
  const text = JSON.stringify(stands);
  const behind = asked !== undefined && text !== JSON.stringify(asked.value) && asked.before.includes(text);
  if (asked && !behind) setAsked(undefined);
  const value = behind ? asked.value : stands;
  const before = behind ? asked.before : [text];
  return [value, (next) => setAsked({ value: next, before: [...before, JSON.stringify(value)] })];
}
