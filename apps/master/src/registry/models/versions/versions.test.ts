import { randomUUID } from 'node:crypto';
import { postProjectRoute } from '@determined/contract/organisation/projects-routes.ts';
import { postWorkspaceRoute } from '@determined/contract/organisation/workspaces-routes.ts';
import {
  archiveModelRoute,
  deleteModelRoute,
  deleteModelVersionRoute,
  getModelRoute,
  getModelsRoute,
  getModelVersionRoute,
  getModelVersionsRoute,
  getTrialMetricsByModelVersionRoute,
  moveModelRoute,
  patchModelVersionRoute,
  postModelRoute,
  postModelVersionRoute,
} from '@determined/contract/registry/models-routes.ts';
import {
  deleteCheckpointsRoute,
  getCheckpointRoute,
  patchCheckpointsRoute,
  reportCheckpointRoute,
} from '@determined/contract/training/checkpoints-routes.ts';
import { createExperimentRoute, deleteExperimentRoute } from '@determined/contract/training/experiments-routes.ts';
import { reportTrialMetricsRoute } from '@determined/contract/training/metrics-routes.ts';
import {
  createTrialRoute,
  patchTrialRoute,
  reportTrialSourceInfoRoute,
} from '@determined/contract/training/trials-routes.ts';
import { type DevCluster, type DevUser, startDevCluster } from '@determined/dev-cluster/dev-cluster.ts';
import { codeOf, failureOf } from '@determined/dev-cluster/refusal.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rightsChanged } from '../../../identity/shared/rights-events.ts';
import { LimitedSight } from '../../../testing/limited-sight.ts';

const sight = new LimitedSight();
let cluster: DevCluster;
let admin: DevUser;
let plain: DevUser;
/** An unmanaged trial of the admin's, in a workspace of its own. */
let place: { workspaceId: number; experimentId: number; trialId: number; taskId: string };
beforeAll(async () => {
  cluster = await startDevCluster({ policy: sight.policy });
  admin = cluster.admin;
  plain = await cluster.newUser();
  place = await newTrial();
});
afterAll(() => cluster.stop());

const config =
  'name: x\nentrypoint: x\nsearcher: {name: single, metric: loss}\nhyperparameters: {}\nintegrations: {pachyderm: {pachd: {host: h, port: 1}, proxy: {scheme: http, host: h, port: 2}, dataset: {project: data, repo: r, commit: c, branch: b, token: t}}}\n';
async function newTrial() {
  const workspaceId = (await admin.client.call(postWorkspaceRoute, { name: `W${randomUUID()}` })).workspace?.id ?? 0;
  const { project } = await admin.client.call(postProjectRoute, { workspaceId, name: 'P' });
  const asked = { config, projectId: project?.id ?? 0, unmanaged: true };
  const experimentId = (await admin.client.call(createExperimentRoute, asked)).experiment?.id ?? 0;
  const { trial } = await admin.client.call(createTrialRoute, { experimentId, unmanaged: true });
  return { workspaceId, experimentId, trialId: trial?.id ?? 0, taskId: trial?.taskId ?? '' };
}

const files = { 'a/': 0, 'a/w.bin': 1000 };
async function save(steps = 1, { taskId } = place): Promise<string> {
  const uuid = randomUUID();
  const metadata = { steps_completed: steps };
  const checkpoint = { uuid, taskId, state: 'STATE_COMPLETED', resources: files, metadata } as const;
  await admin.client.call(reportCheckpointRoute, { checkpoint });
  return uuid;
}
async function newModel(user = admin, more: object = {}): Promise<string> {
  const name = `model ${randomUUID()}`;
  await user.client.call(postModelRoute, { name, ...more });
  return name;
}
const register = async (modelName: string, checkpointUuid: string, more: object = {}, user = admin) =>
  (await user.client.call(postModelVersionRoute, { modelName, checkpointUuid, ...more })).modelVersion;
const read = async (modelName: string, modelVersionNum: number, user = admin) =>
  (await user.client.call(getModelVersionRoute, { modelName, modelVersionNum })).modelVersion;
const remove = (modelName: string, modelVersionNum: number, user = admin) =>
  user.client.call(deleteModelVersionRoute, { modelName, modelVersionNum });
const versions = (modelName: string, query: object = {}) =>
  admin.client.call(getModelVersionsRoute, { modelName, ...query });
async function limit(user: DevUser, hidden: readonly number[]): Promise<void> {
  const rows = await cluster.master.db.selectFrom('workspaces').select('id').execute();
  sight.limit(user.id, { workspaces: rows.map(({ id }) => id).filter((id) => !hidden.includes(id)) });
  cluster.master.bus.emit(rightsChanged, { userId: user.id });
  await cluster.heard();
}

describe('versions', () => {
  test('[MODEL-075] [MODEL-076] [API-186] [API-187] a checkpoint is registered as the next version, and read', async () => {
    const modelName = await newModel();
    const uuid = await save();
    const given = { name: 'one', comment: 'c', labels: ['l', 'm'], metadata: { m: [1] }, notes: 'n' };
    const version = await register(modelName, uuid, given, plain);
    const { model } = await admin.client.call(getModelRoute, { modelName });
    expect(version).toEqual({
      ...given,
      version: 1,
      id: expect.any(Number),
      model,
      checkpoint: (await admin.client.call(getCheckpointRoute, { checkpointUuid: uuid })).checkpoint,
      userId: plain.id,
      username: plain.username,
      creationTime: expect.stringMatching(/Z$/),
      lastUpdatedTime: version?.creationTime,
    });
    expect(version?.model).toMatchObject({ name: modelName, id: model?.id, workspaceId: 1, archived: false });
    expect(model?.numVersions).toBe(1);
    expect(await read(modelName, 1)).toEqual(version);
    expect(await read(String(model?.id), 1)).toEqual(version);
    // The same again is another one.
    expect((await register(modelName, uuid))?.version).toBe(2);
    expect(await failureOf(read(modelName, 99))).toBe(`NotFound: version 99 for model "${modelName}" not found`);
    expect(await failureOf(read('zz', 1))).toBe('NotFound: model "zz" not found');
  });

  test('[MODEL-077] a version shows where its checkpoint comes from, its files and metrics', async () => {
    const { trialId, experimentId, taskId } = place;
    const metrics = { trialId, stepsCompleted: 7, metrics: { avgMetrics: { loss: 0.5 } } };
    await admin.client.call(reportTrialMetricsRoute, { group: 'validation', metrics });
    const uuid = await save(7);
    const version = await register(await newModel(), uuid);
    expect(version?.checkpoint).toMatchObject({ uuid, taskId, resources: files });
    expect(version?.checkpoint?.metadata).toMatchObject({ steps_completed: 7 });
    expect(version?.checkpoint?.training).toMatchObject({
      trialId,
      experimentId,
      experimentConfig: { integrations: { pachyderm: { dataset: { project: 'data' } } } },
      validationMetrics: { avgMetrics: { loss: 0.5 } },
    });
  });

  test('only what is whole is registered, and not by an archived model', async () => {
    const modelName = await newModel();
    const unknown = randomUUID();
    expect(await failureOf(register(modelName, unknown))).toBe(`NotFound: checkpoint '${unknown}' not found`);
    expect(await codeOf(register(modelName, 'zz'))).toBe('InvalidArgument');
    expect(await codeOf(register(modelName, ''))).toBe('InvalidArgument');
    const partly = await save();
    const checkpoints = [{ uuid: partly, resources: { resources: { 'a/': '0' } } }];
    await admin.client.call(patchCheckpointsRoute, { checkpoints } as never);
    expect(await failureOf(register(modelName, partly))).toBe(
      `FailedPrecondition: checkpoint ${partly} is in STATE_PARTIALLY_DELETED state. checkpoints for model versions must be in a COMPLETED state`,
    );
    const uuid = await save();
    await register(modelName, uuid);
    await admin.client.call(archiveModelRoute, { modelName });
    expect(await failureOf(register(modelName, uuid))).toBe(
      `FailedPrecondition: model "${modelName}" is archived and cannot register new versions`,
    );
  });

  test('[API-188] what is given of a version is changed, also of an archived model', async () => {
    const modelName = await newModel();
    await register(modelName, await save(), { name: 'a', comment: 'b', labels: ['c'], metadata: { d: 1 }, notes: 'e' });
    const patch = async (modelVersion: object, modelVersionNum = 1) =>
      (await plain.client.call(patchModelVersionRoute, { modelName, modelVersionNum, modelVersion })).modelVersion;
    const changed = await patch({ name: 'v', comment: 'w', labels: ['x', 'y'], metadata: { x: null } });
    expect(changed).toMatchObject({ name: 'v', comment: 'w', labels: ['x', 'y'], metadata: { x: null }, notes: 'e' });
    expect(await patch({ labels: null })).toEqual(changed);
    expect(await read(modelName, 1)).toEqual(changed);
    await admin.client.call(archiveModelRoute, { modelName });
    expect(await patch({ labels: [], notes: '' })).toMatchObject({ labels: [], notes: '', name: 'v' });
    expect(await failureOf(patch({ name: 'x' }, 99))).toBe(`NotFound: version 99 for model "${modelName}" not found`);
  });

  test('[API-189] a version is deleted by who made it or an admin; the last number is given again', async () => {
    const modelName = await newModel();
    const uuid = await save();
    for (const user of [admin, plain, admin]) await register(modelName, uuid, {}, user);
    expect(await failureOf(remove(modelName, 1, plain))).toBe(
      "PermissionDenied: non-admin users may not delete other users' model versions access denied",
    );
    await remove(modelName, 2, plain);
    await remove(modelName, 3);
    expect(await failureOf(remove(modelName, 2))).toBe(`NotFound: version 2 for model "${modelName}" not found`);
    expect((await register(modelName, uuid))?.version).toBe(2);
  });

  test('many who register at once get a number each', async () => {
    const modelName = await newModel();
    const uuid = await save();
    const all = await Promise.all(Array.from({ length: 8 }, () => register(modelName, uuid)));
    expect(all.map((one) => one?.version ?? 0).toSorted((left, right) => left - right)).toEqual([
      1, 2, 3, 4, 5, 6, 7, 8,
    ]);
  });

  test('[API-185] [API-233] versions are listed by number or time, in pages, with their model', async () => {
    const modelName = await newModel();
    for (let n = 0; n < 3; n += 1) await register(modelName, await save());
    const numbers = async (query: object) => (await versions(modelName, query)).modelVersions.map((one) => one.version);
    const all = await versions(modelName);
    expect(all.model).toEqual((await admin.client.call(getModelRoute, { modelName })).model);
    expect(all.modelVersions).toEqual([await read(modelName, 1), await read(modelName, 2), await read(modelName, 3)]);
    expect(all.pagination).toEqual({ offset: 0, limit: 0, startIndex: 0, endIndex: 3, total: 3 });
    for (const sortBy of ['SORT_BY_VERSION', 'SORT_BY_CREATION_TIME']) {
      expect(await numbers({ sortBy, orderBy: 'ORDER_BY_DESC' })).toEqual([3, 2, 1]);
      expect(await numbers({ sortBy, orderBy: 'ORDER_BY_ASC', offset: 1, limit: 1 })).toEqual([2]);
    }
    await cluster.master.db
      .updateTable('model_versions')
      .set({ created_at: '2020-01-01T00:00:00Z' })
      .where('id', '=', (await read(modelName, 3))?.id ?? 0)
      .execute();
    expect(await numbers({ sortBy: 'SORT_BY_CREATION_TIME' })).toEqual([3, 1, 2]);
    expect(await failureOf(versions(modelName, { offset: 99 }))).toBe('InvalidArgument: offset out of bounds');
    expect((await versions(await newModel())).modelVersions).toEqual([]);
  });

  test('[API-190] metrics of a version are those of trials that say they come from it', async () => {
    const modelName = await newModel();
    const uuid = await save();
    const version = await register(modelName, uuid);
    const { trialId } = await newTrial();
    for (const group of ['training', 'inference']) {
      const metrics = { trialId, stepsCompleted: 3, metrics: { avgMetrics: { loss: 1 } } };
      await admin.client.call(reportTrialMetricsRoute, { group, metrics });
    }
    const trialSourceInfoType = 'TRIAL_SOURCE_INFO_TYPE_INFERENCE' as const;
    const source = { trialId, checkpointUuid: uuid, trialSourceInfoType };
    const { id: modelId = 0 } = version?.model ?? {};
    await admin.client.call(reportTrialSourceInfoRoute, { trialSourceInfo: { ...source, modelId, modelVersion: 1 } });
    const metrics = async (query: object = {}) => {
      const asked = { modelName, modelVersionNum: 1, ...query };
      const reply = await admin.client.call(getTrialMetricsByModelVersionRoute, asked);
      return reply.metrics.map((one) => [one.trialId, one.group]);
    };
    expect((await metrics()).toSorted()).toEqual([
      [trialId, 'inference'],
      [trialId, 'training'],
    ]);
    expect(await metrics({ metricGroup: 'inference', trialSourceInfoType })).toEqual([[trialId, 'inference']]);
    expect(await metrics({ trialSourceInfoType: 'TRIAL_SOURCE_INFO_TYPE_FINE_TUNING' })).toEqual([]);
    await register(modelName, uuid);
    expect(await metrics({ modelVersionNum: 2 })).toEqual([]);
    expect(await codeOf(metrics({ modelVersionNum: 99 }))).toBe('NotFound');
  });

  test('[API-232] models are ordered by name, description, times, number of versions and workspace', async () => {
    const space = async (name: string) => (await admin.client.call(postWorkspaceRoute, { name })).workspace?.id ?? 0;
    const [zoo, garden] = [await space('zoo'), await space('Garden')];
    const uuid = await save();
    await newModel(admin, { name: 'order b', description: 'z', workspaceId: garden });
    await newModel(admin, { name: 'order A', description: 'Y', workspaceId: zoo });
    for (let n = 0; n < 2; n += 1) await register('order A', uuid);
    await admin.client.call(moveModelRoute, { modelName: 'order b', destinationWorkspaceId: garden });
    await admin.client.call(archiveModelRoute, { modelName: 'order b' });
    const order = async (sortBy: string, orderBy = 'ORDER_BY_ASC') => {
      const { models } = await admin.client.call(getModelsRoute, { name: 'order ', sortBy, orderBy } as never);
      return models.map(({ name }) => name.slice(-1)).join('');
    };
    expect(await order('SORT_BY_UNSPECIFIED')).toBe('bA');
    expect(await order('SORT_BY_NAME')).toBe('Ab');
    expect(await order('SORT_BY_DESCRIPTION')).toBe('Ab');
    expect(await order('SORT_BY_CREATION_TIME', 'ORDER_BY_DESC')).toBe('Ab');
    expect(await order('SORT_BY_LAST_UPDATED_TIME')).toBe('Ab');
    expect(await order('SORT_BY_NUM_VERSIONS', 'ORDER_BY_DESC')).toBe('Ab');
    expect(await order('SORT_BY_WORKSPACE', 'ORDER_BY_DESC')).toBe('Ab');
  });
});

describe('checkpoints that are registered', () => {
  test('stay with their files and their experiment until they are not', async () => {
    const own = await newTrial();
    const uuid = await save(1, own);
    const modelName = await newModel();
    const model = (await register(modelName, uuid))?.model;
    const about = `${uuid}, registered to ${modelName} (model #${model?.id}), version 1.`;
    const subset = 'InvalidArgument: this subset of checkpoints provided are in the model registry and cannot be';
    const deleting = () => admin.client.call(deleteCheckpointsRoute, { checkpointUuids: [uuid] });
    const patching = (resources: object) =>
      admin.client.call(patchCheckpointsRoute, { checkpoints: [{ uuid, resources: { resources } }] } as never);
    expect(await failureOf(deleting())).toBe(`${subset} deleted: ${about}`);
    expect(await failureOf(patching({}))).toBe(`${subset} patched: ${about}`);
    expect(await failureOf(patching({ 'a/': '0' }))).toBe(`${subset} patched: ${about}`);
    await patching({ 'a/': '0', 'a/w.bin': '1000' });
    await admin.client.call(patchTrialRoute, { trialId: own.trialId, state: 'STATE_COMPLETED' });
    const ending = () => admin.client.call(deleteExperimentRoute, { experimentId: own.experimentId });
    expect(await failureOf(ending())).toBe('InvalidArgument: checkpoints are registered as model versions');
    await admin.client.call(deleteModelRoute, { modelName });
    await deleting();
    await ending();
  });

  test('are open to who may see the model, and only by right on them are they registered', async () => {
    const hidden = await newTrial();
    const [open, closed] = [await save(1, hidden), await save(1, hidden)];
    const modelName = await newModel();
    await register(modelName, open);
    await limit(plain, [hidden.workspaceId]);
    const get = async (checkpointUuid: string) =>
      (await plain.client.call(getCheckpointRoute, { checkpointUuid })).checkpoint?.uuid;
    expect(await get(open)).toBe(open);
    expect((await register(modelName, open, {}, plain))?.version).toBe(2);
    const unknown = `NotFound: checkpoint '${closed}' not found`;
    expect(await failureOf(get(closed))).toBe(unknown);
    expect(await failureOf(register(modelName, closed, {}, plain))).toBe(unknown);
    sight.free(plain.id);
  });

  test('by a hidden model: neither it nor its versions are told of', async () => {
    const mine = await newTrial();
    const other = (await newTrial()).workspaceId;
    const uuid = await save(1, mine);
    const modelName = await newModel(admin, { workspaceId: other });
    await register(modelName, uuid);
    await limit(plain, [other]);
    expect(await failureOf(plain.client.call(deleteCheckpointsRoute, { checkpointUuids: [uuid] }))).toBe(
      `InvalidArgument: this subset of checkpoints provided are in the model registry and cannot be deleted: ${uuid}, registered to an unknown model.`,
    );
    const asked = [
      () => read(modelName, 1, plain),
      () => remove(modelName, 1, plain),
      () => remove(modelName, 99, plain),
    ];
    for (const ask of asked) expect(await failureOf(ask())).toBe(`NotFound: model "${modelName}" not found`);
    sight.free(plain.id);
  });
});
