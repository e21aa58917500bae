import { postProjectRoute } from '@determined/contract/organisation/projects-routes.ts';
import { postWorkspaceRoute } from '@determined/contract/organisation/workspaces-routes.ts';
import {
  archiveExperimentRoute,
  createExperimentRoute,
  deleteExperimentLabelRoute,
  getExperimentLabelsRoute,
  getExperimentRoute,
  getExperimentsRoute,
  killExperimentRoute,
  patchExperimentRoute,
  putExperimentLabelRoute,
} from '@determined/contract/training/experiments-routes.ts';
import { saveExperimentNotesRoute } from '@determined/contract/training/notes-ext-routes.ts';
import { type DevCluster, type DevUser, startDevCluster } from '@determined/dev-cluster/dev-cluster.ts';
import { failureOf } from '@determined/dev-cluster/refusal.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

let cluster: DevCluster;
let user: DevUser;
let id: number;
beforeAll(async () => {
  cluster = await startDevCluster();
  user = await cluster.newUser();
});
afterAll(() => cluster.stop());
beforeEach(async () => {
  const config =
    'name: patched\nlabels: [old]\nentrypoint: x\nresources: {slots_per_trial: 0}\nsearcher: {name: single, metric: loss}\nhyperparameters: {}';
  const { experiment } = await cluster.admin.client.call(createExperimentRoute, { config });
  id = experiment?.id ?? 0;
});

const patch = (change: object) => user.client.call(patchExperimentRoute, { experiment: { id, ...change } });

test('[API-064] changes what is given and nothing else', async () => {
  await patch({ name: 'new', description: 'words', notes: '*notes*', labels: ['one', 'two', 'one'] });
  await patch({ description: '' });
  const { experiment, config } = await user.client.call(getExperimentRoute, { experimentId: id });
  expect(experiment).toMatchObject({ name: 'new', description: '', notes: '*notes*', labels: ['one', 'two'] });
  expect(config).toMatchObject({ name: 'new', description: '', labels: ['one', 'two'] });
  expect(experiment?.originalConfig).toContain('name: patched');
  await patch({ labels: [] });
  expect((await user.client.call(getExperimentRoute, { experimentId: id })).experiment?.labels).toEqual([]);
});

test('of two writers of notes none undoes what the other has written; in an archived experiment nobody writes', async () => {
  const save = (read: string, notes: string) =>
    user.client.call(saveExperimentNotesRoute, { params: { experimentId: id }, body: { read, notes } });
  expect(await save('', 'theirs')).toEqual({ saved: true, notes: 'theirs' });
  expect(await save('', 'mine')).toEqual({ saved: false, notes: 'theirs' });
  // The answer was lost on its way, and it is sent once more.
  expect(await save('', 'theirs')).toEqual({ saved: true, notes: 'theirs' });
  await user.client.call(killExperimentRoute, { id });
  await user.client.call(archiveExperimentRoute, { id });
  const refused = 'FailedPrecondition: Notes of an archived experiment are read-only. Unarchive it first.';
  expect(await failureOf(save('theirs', 'mine'))).toBe(refused);
  expect((await user.client.call(getExperimentRoute, { experimentId: id })).experiment?.notes).toBe('theirs');
});

test('a blank name and an unknown experiment are refused', async () => {
  expect(await failureOf(patch({ name: '  ' }))).toBe(
    'InvalidArgument: `name` must not be an empty or whitespace string',
  );
  expect(await failureOf(patch({ id: 9999, name: 'x' }))).toBe("NotFound: experiment '9999' not found");
});

test('lists show a configuration, and what its job changes, as they are after each change', async () => {
  const listed = async () => {
    const { experiments } = await user.client.call(getExperimentsRoute, { sortBy: 'SORT_BY_ID' });
    return experiments.find((one) => one.id === id)?.config;
  };
  const whole = async () => (await user.client.call(getExperimentRoute, { experimentId: id })).config;
  expect(await listed()).toEqual(await whole());
  await patch({ resources: { priority: 8 } });
  expect(await listed()).toMatchObject({ name: 'patched', resources: { priority: 8 } });
  await patch({ name: 'another', labels: [] });
  expect(await listed()).toMatchObject({ name: 'another', labels: [], resources: { priority: 8 } });
  expect(await listed()).toEqual(await whole());
});

test('resources and what is kept change in the configuration, within their bounds', async () => {
  await patch({ resources: { priority: 7, maxSlots: 2 } });
  await patch({ checkpointStorage: { saveExperimentBest: 3, saveTrialBest: 2, saveTrialLatest: 0 } });
  const { config } = await user.client.call(getExperimentRoute, { experimentId: id });
  expect(config).toMatchObject({
    resources: { priority: 7, max_slots: 2, weight: 1 },
    checkpoint_storage: { save_experiment_best: 3, save_trial_best: 2, save_trial_latest: 0, type: 'shared_fs' },
  });
  const row = cluster.master.db
    .selectFrom('jobs as j')
    .innerJoin('experiments as e', 'e.job_id', 'j.id')
    .select(['j.priority', 'j.max_slots'])
    .where('e.id', '=', id);
  expect(await row.executeTakeFirst()).toEqual({ priority: 7, max_slots: 2 });
  expect(await failureOf(patch({ resources: { priority: 500 } }))).toMatch(/^InvalidArgument: .*must be <= 99/);
  expect(await failureOf(patch({ resources: { weight: Number.NaN } }))).toMatch(/^InvalidArgument/);
  await user.client.call(killExperimentRoute, { id });
  expect(await failureOf(patch({ resources: { priority: 7 } }))).toMatch(/^NotFound/);
});

test('[API-079, API-080] one label is added and taken away; labels in use are listed by use', async () => {
  const put = (label: string) => user.client.call(putExperimentLabelRoute, { experimentId: id, label });
  expect((await put('a b')).labels).toEqual(['old', 'a b']);
  expect((await put('a b')).labels).toEqual(['old', 'a b']);
  const { labels } = await user.client.call(deleteExperimentLabelRoute, { experimentId: id, label: 'old' });
  expect(labels).toEqual(['a b']);
  await put('zz');
  const all = (await user.client.call(getExperimentLabelsRoute, { projectId: 1 })).labels;
  expect(all.indexOf('one')).toBe(-1);
  expect(all[0]).toBe('old');
  expect(all.slice(-2)).toEqual(['a b', 'zz']);
  const { workspace } = await cluster.admin.client.call(postWorkspaceRoute, { name: 'elsewhere' });
  const workspaceId = workspace?.id ?? 0;
  const { project } = await cluster.admin.client.call(postProjectRoute, { workspaceId, name: 'elsewhere' });
  const elsewhere = project?.id ?? 0;
  const config =
    'name: e\nlabels: [far]\nentrypoint: x\nresources: {slots_per_trial: 0}\nsearcher: {name: single, metric: loss}';
  await cluster.admin.client.call(createExperimentRoute, { config, projectId: elsewhere });
  const of = async (projectId?: number) =>
    (await user.client.call(getExperimentLabelsRoute, { projectId })).labels.includes('far');
  expect([await of(1), await of(elsewhere), await of()]).toEqual([false, true, true]);
  expect(await failureOf(user.client.call(getExperimentLabelsRoute, { projectId: 99 }))).toMatch(/^NotFound/);
});

test('a patch of nothing is a good one', async () => {
  for (const nothing of [{}, { labels: null }, { resources: {} }]) {
    expect((await patch(nothing)).experiment).toMatchObject({ name: 'patched', labels: ['old'] });
  }
});
