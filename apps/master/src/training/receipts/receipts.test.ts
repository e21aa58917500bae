import { randomUUID } from 'node:crypto';
import type { ExtReplyOf, ExtRequestOf } from '@determined/contract/ext-route.ts';
import { deleteProjectRoute, postProjectRoute } from '@determined/contract/organisation/projects-routes.ts';
import { postWorkspaceRoute } from '@determined/contract/organisation/workspaces-routes.ts';
import { reportCheckpointRoute } from '@determined/contract/training/checkpoints-routes.ts';
import * as experiments from '@determined/contract/training/experiments-routes.ts';
import { getExperimentRowsRoute } from '@determined/contract/training/ext-routes.ts';
import * as routes from '@determined/contract/training/receipt-ext-routes.ts';
import { getExperimentTrialsRoute } from '@determined/contract/training/trials-routes.ts';
import { type DevCluster, type DevUser, devPassword, startDevCluster } from '@determined/dev-cluster/dev-cluster.ts';
import { eventually } from '@determined/dev-cluster/eventually.ts';
import { HandClock } from '@determined/dev-cluster/hand-clock.ts';
import { codeOf, failureOf } from '@determined/dev-cluster/refusal.ts';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { rightsChanged } from '../../identity/shared/rights-events.ts';
import { LimitedSight } from '../../testing/limited-sight.ts';
import { checkpointKeepers } from '../checkpoints/shared/kept-checkpoints.ts';
import { together } from './work-on-receipts.ts';

type Receipt = ExtReplyOf<typeof routes.getReceiptRoute>;
type Wish = ExtRequestOf<typeof routes.previewReceiptRoute>['body'];

const sight = new LimitedSight();
const clock = new HandClock();
const hour = 3_600_000;
let cluster: DevCluster;
let ada: DevUser;
let workspaceId = 0;
let project = 0;
beforeAll(async () => {
  cluster = await startDevCluster({ policy: sight.policy, clock });
  ada = await cluster.newUser();
  const { workspace } = await ada.client.call(postWorkspaceRoute, { name: 'Vision' });
  workspaceId = workspace?.id ?? 0;
  project = await newProject('Digits');
});
afterAll(() => cluster.stop());

const newProject = async (name: string) =>
  (await ada.client.call(postProjectRoute, { workspaceId, name })).project?.id ?? 0;

async function create(name: string, { ended = true, projectId = project, by = ada } = {}): Promise<number> {
  const config = `name: ${name}\nentrypoint: x\nsearcher: {name: single, metric: loss}\nhyperparameters: {}\nresources: {slots_per_trial: 0}\n`;
  const { experiment } = await by.client.call(experiments.createExperimentRoute, {
    config,
    projectId,
    activate: false,
  });
  const id = experiment?.id ?? 0;
  if (ended) await by.client.call(experiments.killExperimentRoute, { id });
  return id;
}

const several = async (names: string[], options = {}) => {
  const ids: number[] = [];
  for (const name of names) ids.push(await create(name, options));
  return ids;
};
const about = async (id: number) =>
  (await ada.client.call(experiments.getExperimentRoute, { experimentId: id })).experiment;
const preview = (wish: Partial<Wish> & Pick<Wish, 'act' | 'selection'>, by = ada) =>
  by.client.call(routes.previewReceiptRoute, {
    body: { kind: 'experiment', given: {}, projectId: project, ...wish },
  });
const params = (receiptId: string) => ({ params: { receiptId } });
const read = (id: string, by = ada) => by.client.call(routes.getReceiptRoute, params(id));
const items = async (id: string, query = {}) =>
  (await ada.client.call(routes.getReceiptItemsRoute, { ...params(id), query: { limit: 100, ...query } })).items;

async function execute({ id }: Pick<Receipt, 'id'>, by = ada): Promise<Receipt> {
  await by.client.call(routes.executeReceiptRoute, params(id));
  return eventually('it is at its end', async () => {
    const receipt = await read(id, by);
    return receipt.state === 'done' ? receipt : undefined;
  });
}
const follow = (id: string, what: 'undo' | 'retry') =>
  ada.client.call(routes.followReceiptRoute, { ...params(id), body: { by: what } });
const shown = async (projectId = project) =>
  (await ada.client.call(getExperimentRowsRoute, { params: { projectId }, query: {} })).rows.map(({ id }) => id);

test('a preview says what an act would do to each and does nothing; executed, it does exactly that, once', async () => {
  const [one = 0, two = 0] = await several(['first', 'second']);
  const paused = await create('third', { ended: false });
  const previewed = await preview({ act: 'archive', selection: { ids: [two, one, paused, 99_999, one] } });
  expect(previewed).toMatchObject({
    kind: 'experiment',
    act: 'archive',
    state: 'previewed',
    by: 'ids',
    total: 4,
    user: { username: ada.username },
    project: { id: project, name: 'Digits', workspace: 'Vision' },
    results: { waiting: 2, done: 0, failed: 0, nothing: 0, refused: 2 },
    states: [{ name: 'STATE_CANCELED', count: 2 }],
    owners: [{ name: ada.username, count: 2 }],
    projects: [{ name: 'Digits', count: 2 }],
    undoUntil: null,
  });
  expect(previewed.reasons).toEqual([
    { result: 'refused', reason: 'not ended yet', count: 1 },
    { result: 'refused', reason: 'experiment not found', count: 1 },
  ]);
  expect(previewed.samples.map(({ id, name, state }) => [id, name, state])).toEqual([
    [two, 'second', 'STATE_CANCELED'],
    [one, 'first', 'STATE_CANCELED'],
  ]);
  expect((await about(one))?.archived).toBe(false);
  const listed = () => ada.client.call(routes.getReceiptsRoute, { query: { limit: 100 } });
  expect((await listed()).receipts.map(({ id }) => id)).not.toContain(previewed.id);

  const done = await execute(previewed);
  expect(done.results).toEqual({ waiting: 0, done: 2, failed: 0, nothing: 0, refused: 2 });
  expect([(await about(one))?.archived, (await about(two))?.archived]).toEqual([true, true]);
  expect((await items(previewed.id)).map(({ id, result, reason }) => [id, result, reason])).toEqual([
    [two, 'done', ''],
    [one, 'done', ''],
    [99_999, 'refused', 'experiment not found'],
    [paused, 'refused', 'not ended yet'],
  ]);
  expect((await items(previewed.id, { result: 'done', text: 'FIRS' })).map(({ id }) => id)).toEqual([one]);
  expect((await listed()).receipts[0]).toMatchObject({
    id: previewed.id,
    state: 'done',
    total: 4,
    username: ada.username,
  });

  // What happened since is not undone by asking again.
  await ada.client.call(experiments.unarchiveExperimentRoute, { id: one });
  await ada.client.call(routes.executeReceiptRoute, params(previewed.id));
  expect((await read(previewed.id)).results.done).toBe(2);
  expect((await about(one))?.archived).toBe(false);

  // Taken back it has a preview and a receipt of its own.
  const back = await follow(previewed.id, 'undo');
  expect(back).toMatchObject({
    act: 'unarchive',
    undoes: previewed.id,
    by: 'receipt',
    results: { waiting: 1, refused: 1 },
  });
  await execute(back);
  expect((await about(two))?.archived).toBe(false);
  expect((await read(previewed.id)).undoneBy).toBe(back.id);
});

test('what a filter finds is frozen when it is previewed, but for what is left out', async () => {
  const there = await newProject('Frozen');
  const [keep = 0, one = 0, two = 0] = await several(['keep', 'goes-1', 'goes-2'], { projectId: there });
  const other = await create('stays', { projectId: there });
  const filter = JSON.stringify({
    filterGroup: {
      kind: 'group',
      conjunction: 'and',
      children: [
        {
          kind: 'field',
          columnName: 'name',
          location: 'LOCATION_TYPE_EXPERIMENT',
          operator: 'contains',
          type: 'COLUMN_TYPE_TEXT',
          value: 'e',
        },
      ],
    },
    showArchived: false,
  });
  const previewed = await preview({ act: 'archive', projectId: there, selection: { filter, except: [keep] } });
  expect(previewed).toMatchObject({ by: 'filter', total: 2 });
  const late = await create('goes-too-late', { projectId: there });
  await execute(previewed);
  const archived = async (id: number) => (await about(id))?.archived;
  expect([await archived(one), await archived(two)]).toEqual([true, true]);
  expect([await archived(keep), await archived(other), await archived(late)]).toEqual([false, false, false]);
  // Of the rest of the project, without a filter.
  expect((await preview({ act: 'archive', projectId: there, selection: { archived: true } })).results).toMatchObject({
    waiting: 3,
    refused: 2,
  });
  expect(await codeOf(preview({ act: 'archive', projectId: null, selection: {} }))).toBe('InvalidArgument');
});

describe('rights', () => {
  test('who may not is refused for each thing, as by the call for one', async () => {
    const bob = await cluster.newUser();
    const [hers = 0] = await several(['hers']);
    const his = await create('his', { by: bob });
    const previewed = await preview({ act: 'delete', selection: { ids: [hers, his] } }, bob);
    expect(previewed.results).toMatchObject({ waiting: 1, refused: 1 });
    expect(previewed.reasons).toEqual([{ result: 'refused', reason: 'user does not have permission', count: 1 }]);
    // Of others' receipts nobody learns but administrators, who execute none either.
    expect(await codeOf(read(previewed.id))).toBe('NotFound');
    for (const user of [ada, cluster.admin])
      expect(await codeOf(user.client.call(routes.executeReceiptRoute, params(previewed.id)))).toBe('NotFound');
    expect((await read(previewed.id, cluster.admin)).user.username).toBe(bob.username);
    await execute(previewed, bob);
    expect((await about(his))?.state).toBe('STATE_DELETING');
    expect((await about(hers))?.state).toBe('STATE_CANCELED');
    const all = (by: DevUser) => by.client.call(routes.getReceiptsRoute, { query: { everybody: true, limit: 100 } });
    expect((await all(cluster.admin)).receipts.map(({ username }) => username)).toContain(bob.username);
    expect(await codeOf(all(bob))).toBe('PermissionDenied');
    const own = await bob.client.call(routes.getReceiptsRoute, { query: { limit: 100 } });
    expect(new Set(own.receipts.map(({ username }) => username))).toEqual(new Set([bob.username]));
  });

  test('what one may not see is not there, and a right that is lost meanwhile counts', async () => {
    const eve = await cluster.newUser();
    const ids = await several(['seen-1', 'seen-2']);
    const previewed = await preview({ act: 'archive', selection: { ids } }, eve);
    expect(previewed.results.waiting).toBe(2);
    sight.limit(eve.id, { workspaces: [workspaceId], lacks: ['UPDATE_EXPERIMENT_METADATA'] });
    cluster.master.bus.emit(rightsChanged, { userId: eve.id });
    await cluster.heard();
    expect((await preview({ act: 'archive', selection: { ids } }, eve)).results).toMatchObject({
      waiting: 0,
      refused: 2,
    });
    const done = await execute(previewed, eve);
    expect(done.results).toEqual({ waiting: 0, done: 0, failed: 2, nothing: 0, refused: 0 });
    sight.limit(eve.id, { workspaces: [1] });
    cluster.master.bus.emit(rightsChanged, { userId: eve.id });
    await cluster.heard();
    const hidden = await preview({ act: 'archive', selection: { ids } }, eve);
    expect(hidden.reasons).toEqual([{ result: 'refused', reason: 'experiment not found', count: 2 }]);
    expect(JSON.stringify(hidden)).not.toMatch(/seen-|Digits|Vision/);
    expect(await codeOf(preview({ act: 'archive', selection: {} }, eve))).toBe('NotFound');
    const goal = { act: 'move', given: { projectId: project }, selection: { ids } } as const;
    expect(await codeOf(preview({ ...goal, projectId: null }, eve))).toBe('NotFound');
  });
});

test('what is moved goes back to where each came from; labels come and go, and others keep theirs', async () => {
  const [from, to] = [await newProject('From'), await newProject('To')];
  const one = await create('one', { projectId: from });
  const [two = 0, archived = 0] = await several(['two', 'three']);
  const there = await create('there', { projectId: to });
  await ada.client.call(experiments.archiveExperimentRoute, { id: archived });
  expect(await codeOf(preview({ act: 'move', selection: { ids: [one] } }))).toBe('InvalidArgument');
  const previewed = await preview({
    act: 'move',
    given: { projectId: to },
    selection: { ids: [one, two, archived, there] },
  });
  expect(previewed.destination).toMatchObject({ name: 'To', workspace: 'Vision' });
  expect(previewed.reasons).toEqual([
    { result: 'refused', reason: 'archived', count: 1 },
    { result: 'nothing', reason: 'there already', count: 1 },
  ]);
  await execute(previewed);
  const placeOf = async (id: number) => (await about(id))?.projectId;
  expect([await placeOf(one), await placeOf(two), await placeOf(archived)]).toEqual([to, to, project]);
  await execute(await follow(previewed.id, 'undo'));
  expect([await placeOf(one), await placeOf(two), await placeOf(there)]).toEqual([from, project, to]);

  await ada.client.call(experiments.putExperimentLabelRoute, { experimentId: one, label: 'old' });
  await ada.client.call(experiments.putExperimentLabelRoute, { experimentId: two, label: 'new' });
  const labelled = await preview({
    act: 'labels',
    given: { add: ['new'], remove: ['old'] },
    selection: { ids: [one, two] },
  });
  expect(labelled.results).toMatchObject({ waiting: 1, nothing: 1 });
  await execute(labelled);
  expect((await about(one))?.labels).toEqual(['new']);
  await ada.client.call(experiments.putExperimentLabelRoute, { experimentId: one, label: 'meanwhile' });
  await execute(await follow(labelled.id, 'undo'));
  expect((await about(one))?.labels).toEqual(['meanwhile', 'old']);
  expect((await about(two))?.labels).toEqual(['new']);
});

describe('deletion', () => {
  const deleted = async (ids: number[], projectId = project) =>
    execute(await preview({ act: 'delete', projectId, selection: { ids } }));
  const stateOf = async (id: number) => (await about(id))?.state;
  const isThere = async (id: number) =>
    (await cluster.master.db.selectFrom('experiments').select('id').where('id', '=', id).execute()).length > 0;

  test('hides at once and keeps everything until its time, in which it can be taken back', async () => {
    const [one = 0, two = 0] = await several(['comes-back', 'goes']);
    const before = await about(one);
    const receipt = await deleted([one, two]);
    expect(receipt.results.done).toBe(2);
    const left = new Date(receipt.undoUntil ?? 0).getTime() - new Date(receipt.executedAt ?? 0).getTime();
    expect(left).toBe(72 * hour);
    expect(await shown()).not.toContain(one);
    expect(await stateOf(one)).toBe('STATE_DELETING');
    clock.advance(71 * hour);
    // What is deleted by its own call goes, while what is held stays.
    const plain = await create('plain');
    await ada.client.call(experiments.deleteExperimentRoute, { experimentId: plain });
    await eventually('the plain one is gone', async () => !(await isThere(plain)));
    expect([await isThere(one), await isThere(two)]).toEqual([true, true]);

    const undo = await follow(receipt.id, 'undo');
    expect(undo).toMatchObject({ act: 'restore', results: { waiting: 2 } });
    const onlyOne = await preview({ act: 'restore', selection: { ids: [one, plain] } });
    expect(onlyOne.results).toMatchObject({ waiting: 1, refused: 1 });
    await execute(onlyOne);
    const after = await about(one);
    expect([after?.state, after?.endTime]).toEqual([before?.state, before?.endTime]);
    expect(await shown()).toContain(one);
    clock.advance(2 * hour);
    await eventually('it is deleted in the end', async () => {
      clock.advance(10_000);
      return !(await isThere(two));
    });
    expect(await stateOf(one)).toBe('STATE_CANCELED');
    expect(await failureOf(follow(receipt.id, 'undo'))).toBe('FailedPrecondition: it can not be taken back any more');
    // The same can be deleted again, once more to be taken back.
    await deleted([one]);
    await execute(await preview({ act: 'restore', selection: { ids: [one] } }));
    expect(await stateOf(one)).toBe('STATE_CANCELED');
  });

  test('who deletes the project deletes what is held, too; what fails in the end is told in the receipt', async () => {
    const there = await newProject('Short-lived');
    const [held = 0] = await several(['held'], { projectId: there });
    const receipt = await deleted([held], there);
    await ada.client.call(deleteProjectRoute, { id: there });
    await eventually('the held one is gone', async () => {
      clock.advance(10_000);
      return !(await isThere(held));
    });
    expect((await follow(receipt.id, 'undo')).reasons).toEqual([
      { result: 'refused', reason: 'experiment not found', count: 1 },
    ]);

    const [needed = 0] = await several(['needed']);
    const { trials } = await ada.client.call(getExperimentTrialsRoute, { experimentId: needed });
    const checkpoint = { uuid: randomUUID(), taskId: trials[0]?.taskIds[0] ?? '', resources: { 'w.bin': 10 } };
    await ada.client.call(reportCheckpointRoute, {
      checkpoint: { ...checkpoint, state: 'STATE_COMPLETED', metadata: { steps_completed: 1 } },
    });
    const failing = await deleted([needed]);
    for (const master of cluster.masters)
      checkpointKeepers(master).push({
        says: 'belong to a model',
        saysOfExperiment: 'belong to a model',
        needed: async (_db, uuids) => new Map(uuids.map((uuid) => [uuid, 'it'])),
      });
    clock.advance(73 * hour);
    await eventually('it could not be deleted', async () => {
      clock.advance(10_000);
      return (await stateOf(needed)) === 'STATE_DELETE_FAILED';
    });
    const failed = await read(failing.id);
    expect(failed.results).toMatchObject({ done: 0, failed: 1 });
    expect((await items(failing.id))[0]).toMatchObject({
      id: needed,
      result: 'failed',
      reason: 'checkpoints belong to a model',
    });
    const again = await preview({ act: 'delete', selection: { ids: [needed] } });
    expect(again.reasons).toEqual([{ result: 'refused', reason: 'checkpoints belong to a model', count: 1 }]);
    for (const master of cluster.masters) checkpointKeepers(master).length = 0;
  });
});

test('what changed since the preview is told when its turn comes, and asked for again', async () => {
  const [one = 0, two = 0, three = 0] = await several(['a', 'b', 'c'], { ended: false });
  const previewed = await preview({ act: 'activate', selection: { ids: [one, two, three] } });
  await ada.client.call(experiments.activateExperimentRoute, { id: two });
  await ada.client.call(experiments.killExperimentRoute, { id: three });
  const done = await execute(previewed);
  expect((await items(done.id)).map(({ id, result, reason }) => [id, result, reason])).toEqual([
    [three, 'failed', 'experiment in terminal state'],
    [one, 'done', ''],
    [two, 'nothing', 'so already when its turn came'],
  ]);
  const again = await follow(done.id, 'retry');
  expect(again).toMatchObject({ act: 'activate', total: 1 });
  expect(again.reasons).toEqual([{ result: 'refused', reason: 'ended already', count: 1 }]);
  // Paused and killed by the same acts as the calls.
  const pause = await execute(await preview({ act: 'pause', selection: { ids: [one, two] } }));
  expect(pause.results.done).toBe(2);
  expect((await about(one))?.state).toBe('STATE_PAUSED');
  expect((await follow(pause.id, 'undo')).act).toBe('activate');
  const cancel = await execute(await preview({ act: 'cancel', selection: { ids: [one] } }));
  expect([cancel.results.done, cancel.undoUntil]).toEqual([1, null]);
  await execute(await preview({ act: 'kill', selection: { ids: [two] } }));
  for (const id of [one, two]) await eventually('ended', async () => (await about(id))?.state === 'STATE_CANCELED');
  const retained = await execute(
    await preview({ act: 'retainLogs', given: { days: 7 }, selection: { ids: [one, two] } }),
  );
  expect(retained.results.done).toBe(2);
  expect(await codeOf(preview({ act: 'retainLogs', selection: { ids: [one] } }))).toBe('InvalidArgument');
});

describe('a crash', () => {
  const [first, rest] = [together.atOnce, 10];
  let ids: number[] = [];
  /** Keeps the batch with this experiment waiting until it is let go. */
  async function holdUp(id: number) {
    const { pool, close } = await cluster.connect();
    const session = await pool.connect();
    await session.query('begin');
    await session.query('select 1 from experiments where id = $1 for update', [id]);
    const waiting = async () => {
      const { rows } = await session.query<{ pid: number }>(
        `select pid from pg_stat_activity where wait_event_type = 'Lock' and pid <> pg_backend_pid()
          and datname = current_database()`,
      );
      return rows.map(({ pid }) => pid);
    };
    return {
      waits: () => eventually('a batch waits', async () => (await waiting()).length > 0),
      crash: async () => {
        for (const pid of await waiting()) await session.query('select pg_terminate_backend($1)', [pid]);
      },
      letGo: async () => {
        await session.query('rollback');
        session.release();
        await close();
      },
    };
  }

  test('in the middle of a batch undoes that batch; another master goes on, none is done twice and none left out', async () => {
    ids = await several(
      Array.from({ length: first + rest }, (_, n) => `many-${n}`),
      { ended: false },
    );
    const previewed = await preview({ act: 'activate', selection: { ids } });
    expect([previewed.results.waiting, previewed.samples.length]).toEqual([first + rest, 20]);
    const held = await holdUp(ids[first + 5] ?? 0);
    await ada.client.call(routes.executeReceiptRoute, params(previewed.id));
    await held.waits();
    expect((await read(previewed.id)).results).toMatchObject({ done: first, waiting: rest });
    const second = await cluster.join();
    await held.crash();
    await held.letGo();
    await cluster.stopFirst();
    await eventually('another master goes on', async () => {
      clock.advance(10_000);
      const row = second.master.db.selectFrom('receipts').select(['state', 'done']).where('id', '=', previewed.id);
      const { state, done } = await row.executeTakeFirstOrThrow();
      return state === 'done' && done === first + rest;
    });
    const changes = await sql<{ times: number }>`select count(*)::int as times from state_changes
      where experiment_id = any(${ids}::int[]) and trial_id is null and to_state = 'ACTIVE'
      group by experiment_id`.execute(second.master.db);
    expect(changes.rows.map(({ times }) => times)).toEqual(ids.map(() => 1));
    await second.remove();
    await cluster.restart();
    ada = await cluster.signIn(ada.username, devPassword);
  });

  test('stopped by who asked, it ends after its batch, and the rest is left as it is', async () => {
    const previewed = await preview({ act: 'pause', selection: { ids } });
    const held = await holdUp(ids[10] ?? 0);
    await ada.client.call(routes.executeReceiptRoute, params(previewed.id));
    await held.waits();
    const stopping = ada.client.call(routes.stopReceiptRoute, params(previewed.id));
    await held.letGo();
    await stopping;
    const stopped = await eventually('it has stopped', async () => {
      const receipt = await read(previewed.id);
      return receipt.state !== 'running' ? receipt : undefined;
    });
    // Which of two comes first is the database's choice; nothing is in between.
    expect([
      ['stopped', first, rest],
      ['done', first + rest, 0],
    ]).toContainEqual([stopped.state, stopped.results.done, stopped.results.waiting]);
  });
});

describe('what is killed, paused or set going', () => {
  /** Of what is written; who waits for the end only reads. */
  async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
    const spy = vi.spyOn(pg.Client.prototype, 'query');
    try {
      await work();
      // As a text until it is used often, then with a name.
      const texts = spy.mock.calls.map(([asked]: unknown[]) =>
        typeof asked === 'string' ? asked : String((asked as { text?: unknown }).text),
      );
      return texts.filter((text) => /^(insert|update|delete|with)/.test(text.trim()));
    } finally {
      spy.mockRestore();
    }
  }

  test('goes over together: with a batch of many as many statements are sent as with few', async () => {
    const names = (count: number) => Array.from({ length: count }, (_, n) => `together-${count}-${n}`);
    const few = await several(names(3), { ended: false });
    const many = await several(names(60), { ended: false });
    for (const act of ['activate', 'pause', 'kill'] as const) {
      const sent: number[] = [];
      for (const ids of [few, many]) {
        const previewed = await preview({ act, selection: { ids } });
        const statements = await statementsOf(() => execute(previewed));
        sent.push(statements.length);
        // Many indexes have their rows.
        for (const table of ['experiments', 'trials'])
          expect(statements.filter((text) => text.startsWith(`update "${table}"`))).toHaveLength(1);
        expect((await read(previewed.id)).results.done).toBe(ids.length);
      }
      // Besides them the queue is looked at and told of, more or less often.
      expect(sent[1], `${act}: ${sent.join(' and ')}`).toBeLessThan((sent[0] ?? 0) + 30);
    }
  });

  test('has each its own history: what waited, what rested, what was stopping', async () => {
    const [rests = 0, waits = 0] = await several(['rests', 'waits'], { ended: false });
    await ada.client.call(experiments.activateExperimentRoute, { id: waits });
    const done = await execute(await preview({ act: 'kill', selection: { ids: [rests, waits] } }));
    expect(done.results).toMatchObject({ done: 2, failed: 0 });
    const { rows } = await sql<{ id: number; of: string; from: string; to: string; reason: string }>`
      select experiment_id as id, case when trial_id is null then 'experiment' else 'trial' end as of, from_state as from,
        to_state as to, reason from state_changes c
      where experiment_id = any(${[rests, waits]}::int[]) and to_state in ('STOPPING_KILLED', 'CANCELED')
      order by experiment_id, of, c.id`.execute(cluster.master.db);
    const asked = 'user requested kill';
    const ended = (id: number, from: string) => [
      { id, of: 'experiment', from, to: 'STOPPING_KILLED', reason: asked },
      { id, of: 'experiment', from: 'STOPPING_KILLED', to: 'CANCELED', reason: 'all trials have ended' },
      { id, of: 'trial', from, to: 'STOPPING_KILLED', reason: asked },
      { id, of: 'trial', from: 'STOPPING_KILLED', to: 'CANCELED', reason: asked },
    ];
    expect(rows).toEqual([...ended(rests, 'PAUSED'), ...ended(waits, 'ACTIVE')]);
    const open = await sql`select 1 from tasks t join allocations a on a.task_id = t.id
      where t.id like ${`${waits}.%`} and (t.end_time is null or a.state <> 'TERMINATED')`.execute(cluster.master.db);
    expect(open.rows).toEqual([]);
    expect([(await about(rests))?.endTime, (await about(waits))?.endTime]).not.toContain(null);
  });
});

test('receipts go after their days, and previews after an hour', async () => {
  const ids = await several(['kept']);
  const done = await execute(await preview({ act: 'archive', selection: { ids } }));
  const unused = await preview({ act: 'unarchive', selection: { ids } });
  clock.advance(61 * 60_000);
  // Executed too late, or swept already: either way nothing is done.
  expect(['FailedPrecondition', 'NotFound']).toContain(
    await codeOf(ada.client.call(routes.executeReceiptRoute, params(unused.id))),
  );
  await eventually('the preview is swept', async () => {
    clock.advance(hour);
    return (await codeOf(read(unused.id))) === 'NotFound';
  });
  expect((await read(done.id)).keptUntil).toBe(
    new Date(new Date(done.executedAt ?? 0).getTime() + 30 * 24 * hour).toISOString(),
  );
  clock.advance(29 * 24 * hour);
  // Its session has ended meanwhile.
  ada = await cluster.signIn(ada.username, devPassword);
  expect((await read(done.id)).state).toBe('done');
  await eventually('the receipt is swept', async () => {
    clock.advance(hour);
    return (await read(done.id).catch(() => undefined)) === undefined;
  });
});

test('a note is added below what each has noted, and taken out again without what others wrote meanwhile', async () => {
  const [bare = 0, noted = 0, archived = 0] = await several(['bare', 'noted', 'archived']);
  const write = (id: number, notes: string) =>
    ada.client.call(experiments.patchExperimentRoute, { experiment: { id, notes } });
  const notesOf = async (id: number) => (await about(id))?.notes;
  await write(noted, '# Kept\n');
  await ada.client.call(experiments.archiveExperimentRoute, { id: archived });
  const selection = { ids: [bare, noted, archived] };
  expect(await codeOf(preview({ act: 'note', given: { note: ' \n' }, selection }))).toBe('InvalidArgument');
  expect(await codeOf(preview({ act: 'strikeNote', given: { note: 'x' }, selection }))).toBe('InvalidArgument');
  const previewed = await preview({ act: 'note', given: { note: '**Bad** data until May.\n' }, selection });
  expect(previewed.results).toMatchObject({ waiting: 2, refused: 1 });
  expect(previewed.reasons).toEqual([{ result: 'refused', reason: 'archived', count: 1 }]);
  expect(await notesOf(bare)).toBe('');
  const receipt = await execute(previewed);
  expect(receipt.results).toMatchObject({ done: 2, failed: 0, refused: 1 });
  expect(await notesOf(bare)).toBe('**Bad** data until May.');
  expect(await notesOf(noted)).toBe('# Kept\n\n**Bad** data until May.');
  expect(await notesOf(archived)).toBe('');

  await write(noted, `${await notesOf(noted)}\n\nFixed in June.`);
  await write(bare, 'Another text altogether.');
  const back = await execute(await follow(previewed.id, 'undo'));
  expect(back.results).toMatchObject({ done: 1, nothing: 1 });
  expect(await notesOf(noted)).toBe('# Kept\n\n\nFixed in June.');
  expect(await notesOf(bare)).toBe('Another text altogether.');
});

test('what is archived between preview and its turn keeps its notes, and is told of', async () => {
  const [one = 0, two = 0] = await several(['goes on', 'is archived']);
  const previewed = await preview({ act: 'note', given: { note: 'Seen.' }, selection: { ids: [one, two] } });
  await ada.client.call(experiments.archiveExperimentRoute, { id: two });
  const receipt = await execute(previewed);
  expect(receipt.results).toMatchObject({ done: 1, failed: 1 });
  expect([(await about(one))?.notes, (await about(two))?.notes]).toEqual(['Seen.', '']);
});
