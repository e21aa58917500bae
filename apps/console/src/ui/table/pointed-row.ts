import { useCallback, useSyncExternalStore } from 'react';

/** Of a row, or of what stands for several of them: that is in no table. */
export type PointedId = number | string;

/** Which row is pointed at, in a table or in what stands beside it. Kept outside React: no table is drawn anew for it. */
export class PointedRow {
  private id: PointedId | undefined;
  private readonly listeners = new Set<(id: PointedId | undefined) => void>();

  get current(): PointedId | undefined {
    return this.id;
  }

  point = (id: PointedId | undefined): void => {
    if (id === this.id) return;
    this.id = id;
    for (const listener of this.listeners) listener(id);
  };

  listen = (listener: (id: PointedId | undefined) => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };
}

/** The one that is pointed at, where it is one of these. */
export function usePointedRow(pointed: PointedRow, among: readonly { id: PointedId }[]): PointedId | undefined {
  const read = useCallback(() => among.find(({ id }) => id === pointed.current)?.id, [pointed, among]);
  return useSyncExternalStore(pointed.listen, read);
}
