import { ApiError } from '@determined/contract/errors.ts';
import { describe, expect, test } from 'vitest';
import { isObject, type Json, type JsonObject } from '#platform/config/format/json.ts';
import { asList, asObject, Place } from '#platform/config/format/node.ts';
import { poolOverCluster, taskContainerDefaultsFormat } from '#platform/config/format/task-container-defaults.ts';
import { type ConfigSurroundings, parseExperimentConfig } from './experiment-config.ts';
import recorded from './vectors/experiment-config.json' with { type: 'json' };

interface Case {
  id: string;
  cluster: string;
  managed: boolean;
  text: string;
  template?: JsonObject;
  workspaceStorage?: JsonObject;
  ignore?: string[];
  unordered?: string[];
  merged?: JsonObject;
  error?: string;
}
// The file's cases differ in shape; the compiler would give each its own type.
const cases = recorded.cases as unknown as Case[];

/** Same in substance, told in our own words: the recorded text names the insides of another program. */
const ownWords: Record<string, RegExp> = {
  'scalar-doc':
    /^invalid experiment configuration: unable to unmarshal json-formatted .* expected object, but got number$/,
  'list-doc':
    /^invalid experiment configuration: unable to unmarshal json-formatted .* expected object, but got array$/,
  'bad-yaml': /^invalid experiment configuration: unable to convert yaml to json: not valid yaml: line 2, column 1: /,
  'seed-big': /<config>\.reproducibility\.experiment_seed: must be <= 4294967295 but found 4294967296$/,
  'unknown-top': /<config>: additionalProperties "bogus", "bogus2" not allowed$/,
  'cs-hdfs':
    /additionalProperties "hdfs_url", "hdfs_path" not allowed\n<config>\.checkpoint_storage: is not an object where/,
};

/** Where a user expects something else than what was recorded: path → value, or the refusal. */
const otherwise: Record<string, { set?: [string, Json]; refused?: RegExp; accepted?: [string, Json] }> = {
  // Nothing could be searched in no time or with no rungs.
  'asha-max-time-0': { refused: /searcher\.max_time: must be >= 1 but found 0$/ },
  'asha-max-time-neg': { refused: /searcher\.max_time: must be >= 1 but found -5$/ },
  'asha-bracket-rungs-0': { refused: /searcher\.bracket_rungs\[0\]: must be >= 1 but found 0$/ },
  // What has no weight has no share.
  'res-weight-0': { refused: /resources\.weight: must be > 0 but found 0$/ },
  'res-weight-neg': { refused: /resources\.weight: must be > 0 but found -1$/ },
  // A memory size in words is what the format allows; the platform of old could not store it.
  'res-shm-str': { accepted: ['resources.shm_size', 1610612736] },
  'res-shm-str2': { accepted: ['resources.shm_size', 4294967296] },
  'res-shm-str3': { accepted: ['resources.shm_size', 100] },
  // The searcher comes from the template: whether counts are needed is known only then.
  'tmpl-hparams': { accepted: ['hyperparameters.b', { type: 'double', minval: 0, maxval: 1 }] },
  'tmpl-hparams-leaf-over-nested': { accepted: ['hyperparameters.b', { type: 'int', minval: 0, maxval: 3 }] },
  'tmpl-entrypoint-list': { accepted: ['entrypoint', 'c'] },
};

function surroundings(one: Case): ConfigSurroundings {
  const cluster = asObject(recorded.clusters[one.cluster as keyof typeof recorded.clusters] as unknown as Json);
  const pools = asObject(cluster.pools ?? null);
  const pool = /resource_pool: second/.test(one.text) && one.managed ? asObject(pools.second ?? null) : {};
  const defaults = poolOverCluster(read(pool.task_container_defaults), read(cluster.task_container_defaults));
  return {
    managed: one.managed,
    clusterStorage: asObject(cluster.checkpoint_storage ?? null),
    workspaceStorage: one.workspaceStorage,
    taskContainerDefaults: defaults,
    defaultPriority: Number(pool.scheduler_default_priority ?? cluster.scheduler_default_priority ?? 42),
    now: new Date('2026-01-02T03:04:05Z'),
    random: () => 0,
  };
}

function read(defaults: Json | undefined): JsonObject {
  const place = new Place();
  taskContainerDefaultsFormat.check(defaults ?? {}, place);
  expect(place.issues).toEqual([]);
  return asObject(taskContainerDefaultsFormat.read(defaults ?? {}, place));
}

function parse(one: Case): JsonObject {
  const template = one.template && { name: 'recorded', config: one.template };
  const { config, originalConfig } = parseExperimentConfig(one.text, { ...surroundings(one), template });
  expect(originalConfig).toBe(one.text);
  // Through JSON, as it is stored and sent.
  return asObject(JSON.parse(JSON.stringify(config)));
}

function refusal(one: Case): string {
  try {
    parse(one);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    expect(error.code).toBe('InvalidArgument');
    return error.message;
  }
  throw new Error('accepted');
}

function at(config: Json, path: string): Json {
  return path.split('.').reduce<Json>((value, key) => asObject(value)[key] ?? null, config);
}

function canonical(value: Json): string {
  return JSON.stringify(isObject(value) ? Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)) : value);
}

function without(config: JsonObject, one: Case): JsonObject {
  const copy = structuredClone(config);
  for (const path of [...(one.ignore ?? []), ...(one.unordered ?? [])]) {
    const keys = path.split('.');
    const last = keys.pop() ?? '';
    const parent = at(copy, keys.join('.') || '') ?? copy;
    const owner = keys.length === 0 ? copy : isObject(parent) ? parent : copy;
    if (one.ignore?.includes(path)) delete owner[last];
    else
      owner[last] = asList(owner[last] ?? null)
        .map(canonical)
        .toSorted();
  }
  return copy;
}

describe('experiment configurations as recorded', () => {
  // Three more need a pool or a project: `experiments.test.ts` has them.
  test('there are as many as were recorded', () => {
    const excepted = cases.filter(({ id }) => id in otherwise || id in ownWords).length;
    expect([cases.length, excepted]).toEqual([279, 17]);
    console.log(`configurations: ${cases.length - excepted} equal + ${excepted} excepted`);
  });

  test.each(cases.map((one): [string, Case] => [one.id, one]))('%s', (id, one) => {
    const other = otherwise[id];
    if (other?.refused !== undefined) expect(refusal(one)).toMatch(other.refused);
    else if (other?.accepted !== undefined) expect(at(parse(one), other.accepted[0])).toEqual(other.accepted[1]);
    else if (one.merged !== undefined) expect(without(parse(one), one)).toEqual(without(one.merged, one));
    else if (ownWords[id] !== undefined) expect(refusal(one)).toMatch(ownWords[id]);
    else expect(refusal(one)).toBe(one.error);
  });
});
