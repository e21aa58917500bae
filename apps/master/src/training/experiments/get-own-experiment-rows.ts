import type { ExtReplyOf, ExtRequestOf } from '@determined/contract/ext-route.ts';
import type { getOwnExperimentRowsRoute } from '@determined/contract/training/ext-routes.ts';
import { sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';
import type { Context } from '#platform/http/context.ts';
import { visible } from '../../identity/roles/shared/visible.ts';
import { askedColumns, readExperimentRows } from '../columns/shared/experiment-rows.ts';
import { experimentAllocationState } from '../life/shared/shown-state.ts';
import { waitingReasons } from './waiting-reasons.ts';

const usualRows = 10;
const mostRows = 100;
/** The conditions of the indexes that serve them. */
const open = sql<boolean>`e.state not in ('COMPLETED', 'CANCELED', 'ERROR', 'DELETING')`;
const ended = sql<boolean>`e.state in ('COMPLETED', 'CANCELED', 'ERROR')`;
/** What runs elsewhere has no allocation of ours. */
const works = sql<boolean>`(e.unmanaged or ${experimentAllocationState} in ('RUNNING', 'WAITING', 'TERMINATING'))`;

/** The caller's own experiments by what they want of him, as Home shows them. */
export async function getOwnExperimentRows(
  { query }: ExtRequestOf<typeof getOwnExperimentRowsRoute>,
  ctx: Context,
): Promise<ExtReplyOf<typeof getOwnExperimentRowsRoute>> {
  const { db, user } = ctx;
  const columns = askedColumns(query.columns);
  const limit = Math.min(query.limit ?? usualRows, mostRows);
  const seen = visible('experiment', ctx, { project: 'e.project_id' });
  const counted = db
    .selectFrom('experiment_counts as e')
    .select(({ fn }) => fn.sum<number | null>('e.total').as('total'))
    .where('e.owner_id', '=', user.id)
    .where('e.deleting', '=', false)
    .where(seen);
  const own = db.selectFrom('experiments as e').where('e.owner_id', '=', user.id).where(seen);
  const goesOn = own.where(open);
  const lately = own.where(ended).where('e.end_time', '>=', query.since ?? 'infinity');
  const newestEnd = sql`e.end_time desc nulls last, e.id desc`;
  const [{ total } = { total: 0 }, live, late, going, failed, done] = await Promise.all([
    counted.executeTakeFirst(),
    goesOn
      .where('e.state', '=', 'ACTIVE')
      .select([sql<number>`count(*)`.as('active'), sql<number>`count(*) filter (where ${works})`.as('running')])
      .executeTakeFirstOrThrow(),
    lately
      .select([
        sql<number>`count(*) filter (where e.state = 'COMPLETED')`.as('completed'),
        sql<number>`count(*) filter (where e.state = 'ERROR')`.as('errored'),
      ])
      .executeTakeFirstOrThrow(),
    goesOn.select(['e.id', 'e.job_id']).orderBy(sql`e.start_time desc, e.id desc`).limit(limit).execute(),
    lately.where('e.state', '=', 'ERROR').select(['e.id', 'e.job_id']).orderBy(newestEnd).limit(limit).execute(),
    own.where(ended).where('e.state', '<>', 'ERROR').select('e.id').orderBy(newestEnd).limit(limit).execute(),
  ]);
  const ids = [...going, ...failed, ...done].map(({ id }) => id);
  const [rows, waiting, failures] = await Promise.all([
    readExperimentRows(db, ids, columns),
    waitingReasons(
      db,
      going.map(({ job_id }) => job_id),
    ),
    failureReasons(
      db,
      failed.map(({ job_id }) => job_id),
    ),
  ]);
  const experimentOf = new Map([...going, ...failed].map(({ id, job_id }) => [job_id, id]));
  return {
    total: total ?? 0,
    ...live,
    ...late,
    rows,
    reasons: [...waiting, ...failures].map(({ jobId, trialId, reason }) => {
      return { experimentId: experimentOf.get(jobId) ?? 0, trialId, reason };
    }),
  };
}

/** How the last part of each of these jobs ended. */
async function failureReasons(db: Db, jobIds: readonly string[]) {
  if (jobIds.length === 0) return [];
  const rows = await db
    .selectFrom('tasks as t')
    .innerJoin('trial_tasks as o', 'o.task_id', 't.id')
    .innerJoin('allocations as a', 'a.task_id', 't.id')
    .distinctOn('t.job_id')
    .select(['t.job_id', 'o.trial_id', 'a.exit_reason'])
    .where('t.job_id', 'in', jobIds)
    .where('a.exit_error', '=', true)
    .orderBy('t.job_id')
    .orderBy('a.end_time', 'desc')
    .execute();
  return rows.map(({ job_id, trial_id, exit_reason }) => {
    return { jobId: job_id ?? '', trialId: trial_id, reason: exit_reason ?? '' };
  });
}
