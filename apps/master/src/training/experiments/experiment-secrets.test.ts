import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createExperimentRoute,
  getExperimentRoute,
  getExperimentsRoute,
  patchExperimentRoute,
  putExperimentRoute,
  searchExperimentsRoute,
} from '@determined/contract/training/experiments-routes.ts';
import { type DevCluster, startDevCluster } from '@determined/dev-cluster/dev-cluster.ts';
import { eventually } from '@determined/dev-cluster/eventually.ts';
import { ScriptedLauncher } from '@determined/dev-cluster/scripted-launcher.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

const secrets = ['AKIA-OF-THE-CLUSTER', 'the-secret-key', 'hidden-in-the-address', 'of-the-data'];
let cluster: DevCluster;
let folder: string;
const machines = new ScriptedLauncher([1]);
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'secrets-'));
  const file = join(folder, 'master.yaml');
  writeFileSync(
    file,
    `checkpoint_storage:
  {type: s3, bucket: b, access_key: ${secrets[0]}, secret_key: ${secrets[1]}, endpoint_url: "https://u:${secrets[2]}@s3.example"}\n`,
  );
  cluster = await startDevCluster({ launcher: machines, env: { DET_CONFIG_FILE: file } });
});
afterAll(async () => {
  await cluster.stop();
  rmSync(folder, { recursive: true });
});

const config = `name: secret
entrypoint: x
resources: {slots_per_trial: 1}
searcher: {name: single, metric: loss}
hyperparameters: {lr: 0.1}
data: {secrets: {token: ${secrets[3]}}}`;

test('keys of storage and data are shown to nobody; the task that needs them has them', async () => {
  const { client } = cluster.admin;
  const created = await client.call(createExperimentRoute, { config, activate: true });
  const experimentId = created.experiment?.id ?? 0;
  const detached = { config: config.replace('entrypoint: x\n', ''), unmanaged: true };
  const replies = {
    created,
    put: await client.call(putExperimentRoute, { externalExperimentId: 'e', createExperimentRequest: detached }),
    get: await client.call(getExperimentRoute, { experimentId }),
    list: await client.call(getExperimentsRoute, {}),
    search: await client.call(searchExperimentsRoute, {}),
    patch: await client.call(patchExperimentRoute, { experiment: { id: experimentId, notes: 'n' } }),
  };
  for (const [name, reply] of Object.entries(replies)) {
    const text = JSON.stringify(reply);
    // Who has just sent his data's secrets gets them back once.
    const hidden = name === 'created' ? secrets.slice(0, 3) : secrets;
    for (const secret of hidden) expect(text.includes(secret), `${name} shows ${secret}`).toBe(false);
    expect(text, name).toContain('********');
  }
  const task = await eventually('the trial runs', () => machines.running()[0]);
  for (const secret of secrets) expect(task.environment.DET_EXPERIMENT_CONFIG).toContain(secret);
  const own = await cluster.fetch(`/api/v1/experiments/${experimentId}`, {
    headers: { 'Grpc-Metadata-x-allocation-token': `Bearer ${task.environment.DET_SESSION_TOKEN}` },
  });
  const { config: ownConfig } = JSON.parse(await own.text());
  expect(ownConfig.checkpoint_storage).toMatchObject({ access_key: secrets[0], secret_key: secrets[1] });
});

test('[EXP-033, EXP-034, EXP-035, EXP-038] an experiment tells all there is about it', async () => {
  const { client } = cluster.admin;
  const { experiments } = await client.call(searchExperimentsRoute, { sort: 'id=asc' });
  const shown = experiments[0]?.experiment;
  expect(shown).toMatchObject({
    id: expect.any(Number),
    name: 'secret',
    description: '',
    notes: 'omitted',
    labels: [],
    archived: false,
    parentArchived: false,
    state: expect.stringMatching(/^STATE_/),
    numTrials: 1,
    progress: 0,
    startTime: expect.any(String),
    endTime: null,
    duration: expect.any(Number),
    resourcePool: 'default',
    searcherType: 'single',
    searcherMetric: 'loss',
    hyperparameters: { lr: { type: 'const', val: 0.1 } },
    forkedFrom: null,
    jobId: expect.any(String),
    checkpointCount: 0,
    checkpointSize: 0,
    unmanaged: false,
  });
  const experimentId = shown?.id ?? 0;
  const { experiment, config: whole, jobSummary } = await client.call(getExperimentRoute, { experimentId });
  expect(experiment).toMatchObject({ modelDefinitionSize: 0, trialIds: [expect.any(Number)], notes: 'n' });
  expect(experiment?.originalConfig).toContain('secret');
  expect(jobSummary).toEqual({ state: 'STATE_SCHEDULED', jobsAhead: 0 });
  expect(whole).toMatchObject({
    name: 'secret',
    description: null,
    labels: [],
    hyperparameters: { lr: { type: 'const', val: 0.1 } },
    checkpoint_policy: 'best',
    checkpoint_storage: { type: 's3', save_trial_best: 1 },
    max_restarts: 5,
    profiling: { enabled: false },
    resources: { max_slots: null },
    searcher: { name: 'single', metric: 'loss' },
    integrations: null,
  });
  const detached = await client.call(searchExperimentsRoute, { sort: 'id=desc', limit: 1 });
  expect(detached.experiments[0]?.experiment).toMatchObject({ unmanaged: true, externalExperimentId: 'e' });
});
