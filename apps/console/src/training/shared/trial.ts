import type { Reply } from '@determined/contract/route.ts';
import { trialHasEnded } from '@determined/contract/training/trial-rules.ts';
import type { getTrialRoute } from '@determined/contract/training/trials-routes.ts';

export type Trial = NonNullable<Reply<typeof getTrialRoute>['trial']>;

export { trialHasEnded };

/** The value of a metric in a validation; undefined when it was not reported, NaN and infinities as they are. */
export function validationValue(workload: Trial['bestValidation'], metric: string): number | undefined {
  const value = workload?.metrics?.avgMetrics?.[metric];
  if (typeof value === 'number') return value;
  return value === 'NaN' || value === 'Infinity' || value === '-Infinity' ? Number(value) : undefined;
}

/**
 * Seconds that a trial has run: its time in the queue is none of them. `readAt`: when its answer came (ms), since when one that runs
 * has gone on. An unmanaged one has no queue: from start to end. Undefined before anything has run.
 */
export function trialDuration(
  trial: Pick<Trial, 'startTime' | 'endTime' | 'wallClockTime' | 'state'>,
  { now, readAt, unmanaged }: { now: number; readAt: number; unmanaged: boolean },
): number | undefined {
  if (unmanaged) {
    if (!trial.startTime) return undefined;
    return ((trial.endTime ? Date.parse(trial.endTime) : now) - Date.parse(trial.startTime)) / 1000;
  }
  if (trial.wallClockTime === 0) return undefined;
  return trial.wallClockTime + (trial.state === 'STATE_RUNNING' ? Math.max(0, now - readAt) / 1000 : 0);
}

/** The task whose log and allocation are the trial's latest. */
export function latestTaskId(trial: Pick<Trial, 'taskId' | 'taskIds'>): string | undefined {
  return trial.taskIds.at(-1) || trial.taskId || undefined;
}

/** How long logs are kept, in words: -1 is forever, 0 means that deletion has begun. */
export function retentionWords(days: number): string {
  if (days < 0) return 'kept forever';
  if (days === 0) return 'deletion begun';
  return days === 1 ? '1 day left' : `${days} days left`;
}
