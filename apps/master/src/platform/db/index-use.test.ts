import { type DevCluster, startDevCluster } from '@determined/dev-cluster/dev-cluster.ts';
import { eventually } from '@determined/dev-cluster/eventually.ts';
import { ScriptedLauncher } from '@determined/dev-cluster/scripted-launcher.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

let cluster: DevCluster;
const machines = new ScriptedLauncher([2]);
beforeAll(async () => {
  cluster = await startDevCluster({ launcher: machines });
});
afterAll(() => cluster.stop());

async function call(
  method: string,
  path: string,
  body?: object,
  token = cluster.admin.token,
): Promise<Record<string, never>> {
  const reply = await cluster.fetch(path, {
    method,
    token,
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await reply.text();
  if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${text}`);
  return text.startsWith('{') && !text.includes('\n') ? JSON.parse(text) : {};
}

const config = (name: string) => `name: ${name}
entrypoint: python3 train.py
resources: {slots_per_trial: 1}
searcher: {name: single, metric: loss}
hyperparameters: {lr: 0.1}`;

const ofTeam = {
  kind: 'field',
  columnName: 'metadata.team',
  location: 'LOCATION_TYPE_RUN_METADATA',
  type: 'COLUMN_TYPE_TEXT',
};

/** What people and tasks do in a day, small: it is the plans that are looked at. */
async function aDay(): Promise<void> {
  const post = (path: string, body: object) => call('POST', path, body);
  const { experiment } = (await post('/api/v1/experiments', { config: config('run'), activate: true })) as never;
  const id = (experiment as { id: number }).id;
  const task = await eventually('it runs', () => machines.running()[0]);
  const {
    DET_TRIAL_ID: trialId = '',
    DET_TASK_ID: taskId = '',
    DET_ALLOCATION_ID: allocationId = '',
  } = task.environment;
  for (const [group, steps] of [
    ['training', 1],
    ['training', 2],
    ['validation', 2],
    ['gpu', 2],
  ] as const) {
    const metrics = {
      trialId: Number(trialId),
      trialRunId: 1,
      stepsCompleted: steps,
      // A further name: the experiment has another set of them then.
      metrics: { avgMetrics: { loss: 1 / steps, ...(steps === 2 && { accuracy: 0.5 }) } },
    };
    await call('POST', `/api/v1/trials/${trialId}/metrics`, { group, metrics }, task.environment.DET_SESSION_TOKEN);
  }
  const uuid = '00000000-0000-4000-8000-000000000001';
  await call(
    'POST',
    '/api/v1/checkpoints',
    {
      taskId,
      allocationId,
      uuid,
      reportTime: '2026-01-02T03:04:05Z',
      resources: { 'a.bin': 1 },
      metadata: { steps_completed: 2 },
      state: 'STATE_COMPLETED',
    },
    task.environment.DET_SESSION_TOKEN,
  );
  await post(`/api/v1/runs/${trialId}/metadata`, { metadata: { team: 'red' } });
  for (const search of [
    { sort: 'searcherMetricsVal=asc' },
    { sort: 'searcherMetricsVal=desc' },
    { sort: 'validation.loss.last=asc' },
    { filter: JSON.stringify({ filterGroup: { ...ofTeam, operator: '=', value: 'red' } }) },
  ]) {
    await post('/api/v1/runs', { projectId: 1, ...search });
  }
  await post('/api/v1/experiments-search', { projectId: 1, sort: 'validation.loss.last=asc' });
  const { group } = (await post('/api/v1/groups', { name: 'g', addUsers: [1] })) as never;
  const { groupId } = group as { groupId: number };
  await post('/api/v1/groups/search', { limit: 5, userId: 1 });
  const generic = (parentId?: string) =>
    post('/api/v1/generic-tasks', { config: 'entrypoint: [sleep]', projectId: 1, ...(parentId && { parentId }) });
  const { taskId: parent = '' } = (await generic()) as { taskId?: string };
  await generic(parent);
  await post(`/api/v1/tasks/${parent}/kill`, { taskId: parent });
  const labelled = {
    kind: 'experiment',
    act: 'labels',
    given: { add: ['seen'] },
    projectId: 1,
    selection: { ids: [id] },
  };
  const { id: receipt } = (await post('/api/ext/v1/receipts', labelled)) as never as { id: string };
  await post(`/api/ext/v1/receipts/${receipt}/execute`, {});
  for (const path of [
    `/api/ext/v1/tasks/${parent}/history`,
    '/api/v1/workspaces/1/projects',
    '/api/v1/projects/1',
    '/api/v1/projects/1/columns',
    '/api/v1/projects/1/columns?tableType=TABLE_TYPE_RUN',
    '/api/v1/experiments?projectId=1',
    '/api/v1/experiments?sortBy=SORT_BY_START_TIME&limit=5',
    `/api/v1/experiments/${id}`,
    `/api/v1/experiments/${id}/trials`,
    `/api/v1/experiments/${id}/checkpoints`,
    `/experiments/${id}/preview_gc?save_experiment_best=0&save_trial_best=0&save_trial_latest=0`,
    `/api/v1/trials/${trialId}`,
    `/api/v1/trials/${trialId}/workloads`,
    `/api/v1/trials/${trialId}/checkpoints`,
    `/api/v1/tasks/${taskId}`,
    `/api/v1/trials/${trialId}/logs`,
    '/api/v1/tokens',
    `/api/v1/roles/search/by-group/${groupId}`,
    '/api/v1/roles/workspace/1',
    '/api/ext/v1/audit?userId=1',
    '/api/ext/v1/audit?kind=session&thingId=1',
    '/api/v1/job-queues/stats',
    '/api/v1/job-queues-v2?resourcePool=default',
    '/api/ext/v1/own-experiment-rows?columns=curve&since=2020-01-01T00:00:00Z',
    ...['id', 'name', 'searcherMetricsVal', 'duration', 'checkpointSize'].map(
      (column) => `/api/ext/v1/projects/1/experiment-rows?sort=${column}=asc&columns=searcherMetricsVal,curve`,
    ),
    '/api/ext/v1/projects/1/experiment-rows?sort=searcherMetricsVal=desc',
    `/api/ext/v1/experiments/${id}/curves?metric=loss&group=validation`,
    `/api/ext/v1/pins?runs=${trialId}`,
    '/api/v1/workspaces/1/available-resource-pools',
    `/api/v1/checkpoints/${uuid}`,
    `/api/v1/checkpoints/${uuid}/metrics`,
    `/api/v1/trials/metrics/trial_metrics?trialIds=${trialId}&group=gpu`,
    '/api/ext/v1/receipts?limit=10',
    '/api/ext/v1/receipts?limit=10&everybody=true',
    `/api/ext/v1/receipts/${receipt}/items?limit=10&result=done`,
  ]) {
    await call('GET', path);
  }
}

/** What a few rows do not show: another index serves them as well, or nothing reads by it yet. */
const notSeenHere: Record<string, string> = {
  experiments_as_rows: 'a page of thousands of experiments sorted by any column reads it alone, after a vacuum',
  experiments_by_project_start: 'counts thousands of experiments of a project',
  trials_archived: 'tells the number of thousands of runs',
  trials_as_rows: 'which of thousands of runs are in a state or began at a time is read off it alone, after a vacuum',
  experiments_by_words: 'finds some of thousands of experiments by a word; the test of find looks at its plan',
  experiments_live: 'what a new leader looks through',
  generic_tasks_by_context: 'deletes the files that no generic task has any more',
  generic_tasks_by_project: 'deletes the generic tasks of a project that is deleted',
  tasks_environment_id_idx: 'finds the few tasks that have packages of their own',
  state_changes_by_experiment: 'deletes the changes of an experiment that is deleted',
  checkpoint_gc_tasks_by_experiment: 'how far the deletion of an experiment has come',
  checkpoints_by_task: 'deletes the checkpoints of a task that is deleted',
  sign_in_failures_time: 'forgets the failures of long ago',
  user_sessions_by_allocation: 'ends the sessions of a task that ends',
  pool_bindings_by_workspace: 'deletes the bindings of a workspace that is deleted',
  receipt_items_by_item: 'finds the receipt of a deletion that fails later',
  view_links_by_project: 'deletes the links of a project that is deleted',
  task_log_offsets_by_task: 'deletes the offsets of a task that is deleted',
};

test('the indexes that there are, each of use for something that is asked', async () => {
  const name = (await sql<{ name: string }>`select current_database() as name`.execute(cluster.master.db)).rows[0]
    ?.name;
  for (const scan of ['enable_seqscan', 'enable_bitmapscan']) {
    // A small table is read whole unless that is made dear.
    await sql`alter database ${sql.id(name ?? '')} set ${sql.raw(scan)} = off`.execute(cluster.master.db);
  }
  await cluster.restart();
  await aDay();
  const indexes = async () =>
    (
      await sql<{ index: string; used: boolean }>`select s.indexrelname as index, s.idx_scan > 0 as used
        from pg_stat_user_indexes s join pg_index i using (indexrelid) where not i.indisunique order by 1`.execute(
        cluster.master.db,
      )
    ).rows;
  const unused = async () =>
    (await indexes()).filter(({ index, used }) => !used && !(index in notSeenHere)).map(({ index }) => index);
  // A connection tells what it has read when it is idle for a while.
  await expect.poll(unused).toEqual([]);
  expect((await indexes()).map(({ index }) => index)).toEqual(all);
});

const all = [
  'allocation_places_open',
  'allocations_by_start',
  'allocations_by_task',
  'allocations_open',
  'audit_entries_by_thing',
  'audit_entries_by_user',
  'checkpoint_gc_tasks_by_experiment',
  'checkpoints_by_experiment',
  'checkpoints_by_task',
  'checkpoints_by_trial',
  'experiment_counts_by_owner',
  'experiment_names_by_project',
  'experiment_names_by_set',
  'experiments_active',
  'experiments_as_rows',
  'experiments_by_best_value',
  'experiments_by_best_value_down',
  'experiments_by_name',
  'experiments_by_project',
  'experiments_by_project_start',
  'experiments_by_start',
  'experiments_by_words',
  'experiments_live',
  'experiments_loose',
  'experiments_own_ended',
  'experiments_own_open',
  'experiments_put_away',
  'generic_task_history_by_task',
  'generic_tasks_by_context',
  'generic_tasks_by_parent',
  'generic_tasks_by_project',
  'group_members_by_user',
  'metric_chunks_by_trial',
  'metric_range_changes_by_project',
  'metric_range_members_by_leaf',
  'metric_reports_by_trial',
  'metric_rollbacks_by_trial',
  'model_versions_by_checkpoint',
  'packed_blocks_by_project',
  'pins_by_trial',
  'pool_bindings_by_workspace',
  'projects_by_workspace',
  'receipt_items_by_item',
  'receipt_items_by_result',
  'receipts_by_time',
  'receipts_by_user',
  'receipts_running',
  'receipts_undoing',
  'role_assignments_by_group',
  'role_assignments_by_workspace',
  'run_metadata_by_project',
  'run_metadata_by_trial',
  'sign_in_failures_key',
  'sign_in_failures_time',
  'state_changes_by_experiment',
  'task_log_lines_to_put_away',
  'task_log_offsets_by_task',
  'tasks_by_job',
  'tasks_environment_id_idx',
  'trial_metrics_by_experiment',
  'trial_metrics_by_value',
  'trial_metrics_by_value_down',
  'trial_metrics_loose',
  'trial_metrics_not_in_ranges',
  'trial_source_infos_by_checkpoint',
  'trial_tasks_by_trial',
  'trials_archived',
  'trials_as_rows',
  'trials_by_experiment',
  'trials_by_warm_start',
  'user_sessions_by_allocation',
  'user_sessions_by_user',
  'view_links_by_project',
];
