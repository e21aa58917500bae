import { maxPinsOfRun, maxPinText } from '@determined/contract/limits.ts';
import { postProjectRoute } from '@determined/contract/organisation/projects-routes.ts';
import { postWorkspaceRoute } from '@determined/contract/organisation/workspaces-routes.ts';
import type { Change } from '@determined/contract/staleness.ts';
import {
  archiveExperimentRoute,
  createExperimentRoute,
  deleteExperimentRoute,
  unarchiveExperimentRoute,
} from '@determined/contract/training/experiments-routes.ts';
import { getMentionedRunsRoute } from '@determined/contract/training/mention-ext-routes.ts';
import { reportTrialMetricsRoute } from '@determined/contract/training/metrics-routes.ts';
import {
  deletePinRoute,
  getPinsRoute,
  patchPinRoute,
  postPinRoute,
} from '@determined/contract/training/pin-ext-routes.ts';
import { createTrialRoute, patchTrialRoute } from '@determined/contract/training/trials-routes.ts';
import { type DevCluster, type DevUser, startDevCluster } from '@determined/dev-cluster/dev-cluster.ts';
import { codeOf, failureOf } from '@determined/dev-cluster/refusal.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { rightsChanged } from '../../identity/shared/rights-events.ts';
import { LimitedSight } from '../../testing/limited-sight.ts';

const sight = new LimitedSight();
let cluster: DevCluster;
let ada: DevUser;
let grace: DevUser;
let projectId = 0;
let run = 0;

beforeAll(async () => {
  cluster = await startDevCluster({ policy: sight.policy });
  ada = await cluster.newUser();
  grace = await cluster.newUser();
  const { client } = cluster.admin;
  const workspaceId = (await client.call(postWorkspaceRoute, { name: 'Vision' })).workspace?.id ?? 0;
  projectId = (await client.call(postProjectRoute, { workspaceId, name: 'Digits' })).project?.id ?? 0;
  [, run] = await newRun();
});
afterAll(() => cluster.stop());

const config = 'name: x\nentrypoint: x\nsearcher: {name: single, metric: val_loss}\nhyperparameters: {}\n';

async function newRun(): Promise<[experiment: number, run: number]> {
  const { client } = cluster.admin;
  const { experiment } = await client.call(createExperimentRoute, { config, projectId, unmanaged: true });
  const made = await client.call(createTrialRoute, { experimentId: experiment?.id ?? 0, unmanaged: true });
  const trialId = made.trial?.id ?? 0;
  for (const [group, avgMetrics] of [
    ['validation', { val_loss: 0.5, 'a.b "c"': 1, words: 'none' }],
    ['training', { loss: 0.7 }],
  ] as const) {
    await client.call(reportTrialMetricsRoute, {
      metrics: { trialId, trialRunId: 0, stepsCompleted: 100, metrics: { avgMetrics } },
      group,
    });
  }
  return [experiment?.id ?? 0, trialId];
}

const post = async (user: DevUser, more: object = {}, trialId = run) => {
  const body = { group: 'validation', metric: 'val_loss', batches: 100, text: 'a spike', ...more };
  return (await user.client.call(postPinRoute, { params: { trialId }, body })).pin;
};
const patch = (user: DevUser, pinId: number, body: { version: number; text: string }, trialId = run) =>
  user.client.call(patchPinRoute, { params: { trialId, pinId }, body });
const remove = (user: DevUser, pinId: number, trialId = run) =>
  user.client.call(deletePinRoute, { params: { trialId, pinId } });
const list = async (user: DevUser, ...runs: number[]) =>
  (await user.client.call(getPinsRoute, { query: { runs: runs.join() || String(run) } })).pins;

test('a pin says who wrote what on which step of which curve; those of several runs come along their steps', async () => {
  const [, other] = await newRun();
  const late = await post(ada, { batches: 200, text: '  see #12,\nthen <b>this</b>  ' });
  expect(late).toEqual({
    id: late.id,
    runId: run,
    group: 'validation',
    metric: 'val_loss',
    batches: 200,
    text: 'see #12,\nthen <b>this</b>',
    version: 1,
    author: { id: ada.id, username: ada.username, displayName: '' },
    createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
    editedAt: null,
  });
  const early = await post(grace, { group: 'training', metric: 'loss', batches: 0 }, other);
  const odd = await post(grace, { metric: 'a.b "c"' });
  expect(await list(grace, other, run, 99_999)).toEqual([early, odd, late]);
  expect(await list(grace)).toEqual([odd, late]);
  for (const { id } of [late, odd]) await remove(ada, id);
  expect(await list(ada)).toEqual([]);
});

test('its author alone changes its text, and not over another that he has not read', async () => {
  const pin = await post(ada);
  expect(await failureOf(patch(grace, pin.id, { version: 1, text: 'mine' }))).toBe(
    'PermissionDenied: Only its author changes what a pin says.',
  );
  const first = await patch(ada, pin.id, { version: 1, text: 'a bad shard' });
  expect(first).toMatchObject({ saved: true, pin: { text: 'a bad shard', version: 2 } });
  expect(first.pin.editedAt).not.toBeNull();
  // From another window, which has not seen it.
  expect(await patch(ada, pin.id, { version: 1, text: 'nothing' })).toEqual({ saved: false, pin: first.pin });
  // The answer was lost on its way, and it is sent once more.
  expect(await patch(ada, pin.id, { version: 1, text: 'a bad shard' })).toEqual({ saved: true, pin: first.pin });
  expect(await list(grace)).toEqual([first.pin]);
  await remove(grace, pin.id);
  expect(await codeOf(remove(grace, pin.id))).toBe('NotFound');
  expect(await codeOf(patch(ada, pin.id, { version: 2, text: 'gone' }))).toBe('NotFound');
});

test('texts have an end and hold what can be stored; steps are whole; metrics were reported; a run has so many pins', async () => {
  for (const text of ['', ' \n ', 'x'.repeat(maxPinText + 1), 'nul\0', 5])
    expect(await codeOf(post(ada, { text })), JSON.stringify(text)).toBe('InvalidArgument');
  for (const batches of [-1, 1.5, 2 ** 31, '1'])
    expect(await codeOf(post(ada, { batches })), String(batches)).toBe('InvalidArgument');
  for (const [group, metric] of [
    ['validation', 'loss'],
    ['validation', 'words'],
    ['nowhere', 'val_loss'],
  ])
    expect(await codeOf(post(ada, { group, metric })), `${group}.${metric}`).toBe('FailedPrecondition');
  const odd = `${'y'.repeat(maxPinText - 8)}\u202e\ud83d\ude00 #1\n`;
  const [, full] = await newRun();
  expect((await post(ada, { text: odd }, full)).text).toBe(odd.trim());
  for (let i = 1; i < maxPinsOfRun; i++) await post(ada, { text: String(i) }, full);
  expect(await failureOf(post(ada, {}, full))).toBe(`FailedPrecondition: A run has at most ${maxPinsOfRun} pins.`);
});

test('in an archive pins are read, and stay as they are', async () => {
  const [experiment, old] = await newRun();
  const pin = await post(ada, {}, old);
  const { client } = cluster.admin;
  await client.call(patchTrialRoute, { trialId: old, state: 'STATE_COMPLETED' });
  await client.call(archiveExperimentRoute, { id: experiment });
  const refused = 'FailedPrecondition: Pins of an archived experiment are read-only. Unarchive it first.';
  expect(await failureOf(post(ada, {}, old))).toBe(refused);
  expect(await failureOf(patch(ada, pin.id, { version: 1, text: 'other' }, old))).toBe(refused);
  expect(await failureOf(remove(ada, pin.id, old))).toBe(refused);
  const read = () => ada.client.call(getPinsRoute, { query: { runs: `${run},${old}` } });
  expect(await read()).toEqual({ pins: [pin], archived: [old] });
  await client.call(unarchiveExperimentRoute, { id: experiment });
  expect(await read()).toEqual({ pins: [pin], archived: [] });
});

test('a pin is of its run alone, and goes with it', async () => {
  const [experiment, going] = await newRun();
  const pin = await post(ada, {}, going);
  expect(await codeOf(remove(ada, pin.id))).toBe('NotFound');
  expect(await codeOf(patch(ada, pin.id, { version: 1, text: 'x' }))).toBe('NotFound');
  const { client } = cluster.admin;
  await client.call(patchTrialRoute, { trialId: going, state: 'STATE_COMPLETED' });
  await client.call(deleteExperimentRoute, { experimentId: experiment });
  expect(await list(ada, going)).toEqual([]);
  expect(await codeOf(post(ada, {}, going))).toBe('NotFound');
  const { db } = cluster.master;
  const left = async () => (await sql`select 1 from pins where id = ${pin.id}`.execute(db)).rows.length;
  await expect.poll(left).toBe(0);
});

test('whoever looks is told of a pin that another has written', async () => {
  const socket = new WebSocket(`${cluster.address.replace('http', 'ws')}/api/ext/v1/live`, {
    headers: { authorization: `Bearer ${grace.token}` },
  });
  const hints: Change[] = [];
  socket.on('message', (data) => hints.push(...(JSON.parse(String(data)) as { changed: Change[] }).changed));
  await new Promise((resolve) => socket.once('open', resolve));
  const told = () => hints.filter(({ entity, of }) => entity === 'pin' && of?.trial === run).length;
  const pin = await post(ada);
  await expect.poll(told).toBe(1);
  await patch(ada, pin.id, { version: 1, text: 'other' });
  await expect.poll(told).toBe(2);
  await remove(ada, pin.id);
  await expect.poll(told).toBe(3);
  socket.close();
});

test('runs that texts mention are told of at once: their states and their best values', async () => {
  const { client } = cluster.admin;
  const [experiment, ended] = await newRun();
  await client.call(reportTrialMetricsRoute, {
    metrics: { trialId: ended, trialRunId: 0, stepsCompleted: 200, metrics: { avgMetrics: { val_loss: 0.25 } } },
    group: 'validation',
  });
  await client.call(patchTrialRoute, { trialId: ended, state: 'STATE_COMPLETED' });
  const read = async (ids: string) => (await grace.client.call(getMentionedRunsRoute, { query: { ids } })).runs;
  expect(await read(`99999,${ended},${run}`)).toEqual([
    { id: run, experimentId: expect.any(Number), state: 'STATE_PAUSED', metric: 'val_loss', best: 0.5 },
    { id: ended, experimentId: experiment, state: 'STATE_COMPLETED', metric: 'val_loss', best: 0.25 },
  ]);
  expect(await codeOf(read(Array.from({ length: 101 }, (_, i) => i).join()))).toBe('InvalidArgument');
});

test('of a run that one may not see there are no pins, and it is as unknown as one that there is not', async () => {
  const pin = await post(ada);
  sight.limit(grace.id, { workspaces: [1] });
  cluster.master.bus.emit(rightsChanged, { userId: grace.id });
  await cluster.heard();
  expect(await grace.client.call(getPinsRoute, { query: { runs: String(run) } })).toEqual({ pins: [], archived: [] });
  expect(await grace.client.call(getMentionedRunsRoute, { query: { ids: String(run) } })).toEqual({ runs: [] });
  const said = async (trialId: number) => (await failureOf(post(grace, {}, trialId))).replaceAll(String(trialId), 'ID');
  expect(await said(run)).toBe(await said(99_999));
  expect(await codeOf(remove(grace, pin.id))).toBe('NotFound');
  expect(await codeOf(patch(grace, pin.id, { version: 1, text: 'x' }))).toBe('NotFound');
  // Who sees it and may not edit the experiment reads.
  sight.free(grace.id);
  const everywhere = await cluster.master.db.selectFrom('workspaces').select('id').execute();
  sight.limit(grace.id, { workspaces: everywhere.map(({ id }) => id), lacks: ['UPDATE_EXPERIMENT_METADATA'] });
  cluster.master.bus.emit(rightsChanged, { userId: grace.id });
  await cluster.heard();
  expect(await list(grace)).toEqual([pin]);
  expect(await codeOf(post(grace))).toBe('PermissionDenied');
  expect(await codeOf(remove(grace, pin.id))).toBe('PermissionDenied');
});
