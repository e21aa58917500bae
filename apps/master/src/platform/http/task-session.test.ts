import { randomUUID } from 'node:crypto';
import { createClient } from '@determined/contract/client.ts';
import { reportCheckpointRoute } from '@determined/contract/training/checkpoints-routes.ts';
import { createExperimentRoute } from '@determined/contract/training/experiments-routes.ts';
import { type DevCluster, startDevCluster } from '@determined/dev-cluster/dev-cluster.ts';
import { eventually } from '@determined/dev-cluster/eventually.ts';
import { ScriptedLauncher } from '@determined/dev-cluster/scripted-launcher.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

// Two trials of the admin's run; what one of them can do with its own token.
let cluster: DevCluster;
let own: { experiment: number; trial: number; task: string; token: string };
let other: typeof own;
beforeAll(async () => {
  const machines = new ScriptedLauncher([2]);
  cluster = await startDevCluster({ launcher: machines });
  const config = 'name: x\nentrypoint: x\nsearcher: {name: single, metric: loss}\nhyperparameters: {}\n';
  for (let i = 0; i < 2; i++) await cluster.admin.client.call(createExperimentRoute, { config, activate: true });
  const tasks = await eventually('both run', () => {
    const running = machines.running();
    return running.length === 2 ? running : undefined;
  });
  const [mine, theirs] = tasks.map(({ environment }) => ({
    experiment: Number(environment.DET_EXPERIMENT_ID),
    trial: Number(environment.DET_TRIAL_ID),
    task: environment.DET_TASK_ID ?? '',
    token: environment.DET_SESSION_TOKEN ?? '',
  }));
  if (!mine || !theirs) throw new Error('two tasks run');
  own = mine;
  other = theirs;
});
afterAll(() => cluster.stop());

const status = (method: string, path: string, body?: object | string) => statusOf(method, `/api/v1${path}`, body);

async function statusOf(method: string, path: string, body?: object | string): Promise<number> {
  const reply = await cluster.fetch(path, {
    method,
    headers: { 'Grpc-Metadata-x-allocation-token': `Bearer ${own.token}` },
    ...(body !== undefined ? { body: JSON.stringify(body) } : {}),
  });
  await reply.text();
  return reply.status;
}

test('a task reads and reports its own experiment and trial', async () => {
  expect(await status('GET', '/me')).toBe(200);
  expect(await status('GET', `/experiments/${own.experiment}`)).toBe(200);
  expect(await status('GET', `/trials/${own.trial}`)).toBe(200);
  expect(await status('POST', `/trials/${own.trial}/runner/metadata`, { state: 'training' })).toBe(200);
  const metrics = { trialId: own.trial, trialRunId: 1, stepsCompleted: 1, metrics: { avgMetrics: { loss: 1 } } };
  expect(await status('POST', `/trials/${own.trial}/metrics`, { group: 'training', metrics })).toBe(200);
});

test('a task neither reads nor changes other experiments, though its owner may', async () => {
  expect(await status('GET', `/experiments/${other.experiment}`)).toBe(403);
  expect(await status('GET', `/trials/${other.trial}`)).toBe(403);
  expect(await status('POST', `/trials/${other.trial}/runner/metadata`, { state: 'training' })).toBe(403);
  expect(await status('POST', `/experiments/${other.experiment}/kill`)).toBe(403);
  expect(await status('POST', `/trials/9999/runner/metadata`, { state: 'training' })).toBe(404);
  expect(await status('GET', '/checkpoints/00000000-0000-4000-8000-000000000000')).toBe(404);
});

test('a task changes what is noted of a checkpoint of its own experiment, of no other', async () => {
  const report = async (task: typeof own) => {
    const uuid = randomUUID();
    const checkpoint = { uuid, taskId: task.task, state: 'STATE_COMPLETED' as const, resources: {}, metadata: {} };
    await createClient({ baseUrl: cluster.address, token: task.token }).call(reportCheckpointRoute, { checkpoint });
    return uuid;
  };
  const note = (uuid: string) =>
    status('POST', `/checkpoints/${uuid}/metadata`, { checkpoint: { uuid, metadata: { x: 1 } } });
  expect(await note(await report(own))).toBe(200);
  expect(await note(await report(other))).toBe(403);
  expect(await note(randomUUID())).toBe(404);
});

test('a task has no rights of its owner beyond that, though he is an admin', async () => {
  expect(await status('POST', '/users', { user: { username: 'mole', active: true, admin: true } })).toBe(403);
  expect(await status('PATCH', '/users/1', { displayName: 'mole' })).toBe(403);
  expect(await status('POST', '/users/1/password', 'mole')).toBe(403);
  expect(await status('POST', '/workspaces', { name: 'mole' })).toBe(403);
  expect(await status('POST', '/projects/1/experiments/kill', { experimentIds: [other.experiment] })).toBe(403);
  expect(await status('DELETE', '/workspaces/1')).toBe(403);
  expect(await status('POST', '/projects/1/notes', { name: 'x' })).toBe(403);
});

test('nor outside the gateway', async () => {
  expect(await statusOf('POST', '/users', { username: 'mole', active: true, admin: true })).toBe(403);
  expect(await statusOf('PATCH', '/users/admin', { password: 'mole' })).toBe(403);
  expect(await statusOf('PATCH', '/users/determined/username', { username: 'mole' })).toBe(403);
  expect(await statusOf('GET', `/experiments/${other.experiment}/model_def`)).toBe(403);
  expect(await statusOf('GET', `/experiments/${other.experiment}/file/download?path=x`)).toBe(403);
  expect(await statusOf('GET', `/experiments/${own.experiment}/model_def`)).toBe(200);
  expect(await statusOf('GET', '/metrics')).toBe(403);
  // Refused in its own words: a task has nothing to sign out of.
  expect(await statusOf('POST', '/logout')).toBe(400);
  expect(await status('POST', '/auth/logout')).toBe(400);
});
