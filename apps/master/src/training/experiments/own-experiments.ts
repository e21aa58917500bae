import { type RawBuilder, sql } from 'kysely';
import { unseen } from '#platform/db/unseen.ts';
import type { Context } from '#platform/http/context.ts';
import { visible } from '../../identity/roles/shared/visible.ts';
import { experimentAllocationState } from '../life/shared/shown-state.ts';

/** The conditions of the indexes that serve them. */
const open = sql<boolean>`e.state not in ('COMPLETED', 'CANCELED', 'ERROR', 'DELETING')`;
const ended = sql<boolean>`e.state in ('COMPLETED', 'CANCELED', 'ERROR')`;
/** What runs elsewhere has no allocation of ours. */
const works = sql<boolean>`(e.unmanaged or ${experimentAllocationState} in ('RUNNING', 'WAITING', 'TERMINATING'))`;
const countWhere = (condition: RawBuilder<unknown>) => sql<number>`count(*) filter (where ${condition})`;

export interface OwnExperiment {
  kind: 'goes on' | 'failed' | 'done';
  id: number;
  job_id: string;
}

interface OwnExperiments {
  total: number | null;
  active: number;
  running: number;
  completed: number;
  errored: number;
  found: OwnExperiment[];
}

/** How many the caller has, and which of each kind are shown, `limit` at most; each index is gone through once. */
export async function findOwnExperiments(
  ctx: Pick<Context, 'db' | 'user' | 'rights'>,
  { limit, since }: { limit: number; since: string },
): Promise<OwnExperiments> {
  const { db, user } = ctx;
  const seen = visible('experiment', ctx, { project: 'e.project_id' });
  const own = db.selectFrom('experiments as e').where('e.owner_id', '=', user.id).where(seen);
  const goesOn = own.where(open);
  const done = own.where(ended);
  // Between two unseen times few are expected; after one a third of all, for which processes of their own would be started.
  const lately = done
    .where('e.end_time', '>=', unseen(since, 'timestamptz'))
    .where('e.end_time', '<=', unseen('infinity', 'timestamptz'));
  const failedLately = lately.where('e.state', '=', 'ERROR');
  const newestEnd = sql`e.end_time desc nulls last, e.id desc`;
  const page = (kind: OwnExperiment['kind'], at: 'e.start_time' | 'e.end_time') =>
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
  return db
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
          sql<OwnExperiment[]>`coalesce(json_agg(json_build_object('kind', e.kind, 'id', e.id, 'job_id', e.job_id)
            order by e.at desc nulls last, e.id desc), '[]')`.as('found'),
        )
        .as('shown'),
      (join) => join.onTrue(),
    )
    .selectAll()
    .executeTakeFirstOrThrow();
}
