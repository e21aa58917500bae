import { useCallback, useSyncExternalStore } from 'react';

/** Which row is pointed at, in a table or in what stands beside it. Kept outside React: no table is drawn anew for it. */
export class PointedRow {
  private id: number | undefined;
  private readonly listeners = new Set<(id: number | undefined) => void>();

  get current(): number | undefined {
    return this.id;
  }

  point(id: number | undefined): void {
    if (id === this.id) return;
    this.id = id;
    for (const listener of this.listeners) listener(id);
  }

  listen = (listener: (id: number | undefined) => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };
}

/** The row that is pointed at, where it is one of these. */
export function usePointedRow(pointed: PointedRow, among: readonly { id: number }[]): number | undefined {
  const read = useCallback(
    () => (among.some(({ id }) => id === pointed.current) ? pointed.current : undefined),
    [pointed, among],
  );
  return useSyncExternalStore(pointed.listen, read);
}
