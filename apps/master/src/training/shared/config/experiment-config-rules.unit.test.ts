import { ApiError } from '@determined/contract/errors.ts';
import { describe, expect, test } from 'vitest';
import { isObject, type Json } from '#platform/config/format/json.ts';
import { readYaml } from '#platform/config/read-yaml.ts';
import {
  completeExperimentConfig,
  draftOf,
  namedProject,
  parseExperimentConfig,
  requestedResources,
} from './experiment-config.ts';
import { petName } from './pet-name.ts';
import { redactOriginalConfig, redactSecrets, redactStorageSecrets } from './redact-secrets.ts';

const surroundings = {
  managed: true,
  clusterStorage: { type: 'shared_fs', host_path: '/checkpoints' },
  now: new Date('2026-01-02T03:04:05Z'),
  random: () => 0,
};
const searcher = 'searcher: {name: single, metric: loss}\n';
const text = `entrypoint: python3 train.py\n${searcher}`;
const draft = (source: string) => draftOf(readYaml(source), source);
const parse = (more = '', given = {}) => parseExperimentConfig(text + more, { ...surroundings, ...given }).config;

describe('what the surroundings add', () => {
  test('a name of three words and the time as seed', () => {
    const { name, reproducibility } = parse();
    expect(name).toMatch(/^Experiment \([a-z]+-[a-z]+-[a-z]+\)$/);
    expect(reproducibility.experiment_seed).toBe(1767323045);
  });

  test('the pool that was chosen and its priority, unless the user set one', () => {
    const given = { resourcePool: 'fast', defaultPriority: 30 };
    expect(parse('', given).resources).toMatchObject({ resource_pool: 'fast', priority: 30 });
    expect(parse('resources: {priority: 7}', given).resources.priority).toBe(7);
  });

  test('[EXP-110, EXP-111] an adaptive search has at most five rungs, and lets a quarter go on at each', () => {
    const asha = 'searcher: {name: adaptive_asha, metric: loss, max_trials: 8, max_time: 9, time_metric: batches}\n';
    const { config } = parseExperimentConfig(`entrypoint: x\n${asha}`, surroundings);
    expect(config.searcher).toMatchObject({ max_rungs: 5, divisor: 4 });
  });

  test('an unmanaged experiment needs no entrypoint and has the usual priority', () => {
    const { config } = parseExperimentConfig(searcher, { ...surroundings, managed: false, defaultPriority: 30 });
    expect(config.entrypoint).toBeNull();
    expect(config.resources.priority).toBe(42);
  });

  test("the workspace's storage is stronger than the cluster's and weaker than the user's", () => {
    const given = {
      clusterStorage: { type: 's3', bucket: 'cluster', access_key: 'AK', save_trial_best: 2 },
      workspaceStorage: { type: 's3', bucket: 'workspace', save_trial_latest: 6 },
    };
    expect(parse('checkpoint_storage: {save_trial_best: 9}', given).checkpoint_storage).toEqual({
      type: 's3',
      bucket: 'workspace',
      access_key: 'AK',
      secret_key: null,
      endpoint_url: null,
      prefix: null,
      save_experiment_best: 0,
      save_trial_best: 9,
      save_trial_latest: 6,
    });
  });

  test('no storage anywhere is said', () => {
    expect(() => parse('', { clusterStorage: {} })).toThrow(
      'invalid experiment configuration: config is invalid or incomplete: <config>.checkpoint_storage: type is a required property',
    );
  });
});

describe('in steps', () => {
  test('resources are known before the pool is', () => {
    const draft = draftOf(readYaml(text), text, { name: 't', config: { resources: { slots_per_trial: 3 } } });
    expect(requestedResources(draft)).toMatchObject({ slots_per_trial: 3, resource_pool: '' });
    expect(completeExperimentConfig(draft, surroundings).resources.slots_per_trial).toBe(3);
  });

  test('a project is named by both words or by none', () => {
    expect(namedProject(draft(text))).toBeNull();
    expect(namedProject(draft(`${text}workspace: w\nproject: p\n`))).toEqual({
      workspace: 'w',
      project: 'p',
    });
    expect(() => namedProject(draft(`${text}workspace: w\n`))).toThrow(
      'workspace and project must both be included in config if one is provided',
    );
  });

  test('a template that cannot be used is named', () => {
    expect(() => draftOf(readYaml(text), text, { name: 'base', config: { bogus: 1 } })).toThrow(
      'template "base" is invalid: <config>: additionalProperties "bogus" not allowed',
    );
  });

  test('a grid whose searcher comes from the template needs counts too', () => {
    const template = { name: 'grid', config: { searcher: { name: 'grid', metric: 'loss' } } };
    const grid = 'entrypoint: x\nhyperparameters: {a: {type: int, minval: 0, maxval: 3}}\n';
    expect(() => parseExperimentConfig(grid, { ...surroundings, template })).toThrow(
      'config is invalid or incomplete: <config>.hyperparameters.a: grid search is in use but count was not provided',
    );
  });
});

test.each(['batches', 'records', 'epochs'])(
  '[EXP-042] the searcher keeps every setting it was given, length in %s',
  (unit) => {
    const given = `entrypoint: x
searcher:
  name: adaptive_asha
  metric: accuracy
  smaller_is_better: false
  max_length: {${unit}: 3}
  max_trials: 12
  max_concurrent_trials: 4
  max_time: 20
  time_metric: epochs
  mode: aggressive
  divisor: 3
  max_rungs: 2
  bracket_rungs: [1, 2]
  stop_once: true
  source_trial_id: 5
  source_checkpoint_uuid: 5f0f1d2e-8a4c-4a53-9d5e-3c1a7e0b6f11
`;
    expect(parseExperimentConfig(given, surroundings).config.searcher).toEqual({
      name: 'adaptive_asha',
      metric: 'accuracy',
      smaller_is_better: false,
      max_length: { [unit]: 3 },
      max_trials: 12,
      max_concurrent_trials: 4,
      max_time: 20,
      time_metric: 'epochs',
      mode: 'aggressive',
      divisor: 3,
      max_rungs: 2,
      bracket_rungs: [1, 2],
      stop_once: true,
      source_trial_id: 5,
      source_checkpoint_uuid: '5f0f1d2e-8a4c-4a53-9d5e-3c1a7e0b6f11',
    });
  },
);

test.each([
  ["'1.5 gb'", 1610612736],
  ["'64k'", 65536],
  ["'2 MiB'", 2097152],
  ["'100b'", 100],
  ['512', 512],
])('shared memory of %s', (size, bytes) => {
  expect(parse(`resources: {shm_size: ${size}}`).resources.shm_size).toBe(bytes);
});

describe('secrets', () => {
  test('keys, passwords and tokens of the storage are shown as asterisks, the rest as it is', () => {
    const s3 = `checkpoint_storage: {type: s3, bucket: b, access_key: AK, secret_key: SK, endpoint_url: 'https://u:pw@host:9000/p?token=t'}`;
    const shown = redactStorageSecrets(parse(s3));
    expect(JSON.stringify(shown)).not.toMatch(/AK|SK|pw|token/);
    expect(shown.checkpoint_storage).toMatchObject({
      bucket: 'b',
      access_key: '********',
      secret_key: '********',
      endpoint_url: 'https://********@host:9000/p?********',
    });

    const azure = `checkpoint_storage: {type: azure, container: c, account_url: 'https://acc.blob.core.windows.net/?sig=xyz', credential: hush}`;
    expect(redactStorageSecrets(parse(azure)).checkpoint_storage).toMatchObject({
      container: 'c',
      account_url: 'https://acc.blob.core.windows.net/?********',
      credential: '********',
    });
    const connection = parse('checkpoint_storage: {type: azure, container: c, connection_string: hush}');
    expect(redactStorageSecrets(connection).checkpoint_storage).toMatchObject({ connection_string: '********' });
  });

  test('a key that is not set stays null', () => {
    const shown = redactStorageSecrets(parse('checkpoint_storage: {type: s3, bucket: b}'));
    expect(shown.checkpoint_storage).toMatchObject({ access_key: null, secret_key: null });
  });

  test('data.secrets keeps its names only', () => {
    const config = parse('data: {a: 1, secrets: {k: hidden}}');
    expect(redactSecrets(config).data).toEqual({ a: 1, secrets: { k: '********' } });
    expect(config.data).toEqual({ a: 1, secrets: { k: 'hidden' } });
  });
});

test('the original text is shown as it was, but for its secrets', async () => {
  const shown = (source: string) => redactOriginalConfig(source, parse(source), 'user 1');
  expect(await shown('debug: true # my note')).toBe('debug: true # my note');
  expect(await shown('data: {a: 1, secrets: {k: hidden}}')).toBe('{"data":{"a":1,"secrets":{"k":"********"}}}');
});

test('a pet name has three words, the last ones included', () => {
  expect(petName(() => 0)).toBe('amazing-amber-badger');
  expect(petName(() => 0.999999)).toBe('worthy-yellow-zebra');
});

const rich = `
name: t
entrypoint: [python3, train.py]
labels: [a]
data: {secrets: {k: v}}
searcher: {name: adaptive_asha, metric: loss, max_trials: 3, max_time: 9, time_metric: batches, bracket_rungs: [1], max_length: {batches: 3}}
hyperparameters: {i: {type: int, minval: 1, maxval: 3, count: 2}, c: {type: categorical, vals: [1]}, n: {x: {type: const, val: 1}}, l: {type: log, base: 10, minval: -4, maxval: -1}}
environment: {image: {cpu: a}, environment_variables: {cpu: [A=1]}, proxy_ports: [{proxy_port: 1}], ports: {p: 1}, registry_auth: {username: u}, pod_spec: {metadata: {labels: {a: b}}, spec: {containers: [{name: determined-container, env: [{name: A, value: b}]}]}}}
resources: {slots_per_trial: 1, devices: ['/a:/b', {host_path: /c, container_path: /d}], shm_size: 1 gb}
bind_mounts: [{host_path: /a, container_path: b}]
checkpoint_storage: {type: shared_fs, host_path: /h, storage_path: s}
tensorboard_storage: {type: s3, bucket: b}
log_policies: [{name: a, pattern: b}, {pattern: c, action: {type: exclude_node}}]
min_validation_period: {epochs: 1}
optimizations: {mixed_precision: O1}
profiling: {begin_on_batch: 1, end_after_batch: 2}
reproducibility: {experiment_seed: 1}
retention_policy: {log_retention_days: 1}
integrations: {webhooks: {webhook_id: [1], exclude: true}, pachyderm: {pachd: {host: h, port: 1}, proxy: {scheme: s, host: h, port: 2}, dataset: {project: p, repo: r, commit: c, branch: b, token: t}}}
slurm: {sbatch_args: [a]}
pbs: {pbsbatch_args: [a]}
security: {x: 1}
`;

describe('whatever stands anywhere, the answer is a configuration or a refusal', () => {
  const strange: Json[] = [null, -1, 1.5, 1e300, 'x', '', true, [], {}, [null], [[]], { type: null }, { name: null }];
  const whole = readYaml(rich);
  const paths = pathsOf(whole);
  const template = { name: 'same', config: whole };

  test('the sample itself is accepted', () => {
    expect(parseExperimentConfig(rich, surroundings).config.searcher.name).toBe('adaptive_asha');
    expect(paths.length).toBeGreaterThan(100);
  });

  test.each(strange.map((value): [string, Json] => [JSON.stringify(value), value]))('%s', (shown, value) => {
    const broken: string[] = [];
    for (const path of paths) {
      const text = JSON.stringify(replaced(whole, path, value));
      for (const given of [surroundings, { ...surroundings, template }]) {
        try {
          redactSecrets(parseExperimentConfig(text, given).config);
        } catch (error) {
          if (!(error instanceof ApiError)) broken.push(`${path.join('.')} = ${shown}: ${error}`);
        }
      }
    }
    expect(broken).toEqual([]);
  });
});

function pathsOf(value: Json, path: string[] = []): string[][] {
  const inner = value === null || typeof value !== 'object' ? [] : Object.entries(value);
  return [path, ...inner.flatMap(([key, each]) => pathsOf(each, [...path, key]))];
}

function replaced(value: Json, [key, ...rest]: string[], by: Json): Json {
  if (key === undefined) return by;
  if (Array.isArray(value)) return value.map((each, i) => (String(i) === key ? replaced(each, rest, by) : each));
  if (!isObject(value)) return value;
  return { ...value, [key]: replaced(value[key] ?? null, rest, by) };
}

test('[EXP-040] checkpoint storage has its place and how many checkpoints are saved', () => {
  const storageOf = (storage: string) =>
    parseExperimentConfig(
      `entrypoint: x\nsearcher: {name: single, metric: loss}\ncheckpoint_storage: ${storage}`,
      surroundings,
    ).config.checkpoint_storage;
  const saved = { save_experiment_best: 2, save_trial_best: 3, save_trial_latest: 4 };
  const more = 'save_experiment_best: 2, save_trial_best: 3, save_trial_latest: 4';
  expect(storageOf(`{type: shared_fs, host_path: /h, storage_path: s, ${more}}`)).toMatchObject({
    host_path: '/h',
    storage_path: 's',
    ...saved,
  });
  expect(storageOf(`{type: directory, container_path: /c, ${more}}`)).toMatchObject({ container_path: '/c', ...saved });
  for (const type of ['s3', 'gcs'])
    expect(storageOf(`{type: ${type}, bucket: b, ${more}}`)).toMatchObject({ bucket: 'b', ...saved });
});

test('[EXP-041] integrations hold a versioned data set, where it is served and by which proxy', () => {
  const pachyderm = {
    dataset: { project: 'p', repo: 'r', commit: 'c', branch: 'b', token: 't' },
    pachd: { host: 'h', port: 1 },
    proxy: { scheme: 's', host: 'h', port: 2 },
  };
  const text = JSON.stringify({
    entrypoint: 'x',
    searcher: { name: 'single', metric: 'loss' },
    integrations: { pachyderm },
  });
  expect(parseExperimentConfig(text, surroundings).config.integrations).toMatchObject({ pachyderm });
});
