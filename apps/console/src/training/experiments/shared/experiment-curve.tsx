import { CurveCell } from '#ui/table/curve-cell.tsx';
import { type Experiment, knownProgress } from '../../shared/experiment.ts';

interface ExperimentCurveProps {
  row: { state: Experiment['state']; progress: number | null; curve: number[] | null };
}

/** The best trial's searcher metric, as long as the share that is done; whole where that is not known. */
export function ExperimentCurve({ row }: ExperimentCurveProps) {
  return <CurveCell values={row.curve} reach={knownProgress(row) ?? 1} tone={toneOf(row.state)} />;
}

/** The curve of what runs is alive, of what failed is broken. */
function toneOf(state: Experiment['state']): 'live' | 'bad' | 'done' {
  if (state === 'STATE_ERROR') return 'bad';
  return state === 'STATE_RUNNING' ? 'live' : 'done';
}
