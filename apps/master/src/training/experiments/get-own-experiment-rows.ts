import type { ExtReplyOf, ExtRequestOf } from '@determined/contract/ext-route.ts';
import type { getOwnExperimentRowsRoute } from '@determined/contract/training/ext-routes.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Context } from '#platform/http/context.ts';
import { visible } from '../../identity/roles/shared/visible.ts';
import { askedColumns, readExperimentRows } from '../columns/shared/experiment-rows.ts';
import { experimentAllocationState } from '../life/shared/shown-state.ts';
import { failureReasons, waitingReasons } from './reasons-of-jobs.ts';

const usualRows = 10;
const mostRows = 100;
/** The conditions of the indexes that serve them. */
const open = sql<boolean>`e.state not in ('COMPLETED', 'CANCELED', 'ERROR', 'DELETING')`;
const ended = sql<boolean>`e.state in ('COMPLETED', 'CANCELED', 'ERROR')`;
/** What runs elsewhere has no allocation of ours. */
const works = sql<boolean>`(e.unmanaged or ${experimentAllocationState} in ('RUNNING', 'WAITING', 'TERMINATING'))`;
const countWhere = (condition: RawBuilder<unknown>) => sql<number>`count(*) filter (where ${condition})`;

interface Found {
  kind: 'goes on' | 'failed' | 'done';
  id: number;
  job_id: string;
}

/** The caller's own experiments by what they want of him, as Home shows them. */
export async function getOwnExperimentRows(
  { query }: ExtRequestOf<typeof getOwnExperimentRowsRoute>,
  ctx: Context,
): Promise<ExtReplyOf<typeof getOwnExperimentRowsRoute>> {
  const { db, user } = ctx;
  const columns = askedColumns(query.columns);
  const limit = Math.min(query.limit ?? usualRows, mostRows);
  const seen = visible('experiment', ctx, { project: 'e.project_id' });
  const own = db.selectFrom('experiments as e').where('e.owner_id', '=', user.id).where(seen);
  const goesOn = own.where(open);
  const done = own.where(ended);
  // Asked for so, the time says nothing of how many there are: a plan for any is kept, which costs less than most of the reading.
  const lately = done.where('e.end_time', '>=', sql<string>`(select ${query.since ?? 'infinity'}::timestamptz)`);
  const failedLately = lately.where('e.state', '=', 'ERROR');
  const newestEnd = sql`e.end_time desc nulls last, e.id desc`;
  const page = (kind: Found['kind'], at: 'e.start_time' | 'e.end_time') =>
    [sql.lit(kind).as('kind'), 'e.id', 'e.job_id', `${at} as at`] as const;
  const most = sql.lit(limit);
  const shown = db
    .selectFrom(
      goesOn.select(page('goes on', 'e.start_time')).orderBy(sql`e.start_time desc, e.id desc`).limit(most).as('e'),
    )
    .selectAll()
    .unionAll(
      db
        .selectFrom(failedLately.select(page('failed', 'e.end_time')).orderBy(newestEnd).limit(most).as('e'))
        .selectAll(),
    )
    .unionAll(
      db
        .selectFrom(
          done
            .where('e.state', '<>', 'ERROR')
            .select(page('done', 'e.end_time'))
            .orderBy(newestEnd)
            .limit(most)
            .as('e'),
        )
        .selectAll(),
    );
  // Each index is gone through once.
  const { total, active, running, completed, errored, found } = await db
    .selectFrom(
      db
        .selectFrom('experiment_counts as e')
        .select(({ fn }) => fn.sum<number | null>('e.total').as('total'))
        .where('e.owner_id', '=', user.id)
        .where('e.deleting', '=', false)
        .where(seen)
        .as('all'),
    )
    .innerJoin(
      goesOn
        .where('e.state', '=', 'ACTIVE')
        .select([countWhere(sql`true`).as('active'), countWhere(works).as('running')])
        .as('open'),
      (join) => join.onTrue(),
    )
    .innerJoin(
      lately
        .select([
          countWhere(sql`e.state = 'COMPLETED'`).as('completed'),
          countWhere(sql`e.state = 'ERROR'`).as('errored'),
        ])
        .as('ended'),
      (join) => join.onTrue(),
    )
    .innerJoin(
      db
        .selectFrom(shown.as('e'))
        .select(
          sql<Found[]>`coalesce(json_agg(json_build_object('kind', e.kind, 'id', e.id, 'job_id', e.job_id)
            order by e.at desc nulls last, e.id desc), '[]')`.as('found'),
        )
        .as('shown'),
      (join) => join.onTrue(),
    )
    .selectAll()
    .executeTakeFirstOrThrow();
  const rows = await readExperimentRows(
    db,
    found.map(({ id }) => id),
    columns,
  );
  const queued = new Set(rows.filter(({ state }) => state === 'STATE_QUEUED').map(({ id }) => id));
  const jobsOf = (those: readonly Found[]) => those.map(({ job_id }) => job_id);
  const [waiting, failures] = await Promise.all([
    waitingReasons(db, jobsOf(found.filter(({ id }) => queued.has(id)))),
    failureReasons(db, jobsOf(found.filter(({ kind }) => kind === 'failed'))),
  ]);
  const experimentOf = new Map(found.map(({ id, job_id }) => [job_id, id]));
  return {
    total: total ?? 0,
    active,
    running,
    completed,
    errored,
    rows,
    reasons: [...waiting, ...failures].map(({ jobId, trialId, reason }) => {
      return { experimentId: experimentOf.get(jobId) ?? 0, trialId, reason };
    }),
  };
}
