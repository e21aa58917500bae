import { notFound } from '@determined/contract/errors.ts';
import type { ExtReplyOf, ExtRequestOf } from '@determined/contract/ext-route.ts';
import type { getExperimentCautionsRoute } from '@determined/contract/training/ext-routes.ts';
import { sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';
import type { Context } from '#platform/http/context.ts';
import { tellDeletion } from '../deletion/shared/tell-deletion.ts';
import { lastStarted, manualMode, registeredOnly } from '../life/shared/unmanaged-life.ts';
import { reportedValidations } from '../metrics/shared/reported-names.ts';
import { namedList } from './named-list.ts';

type Route = typeof getExperimentCautionsRoute;
type Caution = ExtReplyOf<Route>['cautions'][number];

/** What is likely a mistake and fails nothing. */
export async function getExperimentCautions({ params }: ExtRequestOf<Route>, ctx: Context): Promise<ExtReplyOf<Route>> {
  const { db } = ctx;
  const experiment = await db
    .selectFrom('experiments as e')
    .leftJoin('experiment_model_definitions as d', 'd.experiment_id', 'e.id')
    .select(['e.id', 'e.unmanaged', 'e.searcher_metric', 'd.entrypoint_caution'])
    .where('e.id', '=', params.experimentId)
    .executeTakeFirst();
  if (!experiment) throw notFound('experiment', params.experimentId);
  const cautions: Caution[] = [];
  const deletion = await tellDeletion(db, experiment.id);
  if (deletion !== undefined) cautions.push({ kind: 'deletion', trialId: null, text: deletion });
  if (experiment.entrypoint_caution !== null)
    cautions.push({ kind: 'entrypointNotFound', trialId: null, text: experiment.entrypoint_caution });
  const metric = experiment.searcher_metric;
  if (!isUnnamed(experiment)) {
    const reported = await reportedValidations(db, experiment.id);
    if (reported.length > 0 && !reported.includes(metric)) {
      const text = `The searcher's metric "${metric}" was never reported. Validations report: ${namedList(reported)}.`;
      cautions.push({ kind: 'metricNotReported', trialId: null, text });
    }
  }
  if (experiment.unmanaged) cautions.push(...(await silences(db, experiment.id, ctx.master.clock.now())));
  return { cautions };
}

/** What the client writes for a detached job of which no metric was named. Facts: trial runtime 13. */
export const isUnnamed = (experiment: { unmanaged: boolean; searcher_metric: string }): boolean =>
  experiment.unmanaged && experiment.searcher_metric === 'unmanaged';

/** A client gives a sign of life when it has started, and every minute then. Facts: trial runtime 13. */
const startSeconds = 30;
const silenceSeconds = 90;

async function silences(db: Db, experimentId: number, now: Date): Promise<Caution[]> {
  const registered = await db
    .selectFrom('trials as t')
    .innerJoin('trial_metrics as m', 'm.trial_id', 't.id')
    .select(['t.id', sql<string | null>`greatest(t.last_activity, m.reported_at)`.as('heard')])
    .select(['t.state', 't.start_time', lastStarted.as('started')])
    .where('t.experiment_id', '=', experimentId)
    .where((eb) =>
      eb.or([eb('t.state', '=', 'RUNNING'), eb.and([eb('t.state', '=', 'PAUSED'), eb('t.run_id', '=', 0)])]),
    )
    .orderBy('t.id')
    .execute();
  const secondsSince = (time: string | null) =>
    time === null ? 0 : Math.floor((now.getTime() - Date.parse(time)) / 1000);
  return registered.flatMap(({ id: trialId, state, heard, started, start_time }): Caution[] => {
    if (heard === null) {
      if (secondsSince(start_time) < startSeconds) return [];
      const text = `${registeredOnly}: trial ${trialId} waits for a process that starts it.`;
      return [{ kind: 'neverHeard', trialId, text }];
    }
    // It was never started, and reports were taken all the same.
    if (state === 'PAUSED') return [];
    const seconds = secondsSince(heard);
    if (heard === started && seconds >= startSeconds) {
      const text = `${registeredOnly}: the process of trial ${trialId} was not heard of again. ${manualMode} After a minute it counts as failed.`;
      return [{ kind: 'neverHeard', trialId, text }];
    }
    if (seconds < silenceSeconds) return [];
    const text = `The process of trial ${trialId} was last heard of ${seconds} s ago; it should give a sign of life every minute. After five minutes it counts as failed.`;
    return [{ kind: 'silent', trialId, text }];
  });
}
