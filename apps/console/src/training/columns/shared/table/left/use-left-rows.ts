import { type DOMAttributes, type SyntheticEvent, useState } from 'react';
import { type LeftAlone, useLeftAlone } from '#platform/receipts/left-alone.ts';
import type { TableKind } from '../table-kind.ts';

export interface LeftRows {
  /** Undefined where the last act left nothing of this table as it was. */
  alone: LeftAlone | undefined;
  /** The row that the pointer or the focus is on. */
  at: number | undefined;
  watch: DOMAttributes<HTMLElement>;
}

/** What the last act on rows of this table left as it was. */
export function useLeftRows(
  { key }: Pick<TableKind, 'key'>,
  projectId: number,
  idAt: (index: number) => number | undefined,
): LeftRows {
  const known = useLeftAlone();
  const [at, setAt] = useState<number>();
  const alone =
    known?.projectId === projectId && known.kind === (key === 'runs' ? 'run' : 'experiment') ? known : undefined;
  const look = ({ target }: SyntheticEvent<HTMLElement>) => {
    const row = target instanceof Element ? target.closest<HTMLElement>('[data-r]') : null;
    setAt(row ? idAt(Number(row.dataset.r)) : undefined);
  };
  return { alone, at, watch: alone ? { onPointerOver: look, onFocusCapture: look } : {} };
}
