import { randomUUID } from 'node:crypto';
import { logoutRoute } from '@determined/contract/identity/auth-routes.ts';
import type { Change } from '@determined/contract/staleness.ts';
import { reportCheckpointRoute } from '@determined/contract/training/checkpoints-routes.ts';
import { createExperimentRoute } from '@determined/contract/training/experiments-routes.ts';
import { reportTrialMetricsRoute } from '@determined/contract/training/metrics-routes.ts';
import {
  createTrialRoute,
  getTrialRoute,
  reportTrialProgressRoute,
} from '@determined/contract/training/trials-routes.ts';
import { type DevCluster, startDevCluster } from '@determined/dev-cluster/dev-cluster.ts';
import { eventually } from '@determined/dev-cluster/eventually.ts';
import { ScriptedLauncher } from '@determined/dev-cluster/scripted-launcher.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { inTransaction } from '#platform/db/transaction.ts';
import { sessionsChanged } from '../../identity/sessions/shared/auth-events.ts';
import { tellEnginesReason, tellWaitingReasons } from '../../tasks/allocations/tell-waiting-reasons.ts';
import { LiveHub } from './live-hub.ts';
import { livePath } from './serve-live.ts';

let cluster: DevCluster;
beforeAll(async () => {
  cluster = await startDevCluster();
});
afterAll(() => cluster.stop());

/** Connects as a browser would; resolves with the status when it is refused. */
async function connect(headers: Record<string, string>): Promise<{ socket: WebSocket; hints: Change[] } | number> {
  const socket = new WebSocket(cluster.address.replace('http', 'ws') + livePath, { headers });
  const hints: Change[] = [];
  socket.on('message', (data) => hints.push(...(JSON.parse(String(data)) as { changed: Change[] }).changed));
  return new Promise((resolve) => {
    socket.once('open', () => resolve({ socket, hints }));
    socket.once('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0));
    socket.on('error', () => {});
  });
}

async function connected(headers: Record<string, string>) {
  const made = await connect(headers);
  if (typeof made === 'number') throw new Error(`refused with ${made}`);
  return made;
}

const config =
  'name: live\nentrypoint: python3 train.py\nsearcher: {name: single, metric: loss}\nresources: {slots_per_trial: 0}\n';

/** The project that everybody has. */
const place = { project: 1, workspace: 1 };

test('who listens is told what changed, by kind and id, and what that lies in', async () => {
  const { socket, hints } = await connected({ authorization: `Bearer ${cluster.admin.token}` });
  const { experiment } = await cluster.admin.client.call(createExperimentRoute, { config, activate: true });
  await expect
    .poll(() => hints)
    .toEqual(
      expect.arrayContaining([
        { entity: 'experiment', of: { ...place, experiment: experiment?.id } },
        { entity: 'trial', of: { ...place, experiment: experiment?.id, trial: 1 } },
        { entity: 'log', of: { ...place, experiment: experiment?.id, trial: 1, task: expect.stringMatching(/^1\./) } },
        { entity: 'job' },
      ]),
    );
  socket.close();
});

test('other words for what an allocation waits for are a change of nothing else', async () => {
  const { db } = cluster.master;
  const { experiment } = await cluster.admin.client.call(createExperimentRoute, { config, activate: true });
  const waits = () =>
    db
      .selectFrom('allocations as a')
      .innerJoin('tasks as t', 't.id', 'a.task_id')
      .innerJoin('trial_tasks as k', 'k.task_id', 't.id')
      .innerJoin('trials as r', 'r.id', 'k.trial_id')
      .where('r.experiment_id', '=', experiment?.id ?? 0)
      .selectAll('a')
      .executeTakeFirst();
  // What waits for the first time is told of with all that comes with it.
  const row = await eventually('it waits', async () => {
    const found = await waits();
    return found?.waiting_reason ? found : undefined;
  });
  const { socket, hints } = await connected({ authorization: `Bearer ${cluster.admin.token}` });
  const reasons = new Map([[row.id, { because: { kind: 'environment' as const }, text: 'finding numpy' }]]);
  await inTransaction(db, (tx) => tellWaitingReasons(tx, [row], reasons, new Date()));
  await expect.poll(() => hints.map(({ of }) => of?.experiment)).toContain(experiment?.id);
  await inTransaction(db, (tx) => tellEnginesReason(tx, row, '(Resources)'));
  await expect.poll(() => hints.length).toBeGreaterThan(1);
  expect(new Set(hints.map(({ entity }) => entity))).toEqual(new Set(['allocation']));
  socket.close();
});

test('who listens is told of reports, checkpoints and accounts', async () => {
  const { client } = cluster.admin;
  const { socket, hints } = await connected({ authorization: `Bearer ${cluster.admin.token}` });
  const { experiment } = await client.call(createExperimentRoute, { config, unmanaged: true });
  const { trial } = await client.call(createTrialRoute, { experimentId: experiment?.id, unmanaged: true });
  const trialId = trial?.id ?? 0;
  const { trial: made } = await client.call(getTrialRoute, { trialId });
  const of = { ...place, experiment: experiment?.id, trial: trialId };
  const avgMetrics = { loss: 1 };
  await client.call(reportTrialMetricsRoute, {
    metrics: { trialId, trialRunId: 0, stepsCompleted: 1, metrics: { avgMetrics } },
    group: 'validation',
  });
  await expect.poll(() => hints).toContainEqual({ entity: 'metric', of });
  await client.call(reportTrialProgressRoute, { trialId, progress: 0.5 });
  await expect.poll(() => hints).toContainEqual({ entity: 'progress', of: { ...place, experiment: experiment?.id } });
  const checkpoint = { uuid: randomUUID(), taskId: made?.taskIds[0], resources: {}, metadata: { steps_completed: 1 } };
  await client.call(reportCheckpointRoute, { checkpoint: { ...checkpoint, state: 'STATE_COMPLETED' } });
  await expect.poll(() => hints).toContainEqual({ entity: 'checkpoint', of });
  const user = await cluster.newUser();
  await expect.poll(() => hints).toContainEqual({ entity: 'user', of: { user: user.id } });
  socket.close();
});

test('listening needs a sign-in, and by cookie a page of the same origin', async () => {
  const cookie = `auth=${cluster.admin.token}`;
  const host = new URL(cluster.address).host;
  expect(await connect({})).toBe(401);
  expect(await connect({ authorization: 'Bearer wrong' })).toBe(401);
  expect(await connect({ cookie, origin: 'https://elsewhere.example' })).toBe(401);
  expect(await connect({ cookie, 'sec-fetch-site': 'cross-site', origin: `http://${host}` })).toBe(401);
  (await connected({ cookie, origin: `http://${host}` })).socket.close();
  (await connected({ cookie, 'sec-fetch-site': 'same-origin' })).socket.close();
  const plain = await cluster.fetch(livePath, { token: cluster.admin.token });
  expect(plain.status).toBe(426);
  expect((await cluster.fetch(livePath)).status).toBe(401);
});

test('who signs out is told nothing any more', async () => {
  const user = await cluster.newUser();
  const { socket } = await connected({ authorization: `Bearer ${user.token}` });
  const closed = new Promise<number>((resolve) => socket.once('close', resolve));
  await user.client.call(logoutRoute, {});
  expect(await closed).toBe(1008);
  expect(await connect({ authorization: `Bearer ${user.token}` })).toBe(401);
});

test('a database that is away for a moment does not sign listeners out', async () => {
  const user = await cluster.newUser();
  const { socket, hints } = await connected({ authorization: `Bearer ${user.token}` });
  let closed = false;
  socket.once('close', () => {
    closed = true;
  });
  const { db, bus } = cluster.master;
  await sql`alter table user_sessions rename to away`.execute(db);
  try {
    // What is remembered of him is forgotten, and he is looked up again.
    bus.emit(sessionsChanged, { userId: user.id });
    const path = '/api/v1/me';
    await expect.poll(async () => (await cluster.fetch(path, { token: user.token })).status).toBe(500);
  } finally {
    await sql`alter table away rename to user_sessions`.execute(db);
  }
  await cluster.admin.client.call(createExperimentRoute, { config, activate: false });
  await expect.poll(() => hints).toContainEqual(expect.objectContaining({ entity: 'experiment' }));
  expect(closed).toBe(false);
  socket.close();
});

test('a burst is one frame, a change in it is told once, and of many of a kind what they lie in', async () => {
  const hub = new LiveHub(() => async (changes) => changes);
  const frames: { changed: Change[] }[] = [];
  hub.add({ shown: (changes) => changes, send: (frame) => frames.push(JSON.parse(frame)) });
  const ofExperiment = { experiment: 7, project: 2, workspace: 1 };
  for (let trial = 0; trial < 500; trial++) {
    hub.tell([{ entity: 'trial', of: { trial, ...ofExperiment } }, { entity: 'job' }]);
    hub.tell([{ entity: 'metric', of: { trial, experiment: trial, project: 2, workspace: 1 } }]);
  }
  await expect.poll(() => frames.length).toBe(1);
  expect(frames[0]?.changed).toEqual([
    { entity: 'trial', of: ofExperiment },
    { entity: 'job' },
    { entity: 'metric', of: { project: 2, workspace: 1 } },
  ]);
  hub.tell([{ entity: 'log', of: { task: 'a' } }]);
  await expect.poll(() => frames[1]).toEqual({ changed: [{ entity: 'log', of: { task: 'a' } }] });
  hub.close();
});

test('what is no websocket finds no stream of updates, and nobody without a session does', async () => {
  for (const [token, status, message] of [
    [cluster.admin.token, 404, 'api not found: GET /stream'],
    [undefined, 401, 'Unauthorized'],
  ] as const) {
    const reply = await cluster.fetch('/stream', token === undefined ? {} : { token });
    expect([reply.status, await reply.json()]).toEqual([status, { message }]);
  }
  const socket = new WebSocket(`${cluster.address.replace('http', 'ws')}/stream`);
  socket.on('error', () => {});
  const refused = await new Promise((resolve) => {
    socket.once('unexpected-response', (_request, response) => resolve(response.statusCode));
  });
  expect(refused).toBe(401);
});

test('who looks at the machines is told when one comes and when it goes away', async () => {
  const { socket, hints } = await connected({ authorization: `Bearer ${cluster.admin.token}` });
  const another = await cluster.join({ launcher: new ScriptedLauncher([1]) });
  await expect.poll(() => hints).toContainEqual({ entity: 'agent' });
  await another.stop();
  hints.length = 0;
  // It has been silent for as long as makes it so.
  await sql`update agents set seen_at = now() - interval '30 seconds'`.execute(cluster.master.db);
  for (const entity of ['agent', 'resourcePool', 'job']) await expect.poll(() => hints).toContainEqual({ entity });
  socket.close();
});
