import { ChevronDown, ChevronUp } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import { formatCount } from '../../format/numbers.ts';
import { plural } from '../../format/words.ts';
import { IconButton } from '../../primitives/icon-button.tsx';
import viewer from '../log-viewer.module.css';
import type { DiffListHandle } from './diff-list.tsx';
import { changesOf, type DiffRow } from './diff-rows.ts';

interface Steps {
  count: number;
  /** The difference that was stepped to. */
  at: number | undefined;
  step: (by: 1 | -1) => void;
}

/** Goes from difference to difference in a list of rows. */
export function useDiffSteps(rows: readonly DiffRow[] | undefined) {
  const changes = useMemo(() => changesOf(rows ?? []), [rows]);
  const [at, setAt] = useState<number>();
  const list = useRef<DiffListHandle>(null);
  function step(by: 1 | -1): void {
    const next = ((at ?? (by < 0 ? 0 : -1)) + by + changes.length) % changes.length;
    setAt(next);
    list.current?.toRow(changes[next] ?? 0);
  }
  return { list, now: at === undefined ? undefined : changes[at], setAt, count: changes.length, at, step };
}

export function DiffSteps({ count, at, step }: Steps) {
  if (count === 0) return null;
  return (
    <span className={viewer.steps}>
      <span>{at === undefined ? plural(count, 'difference') : `${formatCount(at + 1)} of ${formatCount(count)}`}</span>
      <IconButton icon={ChevronUp} name="Previous difference" size="xs" onClick={() => step(-1)} />
      <IconButton icon={ChevronDown} name="Next difference" size="xs" onClick={() => step(1)} />
    </span>
  );
}
