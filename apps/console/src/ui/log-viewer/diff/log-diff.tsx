import { ArrowLeft, Hash, RotateCw } from 'lucide-react';
import { useMemo, useState } from 'react';
import { formatCount } from '../../format/numbers.ts';
import { Button } from '../../primitives/button.tsx';
import { Icon } from '../../primitives/icon.tsx';
import { IconButton } from '../../primitives/icon-button.tsx';
import { EmptyState } from '../../primitives/notice.tsx';
import type { ReadLog } from '../log-source.ts';
import viewer from '../log-viewer.module.css';
import { DiffList } from './diff-list.tsx';
import { type DiffRow, diffRows } from './diff-rows.ts';
import { DiffSteps, useDiffSteps } from './diff-steps.tsx';
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
  const { list, now, setAt, ...steps } = useDiffSteps(rows);
  function anew(change: () => void) {
    setAt(undefined);
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
        <DiffSteps {...steps} />
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
          now={now}
          names={{ left: left.name, right: right.name }}
          onOpen={(line) => {
            setAt(undefined);
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
