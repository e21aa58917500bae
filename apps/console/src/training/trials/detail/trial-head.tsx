import { useNow } from '#platform/page/use-now.ts';
import { worded } from '#platform/switches/thing-words.ts';
import { bestValue } from '#training/metrics/shared/reported-searcher.ts';
import type { Experiment, Searcher } from '#training/shared/experiment.ts';
import { Figure, ObjectHead } from '#training/shared/object-head.tsx';
import { formatCount, formatMetric } from '#ui/format/numbers.ts';
import { formatDuration } from '#ui/format/times.ts';
import { LastSeenState } from '../../shared/last-seen-state.tsx';
import { type Trial, trialDuration, trialHasEnded } from '../../shared/trial.ts';
import { UnmanagedLabel } from '../../shared/unmanaged-label.tsx';
import { useWorkState } from '../../shared/use-work-state.ts';

interface TrialHeadProps {
  trial: Trial;
  /** When the trial was read, in ms. */
  readAt: number;
  searcher: Searcher;
  experiment: Experiment;
}

export function TrialHead({ trial, readAt, searcher, experiment }: TrialHeadProps) {
  const now = useNow(!trialHasEnded(trial.state));
  const { bestValidation } = trial;
  const { unmanaged } = experiment;
  const state = useWorkState(experiment, trial.state, trial.id);
  return (
    <ObjectHead
      title={worded`Trial ${trial.id}`}
      badges={
        <>
          <LastSeenState state={state} />
          {unmanaged && <UnmanagedLabel />}
        </>
      }
    >
      {searcher.metric && (
        <Figure
          name={`Best ${searcher.metric}`}
          value={formatMetric(bestValue(trial, searcher))}
          rest={bestValidation ? `batch ${formatCount(bestValidation.totalBatches)}` : undefined}
        />
      )}
      <Figure name="Batches" value={formatCount(trial.totalBatchesProcessed)} />
      <Figure name="Duration" value={formatDuration(trialDuration(trial, { now, readAt, unmanaged }))} />
    </ObjectHead>
  );
}
