import { createExperimentRoute, getExperimentRoute } from '@determined/contract/training/experiments-routes.ts';
import { getRunMetadataRoute, postRunMetadataRoute } from '@determined/contract/training/runs-routes.ts';
import { getTrialRoute } from '@determined/contract/training/trials-routes.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LifeTestBed, startLifeTestBed } from './testing/life-test-bed.ts';

let bed: LifeTestBed;
beforeAll(async () => {
  bed = await startLifeTestBed();
});
afterAll(() => bed.cluster.stop());

const config = `
name: order
searcher: {name: single, metric: loss}
entrypoint: python3 train.py
resources: {slots_per_trial: 1}
hyperparameters: {code: 1, action: 2, z: 3, nested: {bbb: 1, cc: 2, a: {yy: 1, xxx: 2}}}
data: {code: 1, action: [{code: 1, action: 2}]}
`;
const hparams = '{"action":2,"code":1,"nested":{"a":{"xxx":2,"yy":1},"bbb":1,"cc":2},"z":3}';
const data = '{"action":[{"action":2,"code":1}],"code":1}';

function expectByName(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  const names = Object.keys(value);
  if (!Array.isArray(value)) expect(names).toEqual(names.toSorted());
  for (const item of Object.values(value)) expectByName(item);
}

test('a configuration, its hyperparameters and metadata have their keys by name in answers and in the task', async () => {
  const { client } = bed.cluster.admin;
  const made = await client.call(createExperimentRoute, { config, activate: true });
  const experimentId = made.experiment?.id ?? 0;
  const { experiment } = await client.call(getExperimentRoute, { experimentId });
  for (const shown of [made.config, made.experiment?.config, experiment?.config]) {
    expectByName(shown);
    expect(JSON.stringify(shown?.data)).toBe(data);
  }
  const task = await bed.oneRunning();
  expect(task.environment.DET_HPARAMS).toBe(hparams);
  expectByName(JSON.parse(task.environment.DET_EXPERIMENT_CONFIG ?? ''));

  const fork = await client.call(createExperimentRoute, { config, parentId: experimentId, activate: false });
  expectByName(fork.config);
  const trialId = experiment?.trialIds[0] ?? 0;
  const { trial } = await client.call(getTrialRoute, { trialId });
  expect(JSON.stringify(trial?.hparams)).toBe(hparams);

  const metadata = { code: 1, action: { zz: 1, b: 2, aaa: 3 } };
  const posted = await client.call(postRunMetadataRoute, { runId: trialId, metadata });
  const read = await client.call(getRunMetadataRoute, { runId: trialId });
  for (const shown of [posted, read]) {
    expect(JSON.stringify(shown.metadata)).toBe('{"action":{"aaa":3,"b":2,"zz":1},"code":1}');
  }
});
