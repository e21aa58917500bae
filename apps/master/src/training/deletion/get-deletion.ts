import { notFound } from '@determined/contract/errors.ts';
import type { ExtReplyOf, ExtRequestOf } from '@determined/contract/ext-route.ts';
import type {
  getExperimentDeletionRoute,
  getProjectDeletionRoute,
  getWorkspaceDeletionRoute,
} from '@determined/contract/training/history-ext-routes.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';
import type { Context } from '#platform/http/context.ts';

type Progress = ExtReplyOf<typeof getExperimentDeletionRoute>;

type FileTask = NonNullable<Progress['deletion']>['fileTasks'][number];

interface Asked {
  state: string;
  requested_at: string | null;
  username: string | null;
  error: string | null;
}

export async function getExperimentDeletion(
  { params }: ExtRequestOf<typeof getExperimentDeletionRoute>,
  { db }: Context,
): Promise<Progress> {
  const id = params.experimentId;
  const { rows } = await sql<Asked>`
    select e.state, d.requested_at, u.username, d.error from experiments e
    left join experiment_deletions d on d.experiment_id = e.id left join users u on u.id = d.requested_by
    where e.id = ${id}`.execute(db);
  if (!rows[0]) throw notFound('experiment', id);
  return tell(db, rows[0], sql`e.id = ${id}`);
}

export async function getProjectDeletion(
  { params }: ExtRequestOf<typeof getProjectDeletionRoute>,
  { db }: Context,
): Promise<Progress> {
  const asked = await askedOf(db, 'projects', params.projectId);
  if (!asked) throw notFound('project', params.projectId);
  return tell(db, asked, sql`p.id = ${params.projectId}`);
}

export async function getWorkspaceDeletion(
  { params }: ExtRequestOf<typeof getWorkspaceDeletionRoute>,
  { db }: Context,
): Promise<Progress> {
  const asked = await askedOf(db, 'workspaces', params.workspaceId);
  if (!asked) throw notFound('workspace', params.workspaceId);
  return tell(db, asked, sql`p.workspace_id = ${params.workspaceId}`);
}

async function askedOf(db: Db, table: 'projects' | 'workspaces', id: number): Promise<Asked | undefined> {
  const { rows } = await sql<Asked>`
    select x.state, x.deletion_requested_at as requested_at, u.username, nullif(x.error_message, '') as error
    from ${sql.table(table)} x left join users u on u.id = x.deletion_requested_by where x.id = ${id}`.execute(db);
  return rows[0];
}

/** `which` says of which experiments, by e and their project p. */
async function tell(db: Db, asked: Asked, which: RawBuilder<unknown>): Promise<Progress> {
  if (asked.state !== 'DELETING' && asked.state !== 'DELETE_FAILED') return { deletion: null };
  const { rows: left } = await sql<{ experiments: number; now: number; trials: number }>`
    select count(*)::int as experiments, (count(*) filter (where e.state = 'DELETING'))::int as now,
      coalesce(sum((select count(*) from trials t where t.experiment_id = e.id)), 0)::int as trials
    from experiments e join projects p on p.id = e.project_id where ${which}`.execute(db);
  const { rows: tasks } = await sql<FileTask>`
    select g.task_id as "taskId", g.experiment_id as "experimentId", cardinality(g.uuids) as checkpoints, g.attempts,
      g.ended_at as "endedAt", g.error
    from checkpoint_gc_tasks g join experiments e on e.id = g.experiment_id join projects p on p.id = e.project_id
    where ${which} and g.purpose = 'experiment' order by g.experiment_id, g.task_id`.execute(db);
  const { experiments = 0, now = 0, trials = 0 } = left[0] ?? {};
  return {
    deletion: {
      state: asked.state,
      requestedAt: asked.requested_at,
      requestedBy: asked.username,
      error: asked.error,
      experiments,
      deletingNow: now,
      trials,
      fileTasks: tasks,
    },
  };
}
