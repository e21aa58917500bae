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

const byStart = [sql`e.start_time`, sql`e.start_time desc, e.id desc`] as const;
const byEnd = [sql`e.end_time`, sql`e.end_time desc nulls last, e.id desc`] as const;

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
  { db, user, ...ctx }: Pick<Context, 'db' | 'user' | 'rights'>,
  { limit, since }: { limit: number; since: string },
): Promise<OwnExperiments> {
  const own = sql`e.owner_id = ${user.id} and ${visible('experiment', ctx, { project: 'e.project_id' })}`;
  // Between two unseen times few are expected; after one a third of all, for which processes of their own would be started.
  const lately = sql`${ended} and e.end_time >= ${unseen(since, 'timestamptz')} and e.end_time <= ${unseen('infinity', 'timestamptz')}`;
  // In the order of the index that serves it.
  const newest = (kind: OwnExperiment['kind'], [time, order]: typeof byStart, condition: RawBuilder<boolean>) =>
    sql`(select ${sql.lit(kind)} as kind, e.id, e.job_id, ${time} as at from experiments e
      where ${own} and ${condition} order by ${order} limit ${sql.lit(limit)})`;
  // Put together by hand: of a call that costs so little, building it piece by piece was a twentieth.
  const { rows } = await sql<OwnExperiments>`select * from
    (select sum(e.total) as total from experiment_counts e where ${own} and not e.deleting) of_all,
    (select count(*) as active, count(*) filter (where ${works}) as running
      from experiments e where ${own} and ${open} and e.state = 'ACTIVE') of_open,
    (select count(*) filter (where e.state = 'COMPLETED') as completed, count(*) filter (where e.state = 'ERROR') as errored
      from experiments e where ${own} and ${lately}) of_ended,
    (select coalesce(json_agg(json_build_object('kind', e.kind, 'id', e.id, 'job_id', e.job_id)
        order by e.at desc nulls last, e.id desc), '[]') as found
      from (${newest('goes on', byStart, open)}
        union all ${newest('failed', byEnd, sql`${lately} and e.state = 'ERROR'`)}
        union all ${newest('done', byEnd, sql`${ended} and e.state <> 'ERROR'`)}) e) of_shown`.execute(db);
  // One row of counts: there is always one.
  return rows[0] as OwnExperiments;
}
