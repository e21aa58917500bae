import { randomUUID } from 'node:crypto';
import { getProjectRoute, postProjectRoute } from '@determined/contract/organisation/projects-routes.ts';
import { postWorkspaceRoute } from '@determined/contract/organisation/workspaces-routes.ts';
import { getCheckpointRoute, reportCheckpointRoute } from '@determined/contract/training/checkpoints-routes.ts';
import {
  archiveExperimentRoute,
  createExperimentRoute,
  getExperimentRoute,
  unarchiveExperimentRoute,
} from '@determined/contract/training/experiments-routes.ts';
import * as routes from '@determined/contract/training/runs-routes.ts';
import { createTrialRoute, getTrialRoute, patchTrialRoute } from '@determined/contract/training/trials-routes.ts';
import { eventually } from '@determined/dev-cluster/eventually.ts';
import { refusalOf } from '@determined/dev-cluster/refusal.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type LifeTestBed, startLifeTestBed } from '../experiments/testing/life-test-bed.ts';

let bed: LifeTestBed;
let other = 0;
beforeAll(async () => {
  bed = await startLifeTestBed();
  const { workspace } = await client().call(postWorkspaceRoute, { name: 'elsewhere' });
  const made = await client().call(postProjectRoute, { workspaceId: workspace?.id ?? 0, name: 'there' });
  other = made.project?.id ?? 0;
});
afterAll(() => bed.cluster.stop());

const client = () => bed.cluster.admin.client;
const own = (runIds: number[], projectId = 1) => ({ runIds, projectId });
const done = (...ids: number[]) => ids.map((id) => ({ id, error: '' }));
const noRun = 99_999;
const unknown = { id: noRun, error: `Run with id '${noRun}' not found in project with id '1'` };
const onlyRun = async (experimentId: number) => (await bed.trials(experimentId))[0]?.id ?? 0;
const stateOf = async (run: number) => (await client().call(getTrialRoute, { trialId: run })).trial?.state;

/** An unmanaged search whose runs have ended. */
async function ended(runs: number, searcher = 'name: random, metric: loss, max_trials: 2') {
  const config = `name: ended\nsearcher: {${searcher}}\nhyperparameters: {}\n`;
  const { experiment } = await client().call(createExperimentRoute, { config, unmanaged: true });
  const experimentId = experiment?.id ?? 0;
  const ids: number[] = [];
  for (let n = 0; n < runs; n++) {
    const { trial } = await client().call(createTrialRoute, { experimentId, unmanaged: true });
    ids.push(trial?.id ?? 0);
    await client().call(patchTrialRoute, { trialId: trial?.id ?? 0, state: 'STATE_COMPLETED' });
  }
  return { experimentId, ids: ids.toSorted((a, b) => a - b) };
}

test('[API-126] pause and resume act on the only run of a search, and name each that they refuse', async () => {
  const id = await bed.create({ slots: 2 });
  const run = await onlyRun(id);
  const many = await bed.create({ searcher: 'name: random, metric: loss, max_trials: 2', slots: 2 });
  const ofMany = await onlyRun(many);
  const refused = { id: ofMany, error: `Cannot pause/unpause run '${ofMany}' (part of multi-trial).` };
  const pause = await client().call(routes.pauseRunsRoute, own([run, ofMany, noRun]));
  expect(pause.results).toEqual([refused, unknown, ...done(run)]);
  await eventually('it rests', async () => (await stateOf(run)) === 'STATE_PAUSED');
  expect(await bed.experimentState(id)).toBe('PAUSED');
  const resume = await client().call(routes.resumeRunsRoute, own([run, ofMany, noRun]));
  expect(resume.results).toEqual([refused, unknown, ...done(run)]);
  expect(await bed.experimentState(id)).toBe('ACTIVE');

  const killed = await client().call(routes.killRunsRoute, own([run, ofMany, noRun]));
  expect(killed.results).toEqual([{ id: noRun, error: `Run with id '${noRun}' not found` }, ...done(run, ofMany)]);
  await bed.isState(id, 'CANCELED');
  // Of a search of many only that one.
  await eventually('it has ended', async () => (await stateOf(ofMany)) === 'STATE_CANCELED');
  expect((await bed.trials(many)).map(({ state }) => state)).toEqual(['CANCELED', 'ACTIVE']);
  const again = await client().call(routes.pauseRunsRoute, own([run]));
  expect(again.results).toEqual([
    { id: run, error: 'Failed to pause associated experiment: experiment in terminal state' },
  ]);
  await client().call(routes.killRunsRoute, own((await bed.trials(many)).map((trial) => trial.id)));
  await bed.isState(many, 'CANCELED');
});

test('[API-128] a kill does nothing to what has ended and refuses what nobody here runs', async () => {
  const { experimentId, ids } = await ended(1);
  const [run = 0] = ids;
  expect((await client().call(routes.killRunsRoute, own([run]))).results).toEqual(done(run));
  const { trial } = await client().call(createTrialRoute, { experimentId, unmanaged: true });
  const live = trial?.id ?? 0;
  await client().call(patchTrialRoute, { trialId: live, state: 'STATE_RUNNING' });
  expect((await client().call(routes.killRunsRoute, own([live]))).results).toEqual([
    {
      id: live,
      error: `Failed to kill run: rpc error: code = NotFound desc = experiment '${experimentId}' not found`,
    },
  ]);
});

test('[API-127] archive and unarchive', async () => {
  const { experimentId, ids } = await ended(2);
  const [one = 0, two = 0] = ids;
  const running = await bed.create({ slots: 2 });
  const live = await onlyRun(running);
  const archived = async (run: number) => (await bed.trials(experimentId)).find(({ id }) => id === run)?.archived;
  const archive = (...runs: number[]) => client().call(routes.archiveRunsRoute, own(runs));
  expect((await archive(one, live, noRun)).results).toEqual([
    { id: live, error: 'Run is not in terminal state.' },
    unknown,
    ...done(one),
  ]);
  expect(await archived(one)).toBe(true);
  expect((await archive(one)).results).toEqual(done(one));
  for (const route of [routes.archiveRunsRoute, routes.unarchiveRunsRoute]) {
    const elsewhere = await client().call(route, { runIds: [one], projectId: other });
    const error = `Run with id '${one}' not found in project with id '${other}'`;
    expect(elsewhere.results).toEqual([{ id: one, error }]);
  }
  expect(await archived(one)).toBe(true);
  const unarchive = (...runs: number[]) => client().call(routes.unarchiveRunsRoute, own(runs));
  expect((await unarchive(one, two)).results).toEqual(done(one, two));
  expect(await archived(one)).toBe(false);
  await client().call(archiveExperimentRoute, { id: experimentId });
  const kept = { id: one, error: `Run is part of archived Search (id: '${experimentId}').` };
  expect((await archive(one)).results).toEqual([kept]);
  expect((await unarchive(one)).results).toEqual([kept]);
  await client().call(unarchiveExperimentRoute, { id: experimentId });
  await client().call(routes.killRunsRoute, own([live]));
});

test('[API-129] a move takes the whole search along, unless those of several runs are to be left', async () => {
  const { experimentId, ids } = await ended(2);
  const [one = 0, two = 0] = ids;
  const move = (runIds: number[], more: object = {}) =>
    client().call(routes.moveRunsRoute, { runIds, sourceProjectId: 1, destinationProjectId: other, ...more });
  expect((await move([one], { skipMultitrial: true })).results).toEqual([
    { id: one, error: `Skipping run '${one}' (part of multi-trial).` },
  ]);
  expect((await move([one], { destinationProjectId: 1 })).results).toEqual([]);
  expect((await refusalOf(move([one], { destinationProjectId: 999_999 }))).status).toBe(404);
  const before = (await client().call(getProjectRoute, { id: other })).project?.numExperiments ?? 0;
  expect((await move([one, two])).results).toEqual(done(one, two));
  const { experiment } = await client().call(getExperimentRoute, { experimentId });
  expect(experiment?.projectId).toBe(other);
  expect((await client().call(getProjectRoute, { id: other })).project?.numExperiments).toBe(before + 1);
  expect((await bed.trials(experimentId)).map(({ local_id }) => local_id)).toEqual([1, 2]);
  expect((await move([one])).results).toEqual([
    { id: one, error: `Run with id '${one}' not found in project with id '1'` },
  ]);
  // In every project.
  await client().call(routes.archiveRunsRoute, own([one], -1));
  const back = { sourceProjectId: other, destinationProjectId: 1 };
  expect((await move([one], back)).results).toEqual([{ id: one, error: 'Run is archived.' }]);
  expect((await move([two], back)).results).toEqual(done(one, two));
});

test('a filter chooses among the runs of the project; it and ids together are refused, also by a kill', async () => {
  const { ids } = await ended(2);
  const [one = 0, two = 0] = ids;
  const filter = JSON.stringify({
    showArchived: false,
    filterGroup: {
      kind: 'group',
      conjunction: 'and',
      children: [
        {
          kind: 'field',
          columnName: 'id',
          location: 'LOCATION_TYPE_RUN',
          operator: '=',
          value: two,
          type: 'COLUMN_TYPE_NUMBER',
        },
      ],
    },
  });
  const byFilter = await client().call(routes.archiveRunsRoute, { projectId: 1, filter });
  expect(byFilter.results).toEqual(done(two));
  const both = { runIds: [one], projectId: 1, filter };
  for (const route of [routes.killRunsRoute, routes.archiveRunsRoute])
    expect(await refusalOf(client().call(route, both))).toMatchObject({
      status: 400,
      message: 'if filter is provided run id list must be empty',
    });
  expect(await refusalOf(client().call(routes.killRunsRoute, { projectId: 1, filter: '{' }))).toMatchObject({
    status: 400,
  });
  expect((await client().call(routes.archiveRunsRoute, own([]))).results).toEqual([]);
});

describe('[API-128] deleting runs', () => {
  const remove = (...runs: number[]) => client().call(routes.deleteRunsRoute, own(runs));
  const shown = async () => (await client().call(routes.searchRunsRoute, { projectId: 1 })).runs.map(({ id }) => id);

  test('the only one of a search goes with it', async () => {
    const { experimentId, ids } = await ended(1, 'name: single, metric: loss');
    const [run = 0] = ids;
    const live = await bed.create({ slots: 2 });
    const running = await onlyRun(live);
    expect((await remove(run, running, noRun)).results).toEqual([
      { id: running, error: 'Run is not in a terminal state.' },
      unknown,
      ...done(run),
    ]);
    await eventually('it is gone', async () =>
      client()
        .call(getExperimentRoute, { experimentId })
        .then(
          () => false,
          () => true,
        ),
    );
    await client().call(routes.killRunsRoute, own([running]));
    await bed.isState(live, 'CANCELED');
  });

  test('one of several goes alone: hidden at once, its files by a task, then its rows', async () => {
    const { experimentId, ids } = await ended(2);
    const [one = 0, two = 0] = ids;
    const uuid = randomUUID();
    const { trial } = await client().call(getTrialRoute, { trialId: one });
    await client().call(reportCheckpointRoute, {
      checkpoint: {
        uuid,
        taskId: trial?.taskId ?? '',
        state: 'STATE_COMPLETED',
        resources: { 'w.bin': 10 },
        metadata: { steps_completed: 1 },
      },
    });
    expect((await remove(one)).results).toEqual(done(one));
    expect(await shown()).not.toContain(one);
    expect(await shown()).toContain(two);
    const gc = await eventually('a task deletes its files', () =>
      bed.machines.running().find(({ allocationId }) => allocationId.startsWith(`${experimentId}.`)),
    );
    expect(await stateOf(one)).toBe('STATE_COMPLETED');
    // Nothing that should stay goes while its master dies and comes back.
    await bed.cluster.restart();
    const reply = await bed.cluster.fetch('/api/v1/checkpoints', {
      method: 'PATCH',
      headers: { 'Grpc-Metadata-x-allocation-token': `Bearer ${gc.environment.DET_SESSION_TOKEN}` },
      body: JSON.stringify({ checkpoints: [{ uuid, resources: { resources: {} } }] }),
    });
    expect(reply.status).toBe(200);
    bed.machines.end(gc.allocationId, { exitCode: 0 });
    await eventually('it is gone', async () => (await bed.trials(experimentId)).length === 1);
    expect((await refusalOf(client().call(getCheckpointRoute, { checkpointUuid: uuid }))).status).toBe(404);
    const { experiment } = await client().call(getExperimentRoute, { experimentId });
    expect(experiment).toMatchObject({ numTrials: 1, trialIds: [two], checkpointCount: 0 });
  });

  test('one whose files cannot be deleted is seen again, and may be deleted again', async () => {
    const { experimentId, ids } = await ended(2);
    const [one = 0] = ids;
    const { trial } = await client().call(getTrialRoute, { trialId: one });
    const checkpoint = { uuid: randomUUID(), taskId: trial?.taskId ?? '', metadata: { steps_completed: 1 } };
    await client().call(reportCheckpointRoute, {
      checkpoint: { ...checkpoint, state: 'STATE_COMPLETED', resources: { 'w.bin': 10 } },
    });
    await remove(one);
    const seen: string[] = [];
    for (let attempt = 0; attempt < 3; attempt++) {
      const gc = await eventually('a task', () =>
        bed.machines
          .running()
          .find(({ allocationId }) => allocationId.startsWith(`${experimentId}.`) && !seen.includes(allocationId)),
      );
      seen.push(gc.allocationId);
      bed.machines.end(gc.allocationId, { exitCode: 1 });
    }
    await eventually('it is seen again', async () => (await shown()).includes(one));
    expect((await remove(one)).results).toEqual(done(one));
    expect(await shown()).not.toContain(one);
  });
});
