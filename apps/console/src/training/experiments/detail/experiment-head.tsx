import { getExperimentTrialsRoute } from '@determined/contract/training/trials-routes.ts';
import { useCallQuery } from '#platform/api/call.ts';
import { pollEvery } from '#platform/api/poll.ts';
import { useNow } from '#platform/page/use-now.ts';
import { bestValue, reportedSearcher } from '#training/metrics/shared/reported-searcher.ts';
import { formatCount, formatMetric } from '#ui/format/numbers.ts';
import { formatBytes } from '#ui/format/sizes.ts';
import { formatDuration, formatRelativeInline, formatTimestamp } from '#ui/format/times.ts';
import { plural } from '#ui/format/words.ts';
import { StateBadge, StateLabel } from '#ui/primitives/state-badge.tsx';
import { archivedLook, unmanagedLook } from '#ui/primitives/state-kinds.ts';
import { Tag } from '#ui/primitives/tag.tsx';
import { isSettled, isSingleTrial, knownProgress, slotsPerTrial } from '../../shared/experiment.ts';
import { Figure, ObjectHead } from '../../shared/object-head.tsx';
import type { ExperimentDetails } from './experiment-details.ts';

export function ExperimentHead({ experiment, config, searcher: configured }: ExperimentDetails) {
  const settled = isSettled(experiment.state);
  const now = useNow(!settled);
  const multi = !isSingleTrial(configured);
  const active = useCallQuery(
    getExperimentTrialsRoute,
    { experimentId: experiment.id, states: ['STATE_ACTIVE'], limit: 1 },
    { enabled: multi && !settled, poll: pollEvery.store },
  ).data?.pagination?.total;

  const best = useCallQuery(
    getExperimentTrialsRoute,
    {
      experimentId: experiment.id,
      sortBy: 'SORT_BY_BEST_VALIDATION_METRIC',
      orderBy: configured.smallerIsBetter ? 'ORDER_BY_ASC' : 'ORDER_BY_DESC',
      limit: 1,
    },
    { poll: settled ? false : pollEvery.store },
  ).data?.trials[0];
  const searcher = reportedSearcher(configured, experiment.unmanaged, best?.summaryMetrics);
  const bestBatch = best?.bestValidation?.totalBatches;

  const slots = slotsPerTrial(config);
  const who = experiment.displayName || experiment.username;
  const about = [
    searcher.name,
    experiment.resourcePool,
    slots === undefined ? '' : plural(slots, 'slot', 'slots') + (multi ? ' a trial' : ''),
  ].filter(Boolean);
  const end = experiment.endTime ? Date.parse(experiment.endTime) : now;
  return (
    <ObjectHead
      title={experiment.name}
      badges={
        <>
          <StateBadge state={experiment.state} progress={knownProgress(experiment)} />
          {experiment.unmanaged && <StateLabel state={unmanagedLook} />}
          {experiment.archived && <StateLabel state={archivedLook} />}
          {experiment.labels.map((label) => (
            <Tag key={label}>{label}</Tag>
          ))}
        </>
      }
      about={
        <>
          {about.join(' · ')}
          {experiment.startTime && (
            <>
              {' · started '}
              <time dateTime={experiment.startTime} title={formatTimestamp(experiment.startTime)}>
                {formatRelativeInline(experiment.startTime, now)}
              </time>
            </>
          )}
          {who && ` by ${who}`}
        </>
      }
    >
      {searcher.metric && (
        <Figure
          name={`Best ${searcher.metric}`}
          value={formatMetric(bestValue(best, searcher))}
          rest={[
            best?.bestValidation && multi ? `trial ${best.id}` : '',
            bestBatch === undefined ? '' : `batch ${formatCount(bestBatch)}`,
          ]
            .filter(Boolean)
            .join(', ')}
        />
      )}
      {multi && (
        <Figure
          name="Trials"
          value={formatCount(experiment.numTrials)}
          rest={[
            searcher.maxTrials === undefined ? '' : `of ${formatCount(searcher.maxTrials)}`,
            active ? `${formatCount(active)} active` : '',
          ]
            .filter(Boolean)
            .join(', ')}
        />
      )}
      <Figure
        name="Duration"
        value={experiment.startTime ? formatDuration((end - Date.parse(experiment.startTime)) / 1000) : '—'}
      />
      {multi ? (
        <Figure
          name="Checkpoints"
          value={formatCount(experiment.checkpointCount)}
          rest={experiment.checkpointCount > 0 ? formatBytes(experiment.checkpointSize) : undefined}
        />
      ) : (
        // The trial's own checkpoints stand in its overview.
        <Figure name="Batches" value={formatCount(best?.totalBatchesProcessed)} />
      )}
    </ObjectHead>
  );
}
