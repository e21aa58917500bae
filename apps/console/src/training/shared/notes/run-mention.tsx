import { Link } from '@tanstack/react-router';
import type { MentionProps } from '#platform/notes/mentions.ts';
import { formatMetric } from '#ui/format/numbers.ts';
import { StateLabel } from '#ui/primitives/state-badge.tsx';
import { searcherOf } from '../experiment.ts';
import { validationValue } from '../trial.ts';
import { useExperiment } from '../use-experiment.ts';
import { useTrial } from '../use-trial.ts';

/** A run that a text mentions: the way to it, its state now, and its best value by its searcher's metric. What one may not see stays text. */
export function RunMention({ id, children }: MentionProps) {
  const trial = useTrial(id).data?.trial;
  const experiment = useExperiment(trial?.experimentId ?? 0, { enabled: Boolean(trial) }).data;
  if (!trial) return children;
  const { metric } = searcherOf(experiment?.config);
  const value = metric === '' ? undefined : validationValue(trial.bestValidation, metric);
  return (
    <>
      <Link
        to="/experiments/$experimentId/trials/$trialId/{-$tab}"
        params={{ experimentId: String(trial.experimentId), trialId: String(id), tab: undefined }}
      >
        {children}
      </Link>{' '}
      <StateLabel state={trial.state} />
      {value === undefined ? null : ` ${metric} ${formatMetric(value)}`}
    </>
  );
}
