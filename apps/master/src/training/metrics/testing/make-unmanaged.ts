import type { Db } from '#platform/db/database.ts';

export interface Unmanaged {
  experimentId: number;
  trials: { id: number; taskId: string }[];
}

let made = 0;

/** An unmanaged experiment with running trials and their tasks, straight in the database. */
export async function makeUnmanaged(
  db: Db,
  options: {
    trials?: number;
    searcherType?: string;
    state?: 'ACTIVE' | 'COMPLETED';
    storage?: object;
    variables?: string[];
  } = {},
): Promise<Unmanaged> {
  const { trials: count = 1, searcherType = 'single', state = 'ACTIVE' } = options;
  const storage = options.storage ?? { type: 'shared_fs', host_path: '/nowhere' };
  const admin = await db.selectFrom('users').select('id').where('username', '=', 'admin').executeTakeFirstOrThrow();
  const project = await db.selectFrom('projects').select('id').orderBy('id').executeTakeFirstOrThrow();
  made += 1;
  const jobId = `job-${process.pid}-${made}`;
  await db
    .insertInto('jobs')
    .values({
      id: jobId,
      kind: 'EXPERIMENT',
      owner_id: admin.id,
      submitted_at: new Date().toISOString(),
      preemptible: true,
      single_agent: false,
      pool: 'default',
    })
    .execute();
  const experiment = await db
    .insertInto('experiments')
    .values({
      job_id: jobId,
      owner_id: admin.id,
      project_id: project.id,
      unmanaged: true,
      state,
      config: JSON.stringify({
        searcher: { name: searcherType, metric: 'loss' },
        checkpoint_storage: storage,
        environment: { environment_variables: { cpu: options.variables ?? [] } },
      }),
      original_config: '',
      name: 'unmanaged',
      labels: '[]',
      searcher_type: searcherType,
      searcher_metric: 'loss',
      smaller_is_better: true,
      slots_per_trial: 1,
      max_restarts: 0,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const trials = [];
  for (let index = 0; index < count; index += 1) {
    const { id } = await db
      .insertInto('trials')
      .values({
        experiment_id: experiment.id,
        state: 'RUNNING',
        hparams: JSON.stringify({ lr: 0.1 * (index + 1) }),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const taskId = `${experiment.id}.task-${index}`;
    await db.insertInto('tasks').values({ id: taskId, type: 'TRIAL' }).execute();
    await db.insertInto('trial_tasks').values({ task_id: taskId, trial_id: id }).execute();
    trials.push({ id, taskId });
  }
  return { experimentId: experiment.id, trials };
}
