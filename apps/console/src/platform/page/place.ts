import { useEffect, useSyncExternalStore } from 'react';

/** The workspace that the page on the screen belongs to, which its address need not name. */
let workspace: number | undefined;
const listeners = new Set<() => void>();

function set(next: number | undefined): void {
  if (workspace === next) return;
  workspace = next;
  for (const listener of listeners) listener();
}

/** Tells the side bar where one is. */
export function useBeIn(workspaceId: number | undefined): void {
  // The side bar stands outside the page.
  useEffect(() => {
    set(workspaceId);
    return () => set(undefined);
  }, [workspaceId]);
}

export function useCurrentWorkspace(): number | undefined {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => workspace,
  );
}
