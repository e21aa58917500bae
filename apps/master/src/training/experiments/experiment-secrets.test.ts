import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createGenericTaskRoute,
  getGenericTaskConfigRoute,
  killGenericTaskRoute,
} from '@determined/contract/tasks/generic-tasks-routes.ts';
import {
  getEffectiveConfigRoute,
  previewEffectiveConfigRoute,
} from '@determined/contract/training/effective-config-ext-routes.ts';
import {
  continueExperimentRoute,
  createExperimentRoute,
  getExperimentRoute,
  getExperimentsRoute,
  killExperimentRoute,
  patchExperimentRoute,
  putExperimentRoute,
  searchExperimentsRoute,
} from '@determined/contract/training/experiments-routes.ts';
import { searchRunsRoute } from '@determined/contract/training/runs-routes.ts';
import { type DevCluster, startDevCluster } from '@determined/dev-cluster/dev-cluster.ts';
import { eventually } from '@determined/dev-cluster/eventually.ts';
import { failureOf } from '@determined/dev-cluster/refusal.ts';
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

const pachyderm = (token: string) =>
  `integrations: {pachyderm: {pachd: {host: h, port: 1}, proxy: {scheme: s, host: h, port: 2}, dataset: {project: p, repo: r, commit: c, branch: b, token: ${token}}}}`;
const registry = (name: string) => (secret: string) =>
  `environment: {registry_auth: {username: me, ${name}: ${secret}}}`;
const index = (secret: string) =>
  `environment: {python: {requirements: [], index: "https://me:${secret}@x.example/s"}}`;

/** Every field of a configuration that holds a secret. */
const secretFields: [string, (secret: string) => string][] = [
  ['registry_auth.password', registry('password')],
  ['registry_auth.auth', registry('auth')],
  ['registry_auth.identitytoken', registry('identitytoken')],
  ['registry_auth.registrytoken', registry('registrytoken')],
  ['environment.python.index', index],
  ['data.secrets', (secret) => `data: {secrets: {k: {deep: ${secret}}}}`],
  ['integrations.pachyderm.dataset.token', pachyderm],
  ...['checkpoint_storage', 'tensorboard_storage'].flatMap((storage): [string, (secret: string) => string][] =>
    [
      ['access_key', (secret: string) => `type: s3, bucket: b, access_key: ${secret}`],
      ['secret_key', (secret: string) => `type: s3, bucket: b, secret_key: ${secret}`],
      ['endpoint_url', (secret: string) => `type: s3, bucket: b, endpoint_url: "https://u:${secret}@s3.example"`],
      ['connection_string', (secret: string) => `type: azure, container: c, connection_string: ${secret}`],
      ['credential', (secret: string) => `type: azure, container: c, account_url: u, credential: ${secret}`],
      ['account_url', (secret: string) => `type: azure, container: c, account_url: "https://a.example/?sig=${secret}"`],
    ].map(([name, text]) => [
      `${storage}.${name}`,
      (secret) => `${storage}: {${(text as (s: string) => string)(secret)}}`,
    ]),
  ),
];

test.each(secretFields)(
  '%s is shown nowhere, stored as it is, and goes on with the experiment',
  async (field, text) => {
    const { client } = cluster.admin;
    const secret = 'keep-this-to-yourself';
    const asked = `${config.replace(/^data.*$/m, '')}\n${text(secret)}\n`;
    const created = await client.call(createExperimentRoute, { config: asked });
    const experimentId = created.experiment?.id ?? 0;
    const replies = {
      ...(field === 'data.secrets' ? {} : { created }),
      get: await client.call(getExperimentRoute, { experimentId }),
      list: await client.call(getExperimentsRoute, {}),
      search: await client.call(searchExperimentsRoute, {}),
      runs: await client.call(searchRunsRoute, {}),
      patch: await client.call(patchExperimentRoute, { experiment: { id: experimentId, notes: 'n' } }),
      effective: await client.call(getEffectiveConfigRoute, { params: { experimentId } }),
      preview: await client.call(previewEffectiveConfigRoute, { body: { config: asked } }),
    };
    for (const [name, reply] of Object.entries(replies)) expect(JSON.stringify(reply), name).not.toContain(secret);
    expect(JSON.stringify(replies.get)).toContain('********');
    expect(replies.runs.runs.map(({ experiment }) => experiment?.id)).toContain(experimentId);
    const stored = async () =>
      JSON.stringify(
        (
          await cluster.master.db
            .selectFrom('experiments')
            .select('config')
            .where('id', '=', experimentId)
            .executeTakeFirstOrThrow()
        ).config,
      );
    expect(await stored()).toContain(secret);
    await client.call(killExperimentRoute, { id: experimentId });
    await eventually(
      'it has ended',
      async () => (await client.call(getExperimentRoute, { experimentId })).experiment?.state === 'STATE_CANCELED',
    );
    const { experiment } = await client.call(continueExperimentRoute, { id: experimentId, overrideConfig: '{}' });
    expect(JSON.stringify(experiment)).not.toContain(secret);
    expect(await stored()).toContain(secret);
    await client.call(killExperimentRoute, { id: experimentId });
  },
);

test.each([...secretFields.slice(0, 4), secretFields[6] as (typeof secretFields)[number]])(
  '%s that comes back as it was shown has to be written anew',
  async (field, text) => {
    const asked = `${config}\n${text('"********"')}\n`;
    const failure = await failureOf(cluster.admin.client.call(createExperimentRoute, { config: asked }));
    expect(failure).toContain(`${field}: holds asterisks in the place of a secret`);
  },
);

test.each(secretFields.slice(0, 5))('%s of a generic task is not shown, and a fork has it', async (_field, text) => {
  const { client } = cluster.admin;
  const asked = `entrypoint: [a]\nresources: {slots: 0}\n${text('keep-this')}\n`;
  const { taskId } = await client.call(createGenericTaskRoute, { config: asked, contextDirectory: [] });
  const fork = await client.call(createGenericTaskRoute, { config: '', forkedFrom: taskId, contextDirectory: [] });
  for (const id of [taskId, fork.taskId]) {
    const shown = await client.call(getGenericTaskConfigRoute, { taskId: id });
    expect(shown.config).toContain('********');
    expect(shown.config).not.toContain('keep-this');
    const row = await cluster.master.db
      .selectFrom('generic_tasks')
      .select('settings')
      .where('task_id', '=', id)
      .executeTakeFirstOrThrow();
    expect(JSON.stringify(row)).toContain('keep-this');
    await client.call(killGenericTaskRoute, { taskId: id, killFromRoot: false });
  }
});
