import { CurveCell } from '#ui/table/curve-cell.tsx';
import { type Experiment, knownProgress } from '../../../shared/experiment.ts';

interface RunCurveProps {
  row: { state: Experiment['state']; progress: number | null; curve: number[] | null };
}

/** The searcher's metric of a run, or of an experiment's best one, as long as the share that is done; whole where that is not known. */
export function RunCurve({ row }: RunCurveProps) {
  return <CurveCell values={row.curve} reach={knownProgress(row) ?? 1} tone={toneOf(row.state)} />;
}

/** The curve of what runs is alive, of what failed is broken. */
function toneOf(state: Experiment['state']): 'live' | 'bad' | 'done' {
  if (state === 'STATE_ERROR') return 'bad';
  return state === 'STATE_RUNNING' ? 'live' : 'done';
}
