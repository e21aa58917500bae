import { getLogLinesRoute } from '@determined/contract/tasks/ext-routes.ts';
import { getTrialRoute } from '@determined/contract/training/trials-routes.ts';
import { eventually } from '@determined/dev-cluster/eventually.ts';
import { ScriptedLauncher } from '@determined/dev-cluster/scripted-launcher.ts';
import type { TaskSpec } from '@determined/launchers/launcher.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LifeTestBed, startLifeTestBed } from './testing/life-test-bed.ts';

let bed: LifeTestBed;
beforeAll(async () => {
  bed = await startLifeTestBed(new ScriptedLauncher([1, 1]));
});
afterAll(() => bed.cluster.stop());

const seen: string[] = [];
async function nextTask(): Promise<TaskSpec> {
  const task = await bed.oneRunning(seen);
  seen.push(task.allocationId);
  return task;
}

const agentOf = (task: TaskSpec) => task.environment.DET_AGENT_ID ?? '';
const trialId = (task: TaskSpec) => Number(task.environment.DET_TRIAL_ID);

/** As the runner does, which numbers its lines and sends them again where the answer is lost. */
async function log(task: TaskSpec, offset: number, ...texts: string[]): Promise<void> {
  const lines = texts.map((text) => ({ log: `${text}\n`, stdtype: 'stdout', timestamp: '2026-11-21T12:00:00Z' }));
  const body = { containerId: task.environment.DET_CONTAINER_ID, agentId: agentOf(task), offset, lines };
  const { status, json } = await bed.asTask(task, `/api/ext/v1/allocations/${task.allocationId}/logs`, 'POST', body);
  expect([status, json]).toEqual([200, { next: offset + texts.length }]);
}

async function saidByMaster(task: TaskSpec): Promise<string[]> {
  const params = { taskId: task.environment.DET_TASK_ID ?? '' };
  const { lines } = await bed.cluster.admin.client.call(getLogLinesRoute, { params, query: { from: 0, count: 1000 } });
  const said = lines.filter(({ source, level }) => source === 'master' && level === 'ERROR');
  return said.map(({ text }) => text.trimEnd()).filter((text) => /matched/.test(text));
}
const shown = async (task: TaskSpec) =>
  (await bed.cluster.admin.client.call(getTrialRoute, { trialId: trialId(task) })).trial;

test('a trial shows the policy that a line of it matched last, and goes on', async () => {
  const id = await bed.create({ more: 'log_policies: [{name: slow, pattern: "step [0-9]+ took [0-9]{3,} s"}]' });
  const task = await nextTask();
  await log(task, 0, 'step 1 took 2 s');
  expect((await shown(task))?.logPolicyMatched).toBeUndefined();
  await log(
    task,
    1,
    'step 2 took 345 s',
    'RuntimeError: CUDA out of memory. Tried to allocate 2 GiB',
    'step 3 took 1 s',
  );
  expect((await shown(task))?.logPolicyMatched).toBe('CUDA OOM');
  await log(task, 4, 'step 4 took 400 s');
  expect((await shown(task))?.logPolicyMatched).toBe('slow');
  bed.machines.end(task.allocationId, { exitCode: 0 });
  await bed.isState(id, 'COMPLETED');
  expect(await saidByMaster(task)).toEqual([]);
});

test('cancel_retries: a trial whose log matched is not started again when it fails', async () => {
  const id = await bed.create({
    more: 'log_policies: [{name: fatal, pattern: "no such (file|folder)", action: cancel_retries}]',
  });
  const task = await nextTask();
  await log(task, 0, 'no such file: "a"', 'no such file: "a"');
  bed.machines.end(task.allocationId, { exitCode: 1 });
  await bed.isState(id, 'ERROR');
  expect((await bed.trials(id))[0]).toMatchObject({ state: 'ERROR', restarts: 0, run_id: 1 });
  expect(await saidByMaster(task)).toEqual([
    "trial failed and matched logs to a don't retry policy",
    String.raw`(log "no such file: \"a\"\n" matched regex "no such (file|folder)")`,
  ]);
});

test('exclude_node: the trial goes on elsewhere, and ends when there is nowhere left', async () => {
  const id = await bed.create({
    maxRestarts: 5,
    more: 'log_policies: [{pattern: "ECC .*error", action: exclude_node}]',
  });
  const first = await nextTask();
  await log(first, 0, 'all well', 'ECC memory error');
  // Sent again, with more: told once.
  await log(first, 0, 'all well', 'ECC memory error', 'ECC another error');
  const line = (task: TaskSpec) =>
    String.raw`(log '"ECC memory error\n"' matched regex ECC .*error) therefore will not schedule on ${agentOf(task)}`;
  expect(await saidByMaster(first)).toEqual([line(first)]);
  bed.machines.end(first.allocationId, { exitCode: 1 });

  const second = await nextTask();
  expect(agentOf(second)).not.toBe(agentOf(first));
  expect((await bed.trials(id))[0]).toMatchObject({ state: 'ACTIVE', restarts: 1 });
  // Others are not kept from there.
  const other = await bed.create();
  const third = await nextTask();
  expect(agentOf(third)).toBe(agentOf(first));
  bed.machines.end(third.allocationId, { exitCode: 0 });
  await bed.isState(other, 'COMPLETED');

  await log(second, 0, 'ECC memory error');
  bed.machines.end(second.allocationId, { exitCode: 1 });
  await bed.isState(id, 'ERROR');
  expect(await saidByMaster(second)).toEqual([line(first), line(second)]);
  expect((await bed.trials(id))[0]).toMatchObject({ state: 'ERROR', restarts: 2 });
});

test('a line that fails to be stored is not matched either', async () => {
  const id = await bed.create();
  const task = await nextTask();
  const body = { logs: [{ taskId: task.environment.DET_TASK_ID, agentId: 'a', log: 'CUDA out of memory\n', id: '7' }] };
  expect((await bed.asTask(task, '/api/v1/task/logs', 'POST', body)).status).toBe(400);
  expect((await shown(task))?.logPolicyMatched).toBeUndefined();
  const good = { logs: [{ taskId: task.environment.DET_TASK_ID, agentId: 'a', log: 'CUDA out of memory\n' }] };
  expect((await bed.asTask(task, '/api/v1/task/logs', 'POST', good)).status).toBe(200);
  await eventually('it shows', async () => (await shown(task))?.logPolicyMatched === 'CUDA OOM');
  bed.machines.end(task.allocationId, { exitCode: 0 });
  await bed.isState(id, 'COMPLETED');
});
