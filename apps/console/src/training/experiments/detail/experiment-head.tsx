import { getExperimentRowsRoute, getWaitingReasonsRoute } from '@determined/contract/training/ext-routes.ts';
import { getExperimentTrialsRoute } from '@determined/contract/training/trials-routes.ts';
import { useActions } from '#platform/actions/use-actions.ts';
import { useCallQuery } from '#platform/api/call.ts';
import { pollEvery } from '#platform/api/poll.ts';
import { CopyButton } from '#platform/copy-text.tsx';
import { AtNow } from '#platform/page/use-now.ts';
import { worded } from '#platform/switches/thing-words.ts';
import { bestValue } from '#training/metrics/shared/reported-searcher.ts';
import { type Trial, trialDuration } from '#training/shared/trial.ts';
import { formatCount, formatMetric } from '#ui/format/numbers.ts';
import { formatBytes } from '#ui/format/sizes.ts';
import { formatDuration, formatRelativeInline, formatTimestamp } from '#ui/format/times.ts';
import { plural } from '#ui/format/words.ts';
import { IconButton } from '#ui/primitives/icon-button.tsx';
import { StateLabel } from '#ui/primitives/state-badge.tsx';
import { archivedLook } from '#ui/primitives/state-kinds.ts';
import { Tag } from '#ui/primitives/tag.tsx';
import { type Experiment, isSettled, isSingleTrial, knownProgress, slotsPerTrial } from '../../shared/experiment.ts';
import { LastSeenState } from '../../shared/last-seen-state.tsx';
import { Figure, ObjectHead } from '../../shared/object-head.tsx';
import { UnmanagedLabel } from '../../shared/unmanaged-label.tsx';
import { useWorkState } from '../../shared/use-work-state.ts';
import { editTags } from '../actions/arrange-experiment.ts';
import { useBestTrial } from '../shared/use-best-trial.ts';
import type { ExperimentDetails } from './experiment-details.ts';
import styles from './experiment-head.module.css';

export function ExperimentHead({ experiment, config, searcher }: ExperimentDetails) {
  const settled = isSettled(experiment.state);
  const multi = !isSingleTrial(searcher);
  const tags = useActions([editTags], experiment);
  const running = useRunningTrials(experiment, multi && !settled);

  const bestQuery = useBestTrial(experiment, config);
  const best = bestQuery.data?.trials[0];
  const bestBatch = best?.bestValidation?.totalBatches;

  const slots = slotsPerTrial(config);
  const who = experiment.displayName || experiment.username;
  const about = [
    searcher.name,
    experiment.resourcePool,
    slots === undefined ? '' : plural(slots, 'slot', 'slots') + (multi ? worded` a trial` : ''),
  ].filter(Boolean);
  const duration = (now: number) =>
    multi
      ? searchDuration(experiment, best, now)
      : best && trialDuration(best, { now, readAt: bestQuery.dataUpdatedAt, unmanaged: experiment.unmanaged });
  return (
    <ObjectHead
      title={experiment.name}
      badges={
        <>
          <span className={styles.number}>
            {worded`Experiment ${experiment.id}`}
            <CopyButton text={String(experiment.id)} what={worded`experiment ID`} />
          </span>
          <LastSeenState
            state={useWorkState(experiment, experiment.state)}
            progress={useShownProgress(experiment, multi && !settled)}
          />
          {experiment.unmanaged && <UnmanagedLabel />}
          {experiment.archived && <StateLabel state={archivedLook} />}
          {experiment.labels.map((label) => (
            <Tag key={label}>{label}</Tag>
          ))}
          {tags.map(({ key, label, icon, disabledReason, run }) => (
            <IconButton key={key} size="xs" icon={icon} name={label} disabledReason={disabledReason} onClick={run} />
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
                <AtNow ticking={!settled}>{(now) => formatRelativeInline(experiment.startTime, now)}</AtNow>
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
            best?.bestValidation && multi ? worded`trial ${best.id}` : '',
            bestBatch === undefined ? '' : `batch ${formatCount(bestBatch)}`,
          ]
            .filter(Boolean)
            .join(', ')}
        />
      )}
      {multi && (
        <Figure
          name={worded`Trials`}
          value={formatCount(experiment.numTrials)}
          rest={[searcher.maxTrials === undefined ? '' : `of ${formatCount(searcher.maxTrials)}`, running]
            .filter(Boolean)
            .join(', ')}
        />
      )}
      <Figure name="Duration" value={<AtNow ticking={!settled}>{(now) => formatDuration(duration(now))}</AtNow>} />
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

/** Of a search the same as in tables: what its trials still to come have not done counts, too. */
function useShownProgress(experiment: Experiment, going: boolean): number | null {
  const { id, projectId, state, progress } = experiment;
  const { data } = useCallQuery(
    getExperimentRowsRoute,
    { params: { projectId }, query: { ids: String(id), columns: ['progress'], archived: true } },
    { enabled: going, poll: pollEvery.store, shows: ['progress', 'trial'] },
  );
  return knownProgress({ state, progress: going ? (data?.rows[0]?.cells.progress ?? null) : progress });
}

/** What of a search is on machines and what in the queue: "3 running, 9 queued". */
function useRunningTrials(experiment: Experiment, going: boolean): string {
  const active = useCallQuery(
    getExperimentTrialsRoute,
    { experimentId: experiment.id, states: ['STATE_ACTIVE'], limit: 1 },
    { enabled: going, poll: pollEvery.store },
  ).data?.pagination?.total;
  const waiting = useCallQuery(
    getWaitingReasonsRoute,
    { params: { experimentId: experiment.id } },
    { enabled: going, poll: pollEvery.store },
  ).data?.reasons;
  if (!going || active === undefined || waiting === undefined) return '';
  const queued = Math.min(active, new Set(waiting.map(({ trialId }) => trialId)).size);
  return [
    active > queued ? `${formatCount(active - queued)} running` : '',
    queued > 0 ? `${formatCount(queued)} queued` : '',
  ]
    .filter(Boolean)
    .join(', ');
}

/** Seconds from the search's start to its end, or to now; undefined while all of it still waits in the queue. */
function searchDuration(experiment: Experiment, best: Trial | undefined, now: number): number | undefined {
  if (!experiment.startTime) return undefined;
  if (experiment.state === 'STATE_QUEUED' && !best?.wallClockTime) return undefined;
  return ((experiment.endTime ? Date.parse(experiment.endTime) : now) - Date.parse(experiment.startTime)) / 1000;
}
