import { useNow } from '#platform/page/use-now.ts';
import type { Searcher } from '#training/shared/experiment.ts';
import { Figure, ObjectHead } from '#training/shared/object-head.tsx';
import { formatCount, formatMetric } from '#ui/format/numbers.ts';
import { formatDuration } from '#ui/format/times.ts';
import { StateBadge } from '#ui/primitives/state-badge.tsx';
import { type Trial, trialDuration, trialHasEnded, validationValue } from '../../shared/trial.ts';

export function TrialHead({ trial, searcher }: { trial: Trial; searcher: Searcher }) {
  const now = useNow(!trialHasEnded(trial.state));
  const { bestValidation } = trial;
  return (
    <ObjectHead title={`Trial ${trial.id}`} badges={<StateBadge state={trial.state} />}>
      {searcher.metric && (
        <Figure
          name={`Best ${searcher.metric}`}
          value={formatMetric(validationValue(bestValidation, searcher.metric))}
          rest={bestValidation ? `batch ${formatCount(bestValidation.totalBatches)}` : undefined}
        />
      )}
      <Figure name="Batches" value={formatCount(trial.totalBatchesProcessed)} />
      <Figure name="Duration" value={formatDuration(trialDuration(trial, now))} />
    </ObjectHead>
  );
}
