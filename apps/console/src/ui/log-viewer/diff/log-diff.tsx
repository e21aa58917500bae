import { ArrowLeft, ChevronDown, ChevronUp, Hash, RotateCw } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import { formatCount } from '../../format/numbers.ts';
import { plural } from '../../format/words.ts';
import { Button } from '../../primitives/button.tsx';
import { Icon } from '../../primitives/icon.tsx';
import { IconButton } from '../../primitives/icon-button.tsx';
import { EmptyState } from '../../primitives/notice.tsx';
import type { ReadLog } from '../log-source.ts';
import viewer from '../log-viewer.module.css';
import { DiffList, type DiffListHandle } from './diff-list.tsx';
import { changesOf, type DiffRow, diffRows } from './diff-rows.ts';
import { MOST_COMPARED } from './read-ends.ts';
import { type LogDiffState, useLogDiff } from './use-log-diff.ts';

interface DiffSide {
  /** What has the log: "trial 7". */
  name: string;
  read: ReadLog;
}

interface LogDiffProps {
  left: DiffSide;
  right: DiffSide;
  /** What is said when lines could not be read. */
  failed: (error: Error) => string;
  onClose: () => void;
}

/** Two logs as one: what both say folded, what one of them says with its sign. */
export function LogDiff({ left, right, failed, onClose }: LogDiffProps) {
  const [turn, setTurn] = useState(0);
  const [numbers, setNumbers] = useState(false);
  const { compared, ...state } = useLogDiff(left.read, right.read, turn);
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set());
  const rows = useMemo(() => compared && diffRows(compared, numbers, opened), [compared, numbers, opened]);
  const changes = useMemo(() => changesOf(rows ?? []), [rows]);
  /** The difference that was stepped to. */
  const [at, setAt] = useState(-1);
  const list = useRef<DiffListHandle>(null);
  function step(by: 1 | -1) {
    const next = at < 0 && by < 0 ? changes.length - 1 : (at + by + changes.length) % changes.length;
    setAt(next);
    list.current?.toRow(changes[next] ?? 0);
  }
  function anew(change: () => void) {
    setAt(-1);
    setOpened(new Set());
    change();
  }
  return (
    <section className={viewer.viewer} aria-label={`Logs of ${left.name} and ${right.name}`}>
      <div className={viewer.bar}>
        <Button variant="quiet" size="xs" onClick={onClose}>
          <Icon of={ArrowLeft} size={14} />
          Back to the log
        </Button>
        {rows && <Summary rows={rows} left={left.name} right={right.name} />}
        <span className={viewer.space} />
        {changes.length > 0 && (
          <span className={viewer.steps}>
            <span>
              {at < 0
                ? plural(changes.length, 'difference')
                : `${formatCount(at + 1)} of ${formatCount(changes.length)}`}
            </span>
            <IconButton icon={ChevronUp} name="Previous difference" size="xs" onClick={() => step(-1)} />
            <IconButton icon={ChevronDown} name="Next difference" size="xs" onClick={() => step(1)} />
          </span>
        )}
        <IconButton
          icon={Hash}
          name="Numbers make a difference"
          size="xs"
          aria-pressed={numbers}
          onClick={() => anew(() => setNumbers(!numbers))}
        />
        <IconButton icon={RotateCw} name="Read again" size="xs" onClick={() => anew(() => setTurn(turn + 1))} />
      </div>
      {rows ? (
        <DiffList
          ref={list}
          rows={rows}
          now={changes[at]}
          names={{ left: left.name, right: right.name }}
          onOpen={(line) => {
            setAt(-1);
            setOpened(new Set(opened).add(line));
          }}
        />
      ) : (
        <Waiting state={state} failed={failed} onRetry={() => setTurn(turn + 1)} />
      )}
    </section>
  );
}

function Waiting({
  state,
  failed,
  onRetry,
}: {
  state: LogDiffState;
  failed: LogDiffProps['failed'];
  onRetry: () => void;
}) {
  const [read, of] = state.progress;
  if (state.error) {
    return (
      <EmptyState title="The logs could not be compared">
        <span role="alert">{failed(state.error)}</span> <Button onClick={onRetry}>Retry</Button>
      </EmptyState>
    );
  }
  return (
    <p className={viewer.bar}>
      {read === 0 || read < of ? `Reading logs… ${formatCount(read)} of ${formatCount(of)} lines` : 'Comparing logs…'}
    </p>
  );
}

/** How much differs, and what was not looked at. */
function Summary({ rows, left, right }: { rows: readonly DiffRow[]; left: string; right: string }) {
  const count = (kind: DiffRow['kind']) => rows.filter((row) => row.kind === kind).length;
  const same = rows.reduce((sum, row) => sum + (row.kind === 'folded' ? row.count : row.kind === 'same' ? 1 : 0), 0);
  return (
    <span role="status">
      <b>− {formatCount(count('left'))}</b> only in {left}, <b>+ {formatCount(count('right'))}</b> only in {right},{' '}
      {formatCount(same)} in both
      {count('gap') > 0 && `; of each log the first and last ${formatCount(MOST_COMPARED)} lines are compared`}
    </span>
  );
}
