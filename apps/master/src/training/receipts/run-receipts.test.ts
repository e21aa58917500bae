import type { ExtReplyOf, ExtRequestOf } from '@determined/contract/ext-route.ts';
import { getProjectRoute, postProjectRoute } from '@determined/contract/organisation/projects-routes.ts';
import { postWorkspaceRoute } from '@determined/contract/organisation/workspaces-routes.ts';
import {
  createExperimentRoute,
  deleteExperimentLabelRoute,
  getExperimentRoute,
} from '@determined/contract/training/experiments-routes.ts';
import {
  getExperimentCurvesRoute,
  getExperimentPointsRoute,
  getRunRowsRoute,
} from '@determined/contract/training/ext-routes.ts';
import { getFailuresRoute } from '@determined/contract/training/failures-ext-routes.ts';
import { reportTrialMetricsRoute } from '@determined/contract/training/metrics-routes.ts';
import * as routes from '@determined/contract/training/receipt-ext-routes.ts';
import { deleteRunsRoute } from '@determined/contract/training/runs-routes.ts';
import {
  createTrialRoute,
  getTrialRemainingLogRetentionDaysRoute,
  patchTrialRoute,
} from '@determined/contract/training/trials-routes.ts';
import { type DevCluster, type DevUser, startDevCluster } from '@determined/dev-cluster/dev-cluster.ts';
import { eventually } from '@determined/dev-cluster/eventually.ts';
import { HandClock } from '@determined/dev-cluster/hand-clock.ts';
import { failureOf } from '@determined/dev-cluster/refusal.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { together } from './work-on-receipts.ts';

type Receipt = ExtReplyOf<typeof routes.getReceiptRoute>;
type Wish = ExtRequestOf<typeof routes.previewReceiptRoute>['body'];

const hour = 3_600_000;
const clock = new HandClock();
let cluster: DevCluster;
let ada: DevUser;
let workspaceId = 0;
let [here, there] = [0, 0];
beforeAll(async () => {
  cluster = await startDevCluster({ clock });
  ada = await cluster.newUser();
  workspaceId = (await ada.client.call(postWorkspaceRoute, { name: 'Vision' })).workspace?.id ?? 0;
  [here, there] = [await newProject('here'), await newProject('there')];
});
afterAll(() => cluster.stop());

const newProject = async (name: string) =>
  (await ada.client.call(postProjectRoute, { workspaceId, name })).project?.id ?? 0;

/** An unmanaged search with so many runs, which have ended unless they are `going`. */
async function search(name: string, count: number, { going = 0, projectId = here } = {}) {
  const searcher = count === 1 ? 'name: single' : `name: random, max_trials: ${count}`;
  const config = `name: ${name}\nsearcher: {${searcher}, metric: loss}\nhyperparameters: {}\n`;
  const { experiment } = await ada.client.call(createExperimentRoute, { config, projectId, unmanaged: true });
  const experimentId = experiment?.id ?? 0;
  const runs: number[] = [];
  for (let n = 0; n < count; n++) {
    const { trial } = await ada.client.call(createTrialRoute, { experimentId, unmanaged: true });
    runs.push(trial?.id ?? 0);
    if (n >= going) await ada.client.call(patchTrialRoute, { trialId: trial?.id ?? 0, state: 'STATE_COMPLETED' });
  }
  return { experimentId, runs };
}

const preview = (wish: Partial<Wish> & Pick<Wish, 'act' | 'selection'>, by = ada) =>
  by.client.call(routes.previewReceiptRoute, { body: { kind: 'run', given: {}, projectId: here, ...wish } });
const params = (receiptId: string) => ({ params: { receiptId } });
async function execute({ id }: Pick<Receipt, 'id'>): Promise<Receipt> {
  await ada.client.call(routes.executeReceiptRoute, params(id));
  return eventually('it is at its end', async () => {
    const receipt = await ada.client.call(routes.getReceiptRoute, params(id));
    return receipt.state === 'done' ? receipt : undefined;
  });
}
const undo = (id: string) => ada.client.call(routes.followReceiptRoute, { ...params(id), body: { by: 'undo' } });
const shown = async (projectId = here, archived?: true) =>
  (
    await ada.client.call(getRunRowsRoute, {
      params: { projectId },
      query: { sort: 'id=asc', limit: 1000, ...(archived && { archived }) },
    })
  ).rows;
const idsIn = async (projectId: number) => (await shown(projectId)).map(({ id }) => id);
const isThere = async (id: number) =>
  (await cluster.master.db.selectFrom('trials').select('id').where('id', '=', id).execute()).length > 0;
const archivedOf = async () => (await shown(here, true)).filter(({ archived }) => archived).map(({ id }) => id);

test('a preview says what an act would do to each run; executed, it does exactly that, and is taken back', async () => {
  const { runs } = await search('sweep', 3, { going: 1 });
  const [going = 0, one = 0, two = 0] = runs;
  const previewed = await preview({ act: 'archive', selection: { ids: [...runs, 99_999] } });
  expect(previewed).toMatchObject({
    kind: 'run',
    results: { waiting: 2, done: 0, failed: 0, nothing: 0, refused: 2 },
    states: [{ name: 'STATE_COMPLETED', count: 2 }],
    projects: [{ name: 'here', count: 2 }],
  });
  expect(previewed.reasons).toEqual([
    { result: 'refused', reason: 'not ended yet', count: 1 },
    { result: 'refused', reason: 'run not found', count: 1 },
  ]);
  expect(previewed.samples.map(({ id, name }) => [id, name])).toEqual([
    [two, 'sweep'],
    [one, 'sweep'],
  ]);
  expect(await archivedOf()).toEqual([]);
  const receipt = await execute(previewed);
  expect(receipt.results).toMatchObject({ done: 2, refused: 2 });
  expect(await archivedOf()).toEqual([one, two]);
  expect(await idsIn(here)).toEqual([going]);
  const back = await undo(receipt.id);
  expect(back).toMatchObject({ kind: 'run', act: 'unarchive', total: 2 });
  expect((await execute(back)).results.done).toBe(2);
  expect(await archivedOf()).toEqual([]);
});

test('what a filter of the table finds is frozen; of it some are left out', async () => {
  const filter = JSON.stringify({
    filterGroup: {
      kind: 'group',
      conjunction: 'and',
      children: [
        {
          kind: 'field',
          columnName: 'experimentName',
          location: 'LOCATION_TYPE_RUN',
          type: 'COLUMN_TYPE_TEXT',
          operator: '=',
          value: 'filtered',
        },
      ],
    },
    showArchived: false,
  });
  const { runs } = await search('filtered', 3);
  const [one = 0, two = 0, three = 0] = runs;
  const previewed = await preview({ act: 'archive', selection: { filter, except: [two] } });
  const later = await search('filtered', 1);
  expect(previewed).toMatchObject({ by: 'filter', total: 2 });
  await execute(previewed);
  expect(await archivedOf()).toEqual([one, three]);
  expect(await idsIn(here)).toEqual(expect.arrayContaining([two, ...later.runs]));
});

test('runs move with their searches, each chosen one is told of, and all go back', async () => {
  const { experimentId, runs } = await search('moving', 120);
  const other = await search('beside', 1);
  const chosen = [...runs.slice(0, 110), ...other.runs];
  const receipt = await execute(
    await preview({ act: 'move', given: { projectId: there }, selection: { ids: chosen } }),
  );
  expect(receipt.results).toMatchObject({ done: 111, nothing: 0, failed: 0 });
  const { experiment } = await ada.client.call(getExperimentRoute, { experimentId });
  expect(experiment?.projectId).toBe(there);
  expect(await idsIn(there)).toEqual([...runs, ...other.runs]);
  const again = await preview({ act: 'move', given: { projectId: there }, selection: { ids: chosen } });
  expect(again.reasons).toEqual([{ result: 'nothing', reason: 'there already', count: 111 }]);
  const back = await execute(await undo(receipt.id));
  expect(back.results).toMatchObject({ done: 111, nothing: 0, failed: 0 });
  expect(await idsIn(there)).toEqual([]);
});

test('deleted runs are hidden at once and kept until their time, in which they are taken back', async () => {
  const { experimentId, runs } = await search('thinned', 3);
  const [one = 0, two = 0, three = 0] = runs;
  const single = await search('alone', 1);
  const [alone = 0] = single.runs;
  const all = [one, two, three, alone];
  const left = async () => (await idsIn(here)).filter((id) => all.includes(id));
  const stateOf = async (id: number) =>
    (await ada.client.call(getExperimentRoute, { experimentId: id })).experiment?.state;
  const before = [await stateOf(experimentId), await stateOf(single.experimentId)];
  const receipt = await execute(await preview({ act: 'delete', selection: { ids: [one, two, alone] } }));
  expect(receipt).toMatchObject({ results: { done: 3 }, undoHours: 72 });
  expect(await left()).toEqual([three]);
  // The only run of its search goes with it; the others’ search stays.
  expect([await stateOf(experimentId), await stateOf(single.experimentId)]).toEqual([before[0], 'STATE_DELETING']);
  const again = await preview({ act: 'delete', selection: { ids: [one] } });
  expect(again.reasons).toEqual([{ result: 'refused', reason: 'run not found', count: 1 }]);

  // What is deleted by its own call goes, while what is held stays.
  clock.advance(71 * hour);
  const plain = (await search('plain', 2)).runs[0] ?? 0;
  await ada.client.call(deleteRunsRoute, { runIds: [plain], projectId: here });
  await eventually('the plain one is gone', async () => !(await isThere(plain)));
  expect([await isThere(one), await isThere(two), await isThere(alone)]).toEqual([true, true, true]);

  const back = await undo(receipt.id);
  expect(back).toMatchObject({ kind: 'run', act: 'restore', results: { waiting: 3 } });
  const some = await preview({ act: 'restore', selection: { ids: [one, alone, three] } });
  expect(some.results).toMatchObject({ waiting: 2, refused: 1 });
  expect((await execute(some)).results.done).toBe(2);
  expect(await left()).toEqual([one, three, alone]);
  expect([await stateOf(experimentId), await stateOf(single.experimentId)]).toEqual(before);
  clock.advance(2 * hour);
  await eventually('the other is deleted in the end', async () => {
    clock.advance(10_000);
    return !(await isThere(two));
  });
  expect(await left()).toEqual([one, three, alone]);
  expect(await failureOf(undo(receipt.id))).toMatch('it can not be taken back any more');
});

test('what is deleted is hidden everywhere at once: counts, the best run, charts, failures; and is there again', async () => {
  const { experimentId, runs } = await search('charted', 3);
  const report = async (trialId: number, loss: number) =>
    ada.client.call(reportTrialMetricsRoute, {
      metrics: { trialId, trialRunId: 0, stepsCompleted: 1, metrics: { avgMetrics: { loss }, batchMetrics: [] } },
      group: 'validation',
    });
  for (const [at, id] of runs.entries()) await report(id, at + 1);
  const [best = 0, second = 0, third = 0] = runs;
  await cluster.master.db.updateTable('trials').set({ state: 'ERROR' }).where('id', '=', best).execute();
  const told = async () => {
    const { experiment } = await ada.client.call(getExperimentRoute, { experimentId });
    const row = cluster.master.db.selectFrom('experiments').select('best_trial_id').where('id', '=', experimentId);
    const of = { params: { experimentId }, query: {} };
    const { trials } = await ada.client.call(getExperimentCurvesRoute, of);
    const points = await ada.client.call(getExperimentPointsRoute, { ...of, query: { metric: 'loss' } });
    const { total } = await ada.client.call(getFailuresRoute, of);
    const { numRuns } = (await ada.client.call(getProjectRoute, { id: here })).project ?? {};
    return {
      runs: experiment?.numTrials,
      ids: experiment?.trialIds,
      best: (await row.executeTakeFirst())?.best_trial_id,
      curves: trials.map(({ trialId }) => trialId),
      points: points.trials,
      failures: total,
      ofProject: numRuns,
    };
  };
  const before = await told();
  expect(before).toMatchObject({ runs: 3, ids: runs, best, curves: runs, points: runs });
  const receipt = await execute(await preview({ act: 'delete', selection: { ids: [best] } }));
  expect(await told()).toEqual({
    runs: 2,
    ids: [second, third],
    best: second,
    curves: [second, third],
    points: [second, third],
    failures: before.failures - 1,
    ofProject: (before.ofProject ?? 0) - 1,
  });
  await execute(await undo(receipt.id));
  expect(await told()).toEqual(before);
});

test('a deleted run that was set going again meanwhile stays, and its receipt says so', async () => {
  const { runs } = await search('revived', 2);
  const [one = 0] = runs;
  const receipt = await execute(await preview({ act: 'delete', selection: { ids: [one] } }));
  await cluster.master.db.updateTable('trials').set({ state: 'ACTIVE' }).where('id', '=', one).execute();
  clock.advance(73 * hour);
  const failed = await eventually('it is told of', async () => {
    clock.advance(10_000);
    const { items } = await ada.client.call(routes.getReceiptItemsRoute, {
      ...params(receipt.id),
      query: { limit: 10 },
    });
    return items.find(({ result }) => result === 'failed');
  });
  expect(failed).toMatchObject({ id: one, reason: 'it runs again' });
  expect(await idsIn(here)).toContain(one);
});

test('a run whose search is deleted by somebody else stays so: its own deletion alone is taken back', async () => {
  const { experimentId, runs } = await search('doubly', 2);
  const [one = 0] = runs;
  const receipt = await execute(await preview({ act: 'delete', selection: { ids: [one] } }));
  const ofSearch = await execute(
    await preview({ kind: 'experiment', act: 'delete', selection: { ids: [experimentId] } }),
  );
  const reasons = [{ result: 'refused', reason: 'its files are being deleted already', count: 1 }];
  const early = await undo(receipt.id);
  expect(early.reasons).toEqual(reasons);
  await execute(await undo(ofSearch.id));
  expect((await idsIn(here)).filter((id) => runs.includes(id))).toEqual([runs[1]]);
  await execute(await undo(receipt.id));
  expect((await idsIn(here)).filter((id) => runs.includes(id))).toEqual(runs);
});

test('what changed since the preview fails when its turn comes; others are done all the same', async () => {
  const { runs } = await search('changing', 3);
  const [one = 0, two = 0, three = 0] = runs;
  const previewed = await preview({ act: 'archive', selection: { ids: runs } });
  await cluster.master.db.updateTable('trials').set({ archived: true }).where('id', '=', two).execute();
  await cluster.master.db.updateTable('trials').set({ state: 'ACTIVE' }).where('id', '=', three).execute();
  const receipt = await execute(previewed);
  expect(receipt.results).toMatchObject({ done: 1, nothing: 1, failed: 1 });
  const { items } = await ada.client.call(routes.getReceiptItemsRoute, { ...params(receipt.id), query: { limit: 10 } });
  expect(items.map(({ id, result, reason }) => [id, result, reason])).toEqual([
    [three, 'failed', 'Run is not in terminal state.'],
    [one, 'done', ''],
    [two, 'nothing', 'so already when its turn came'],
  ]);
});

test('a run whose search is being deleted is gone: its deletion stays held as it was asked for', async () => {
  const [kept, going] = [await search('kept', 1), await search('going', 1)];
  const runs = [...kept.runs, ...going.runs];
  const previewed = await preview({ act: 'archive', selection: { ids: runs } });
  const deletion = await preview({ kind: 'experiment', act: 'delete', selection: { ids: [going.experimentId] } });
  await execute(deletion);
  const receipt = await execute(previewed);
  expect(receipt.results).toMatchObject({ done: 1, failed: 1 });
  const { items } = await ada.client.call(routes.getReceiptItemsRoute, { ...params(receipt.id), query: { limit: 10 } });
  expect(items[0]).toMatchObject({
    id: going.runs[0],
    result: 'failed',
    reason: expect.stringMatching(/^run .*not found/),
  });
});

test('tags of runs are those of their searches: edited once for each, told of for every chosen run, and taken back', async () => {
  const [one, other] = [await search('tagged', 3), await search('tagged before', 1)];
  const tagsOf = async (experimentId: number) =>
    (await ada.client.call(getExperimentRoute, { experimentId })).experiment?.labels?.toSorted();
  const tag = (selection: Wish['selection']) => preview({ act: 'labels', given: { add: ['x', 'y'] }, selection });
  await execute(await tag({ ids: other.runs }));
  const previewed = await tag({ ids: [...one.runs.slice(0, 2), ...other.runs] });
  expect(previewed.results).toMatchObject({ waiting: 2, nothing: 1 });
  expect(previewed.reasons).toEqual([{ result: 'nothing', reason: 'has them so already', count: 1 }]);
  const done = await execute(previewed);
  expect(done.results).toMatchObject({ done: 2, nothing: 1 });
  expect(await tagsOf(one.experimentId)).toEqual(['x', 'y']);
  await ada.client.call(deleteExperimentLabelRoute, { experimentId: one.experimentId, label: 'y' });
  const undone = await execute(await undo(done.id));
  expect(undone.results).toMatchObject({ done: 2 });
  expect([await tagsOf(one.experimentId), await tagsOf(other.experimentId)]).toEqual([[], ['x', 'y']]);
});

test('a search of more runs than a batch takes is tagged once, and each of its runs is told of', async () => {
  const many = together.atOnce + 10;
  const { experimentId, runs } = await search('many runs', many);
  const done = await execute(await preview({ act: 'labels', given: { add: ['z'] }, selection: { ids: runs } }));
  expect(done.results).toMatchObject({ done: many, nothing: 0 });
  const undone = await execute(await undo(done.id));
  expect(undone.results).toMatchObject({ done: many, nothing: 0 });
  const { experiment } = await ada.client.call(getExperimentRoute, { experimentId });
  expect(experiment?.labels).toEqual([]);
});

test('a note on runs goes once to each of their searches, however many batches they take, and out of it again', async () => {
  const many = await search('noted runs', 60);
  const other = await search('noted, too', 1);
  const notesOf = async ({ experimentId }: typeof many) =>
    (await ada.client.call(getExperimentRoute, { experimentId })).experiment?.notes;
  const selection = { ids: [...many.runs, ...other.runs] };
  const done = await execute(await preview({ act: 'note', given: { note: 'Noisy.' }, selection }));
  expect(done.results).toMatchObject({ done: 61, nothing: 0 });
  expect([await notesOf(many), await notesOf(other)]).toEqual(['Noisy.', 'Noisy.']);
  const undone = await execute(await undo(done.id));
  expect(undone.results).toMatchObject({ done: 61, nothing: 0 });
  expect([await notesOf(many), await notesOf(other)]).toEqual(['', '']);
});

test('logs of runs are kept as long as asked, of those runs alone', async () => {
  const { runs } = await search('logs', 2);
  const [first = 0, second = 0] = runs;
  const daysOf = async (id: number) =>
    (await ada.client.call(getTrialRemainingLogRetentionDaysRoute, { id })).remainingDays;
  const before = await daysOf(second);
  const done = await execute(await preview({ act: 'retainLogs', given: { days: 7 }, selection: { ids: [first] } }));
  expect(done.results).toMatchObject({ done: 1 });
  // It ended a moment ago: the last of the days has begun.
  expect([await daysOf(first), await daysOf(second)]).toEqual([6, before]);
});

test('who may not act is told so for each run, and what runs do not know is refused', async () => {
  const { runs } = await search('hers', 1);
  const bob = await cluster.newUser();
  const previewed = await preview({ act: 'delete', selection: { ids: runs } }, bob);
  expect(previewed.results).toMatchObject({ waiting: 0, refused: 1 });
  expect(await failureOf(preview({ act: 'cancel', selection: { ids: runs } }))).toMatch(
    'act: cancel is nothing that is done to a run',
  );
});
