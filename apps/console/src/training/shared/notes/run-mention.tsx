import { Link } from '@tanstack/react-router';
import type { MentionProps } from '#platform/notes/mentions.ts';
import { formatMetric } from '#ui/format/numbers.ts';
import { StateLabel } from '#ui/primitives/state-badge.tsx';
import { useMentionedRun } from './use-mentioned-run.ts';

/** A run that a text mentions: the way to it, its state now, and its best value by its searcher's metric. What one may not see stays text. */
export function RunMention({ id, children }: MentionProps) {
  const run = useMentionedRun(id);
  if (!run) return children;
  return (
    <>
      <Link
        to="/experiments/$experimentId/trials/$trialId/{-$tab}"
        params={{ experimentId: String(run.experimentId), trialId: String(id), tab: undefined }}
      >
        {children}
      </Link>{' '}
      <StateLabel state={run.state} />
      {run.best === null ? null : ` ${run.metric} ${formatMetric(run.best)}`}
    </>
  );
}
