import { useNavigate } from '@tanstack/react-router';

/**
 * Changes some of the address's parameters; undefined takes one away. It takes the place of the address before, so that
 * Back leaves the page; with `push` it can be gone back to.
 */
export function useChangeSearch<Search extends object>(): (next: Partial<Search>, how?: { push?: boolean }) => void {
  const navigate = useNavigate();
  return (next, { push = false } = {}) =>
    // The page whose parameters these are is the one that is shown.
    // Its reader stays where he is: the router would put back each box to where it was scrolled before.
    void navigate({
      to: '.',
      search: ((old: object) => ({ ...old, ...next })) as never,
      replace: !push,
      resetScroll: false,
    });
}
