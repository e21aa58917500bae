import type { AnyExtRoute } from '@determined/contract/ext-route.ts';
import type { AnyRoute } from '@determined/contract/route.ts';
import { type Field, type Message, planOf } from '@determined/contract/wire/message.ts';
import { fieldAt, pathNames, queryFields } from '@determined/contract/wire/request-shape.ts';
import type { Served } from '@determined/master/platform/http/serve.ts';
import { toJSONSchema } from 'zod';
import type { Asker, Things } from './fuzz-world.ts';
import {
  hostileBody,
  hostileDocuments,
  hostileHeaders,
  hostileJson,
  hostileNumber,
  hostileText,
} from './hostile-values.ts';
import type { Random } from './random.ts';

export interface FuzzedRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string | Buffer | undefined;
  as: Asker;
}

/** How much of a request is hostile: one value in a good request reaches deeper than many. */
interface Temper {
  random: Random;
  things: Things;
  /** Share of values that are hostile, and of fields that are left out. */
  hostile: number;
  without: number;
  /** The one field that is given this text, in a request that is good otherwise. */
  planted?: { name: string; text: string };
}

const otherMethods = ['HEAD', 'OPTIONS', 'GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE'];

/** Each hostile document through each field that is read as a document or pattern, in good requests. */
export function documentRequests(entry: Served): ((random: Random, things: Things) => FuzzedRequest)[] {
  if (entry.kind !== 'route') return [];
  return readFields(entry.route.request).flatMap((name) =>
    hostileDocuments.map((document) => (random: Random, things: Things): FuzzedRequest => {
      const temper = { random, things, hostile: 0, without: 1, planted: { name, text: document() } };
      const { method, path, query, body } = partsOf(entry, temper);
      const search = query.map(([key, value]) => `${key}=${encode(value)}`).join('&');
      return { method, path: search === '' ? path : `${path}?${search}`, headers: {}, body, as: 'admin' };
    }),
  );
}

/** Names of the texts in a message that somebody reads further; of messages in it, too. */
function readFields(message: Message<unknown>, depth = 0): string[] {
  return planOf(message).fields.flatMap((field) => {
    if (field.message) return depth < 2 ? readFields(field.message, depth + 1) : [];
    return field.kind === 's' && isRead.test(field.name) ? [field.name] : [];
  });
}

/** The same request for the same random source and things. */
export function fuzzedRequest(entry: Served, random: Random, things: Things): FuzzedRequest {
  const temper = {
    random,
    things,
    hostile: random.pick([0.02, 0.1, 0.1, 0.4]),
    without: random.pick([0.1, 0.5, 0.8]),
  };
  const { method, path, query, body } = partsOf(entry, temper);
  const search = query.map(([name, value]) => `${name}=${encode(value)}`).join('&');
  const junk = random.chance(0.05) ? random.pick(['%zz', '&&==', 'a=%00', 'pretty', `${'q=1&'.repeat(1_000)}`]) : '';
  const all = [search, junk].filter((text) => text !== '').join('&');
  const sent = random.chance(0.12) ? hostileBody(random) : body;
  return {
    method: random.chance(0.06) ? random.pick(otherMethods) : method,
    path: `${path}${random.chance(0.03) ? '/' : ''}${all === '' ? '' : `?${all}`}`.slice(0, 14_000),
    headers: {
      ...(random.chance(0.7) ? { 'content-type': 'application/json' } : {}),
      ...(random.chance(0.25) ? hostileHeaders(random) : {}),
    },
    body: sent,
    as: random.pick(['admin', 'admin', 'admin', 'admin', 'user', 'task', 'cookie', 'nobody']),
  };
}

interface Parts {
  method: string;
  path: string;
  query: [string, string][];
  body: string | undefined;
}

function partsOf(entry: Served, temper: Temper): Parts {
  if (entry.kind === 'route') return partsOfRoute(entry.route, temper);
  if (entry.kind === 'ext') return partsOfExt(entry.route, temper);
  const path = entry.path.replace(/:(\w+)/g, (_all, name: string) => encode(textOf(name, temper)));
  const body = temper.random.chance(0.2) ? `[${oldBody(temper)}]` : oldBody(temper);
  const query: [string, string][] = path.includes('download') ? [['path', textOf('path', temper)]] : [];
  return { method: entry.method, path, query, body: entry.method === 'GET' ? undefined : body };
}

function partsOfRoute(route: AnyRoute, temper: Temper): Parts {
  const on = route.needs.on;
  const named = new Map(
    pathNames(route.path).map((name) => [
      name,
      queryText(fieldAt(route.request, name), name === 'id' ? on : name, temper),
    ]),
  );
  const query: [string, string][] = [];
  for (const [name, field] of queryFields(route)) {
    if (!field.required && isLeftOut(field, temper)) continue;
    for (let i = field.list ? temper.random.below(4) : 1; i > 0; i--)
      query.push([name, queryText(field, name, temper)]);
  }
  const field = route.body === null || route.body === '*' ? undefined : fieldAt(route.request, route.body);
  return {
    method: route.method,
    path: route.path.replace(/\{([^}]+)\}/g, (_all, name: string) => encode(named.get(name) ?? '')),
    query,
    body: route.body === null ? undefined : field ? jsonOf(field, temper, 0) : messageJson(route.request, temper, 0),
  };
}

function partsOfExt(route: AnyExtRoute, temper: Temper): Parts {
  const { random } = temper;
  const query: [string, string][] = Object.entries(schemaOf(route.queryOf).properties ?? {})
    .filter(() => !random.chance(temper.without))
    .map(([name, schema]) => [name, asText(schemaJson(schema, name, temper))]);
  return {
    method: route.method,
    path: route.path.replace(/\{([^}]+)\}/g, (_all, name: string) => encode(textOf(name, temper))),
    query,
    body: route.body === undefined ? undefined : schemaJson(schemaOf(route.body), '', temper),
  };
}

interface JsonSchema {
  type?: string;
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
  enum?: unknown[];
}

/** What a schema of ours takes; a part that cannot be described is any value. */
function schemaOf(schema: unknown): JsonSchema {
  if (schema === undefined) return {};
  // Routes bring Zod schemas; the contract asks no more of them than that they validate.
  return toJSONSchema(schema as Parameters<typeof toJSONSchema>[0], {
    unrepresentable: 'any',
    io: 'input',
  }) as JsonSchema;
}

function schemaJson(schema: JsonSchema, name: string, temper: Temper): string {
  const { random } = temper;
  if (random.chance(temper.hostile)) return hostileJson(random);
  if (schema.enum) return JSON.stringify(random.pick(schema.enum));
  if (schema.properties) {
    const fields = Object.entries(schema.properties).filter(() => !random.chance(temper.without / 2));
    return `{${fields.map(([key, inner]) => `${JSON.stringify(key)}:${schemaJson(inner, key, temper)}`).join(',')}}`;
  }
  if (schema.type === 'array') return `[${schemaJson(schema.items ?? {}, name, temper)}]`;
  if (schema.type === 'boolean') return String(random.chance(0.5));
  const text = textOf(name, temper);
  return schema.type === 'number' || schema.type === 'integer' ? (numeric(text) ?? '3') : JSON.stringify(text);
}

const numeric = (text: string) => (/^-?\d{1,15}$/.test(text) ? text : undefined);

function messageJson(message: Message<unknown>, temper: Temper, depth: number): string {
  const { random } = temper;
  if (random.chance(temper.hostile / 4)) return hostileJson(random);
  const fields = planOf(message).fields.filter((field) => !isLeftOut(field, temper, depth));
  const parts = fields.map((field) => {
    const name = random.chance(0.1) ? field.name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) : field.name;
    return `${JSON.stringify(name)}:${jsonOf(field, temper, depth)}`;
  });
  return `{${parts.join(',')}}`;
}

/** Deeper down more is given; a message that may hold what is planted always is. */
function isLeftOut(field: Field, { random, without, planted }: Temper, depth = 0): boolean {
  if (planted)
    return field.name !== planted.name && !(field.message && readFields(field.message).includes(planted.name));
  return random.chance(depth > 3 ? 0.9 : without / (depth + 1));
}

function jsonOf(field: Field, temper: Temper, depth: number): string {
  const { random } = temper;
  if (random.chance(temper.hostile)) return hostileJson(random);
  if (field.list) return `[${Array.from({ length: random.below(4) }, () => oneJson(field, temper, depth)).join(',')}]`;
  if (!field.map) return oneJson(field, temper, depth);
  const keys = Array.from({ length: random.below(4) }, () => JSON.stringify(textOf('key', temper)));
  return `{${keys.map((key) => `${key}:${oneJson(field, temper, depth)}`).join(',')}}`;
}

function oneJson(field: Field, temper: Temper, depth: number): string {
  const { random } = temper;
  switch (field.kind) {
    case 'm':
      return field.message ? messageJson(field.message, temper, depth + 1) : '{}';
    case 'o':
    case 'a':
      return random.chance(0.5) ? '{"x":1,"y":{"z":[0.5,"a"]}}' : hostileJson(random);
    case 'b':
      return String(random.chance(0.5));
    case 'e':
      return JSON.stringify(random.pick(field.names ?? ['']));
    case 'i':
    case 'l':
    case 'n':
      return numeric(textOf(field.name, temper)) ?? (random.chance(0.5) ? '1' : hostileNumber(random));
    case 't':
      return JSON.stringify(random.pick(times));
    case 'y':
      return JSON.stringify(Buffer.from(textOf(field.name, temper)).toString('base64'));
    default:
      return JSON.stringify(textOf(field.name, temper));
  }
}

const times = ['2024-05-01T10:00:00Z', '2030-01-01T00:00:00+05:00', '1970-01-01T00:00:00Z', '9999-12-31T23:59:59Z'];

function queryText(field: Field | undefined, name: string, temper: Temper): string {
  const { random } = temper;
  if (random.chance(temper.hostile)) return hostileText(random);
  switch (field?.kind) {
    case 'b':
      return String(random.chance(0.5));
    case 'e':
      return random.pick(field.names ?? ['']);
    case 't':
      return random.pick(times);
    case 'i':
    case 'l':
    case 'n': {
      const text = numeric(textOf(name, temper));
      return text ?? random.pick(['0', '1', '2', '5', '-1', '100', asText(hostileNumber(random))]);
    }
    default:
      return textOf(name, temper);
  }
}

const asText = (json: string) => json.replace(/^"|"$/g, '');

const configs = [
  'name: x\nentrypoint: x\nsearcher: {name: single, metric: x}\nhyperparameters: {}\n',
  'name: y\nentrypoint: [python3, x.py]\nsearcher: {name: random, metric: x, max_trials: 3}\nhyperparameters: {lr: {type: log, minval: -3, maxval: -1}}\n',
  'name: z\nentrypoint: x\nsearcher: {name: adaptive_asha, metric: x, max_trials: 4, time_metric: batches, max_time: 64}\nlabels: [a, b]\n',
  'description: a template\n',
];

// They leave room for what the other requests make.
const policies = [
  'invariant_config: {description: x}\nconstraints: {priority_limit: 1, resources: {max_slots: 1000}}\n',
  '{"constraints": {"resources": {"max_slots": 1000}}}',
  '{}',
];

/** Texts that are documents or patterns themselves: somebody reads them. */
const isRead = /config|template|yaml|filter|sort|regex|pattern|search|hyperparameters/i;

/** A text that fits the name: ids of things there are, and words that mean something. */
function textOf(name: string, { random, things, hostile, planted }: Temper): string {
  if (planted?.name === name) return planted.text;
  if (isRead.test(name) && !planted && random.chance(0.2)) return random.pick(hostileDocuments)();
  if (random.chance(hostile)) return hostileText(random);
  const known = Object.entries(meanings).find(([pattern]) => new RegExp(pattern, 'i').test(name))?.[1];
  return known ? String(known(things, random)) : random.pick(['x', 'name', '1', '3', 'a b', 'ü']);
}

const meanings: Record<string, (things: Things, random: Random) => string | number> = {
  '^(workspace|destinationWorkspaceId)': (things) => things.workspace,
  '^(project|destinationProjectId|entityId)': (things) => things.project,
  experiment: (things) => things.experiment,
  '^(trial|run|searchId|destinationRun)': (things, random) => (random.chance(0.5) ? things.trial : things.managedTrial),
  '(checkpoint|ckpt|uuid)': (things) => things.checkpoint,
  '^task': (things, random) => (random.chance(0.5) ? things.task : things.managedTask),
  allocation: (things) => things.allocation,
  '^job': (things) => things.jobId,
  agent: () => 'node-1',
  slot: () => 0,
  'pool(name)?$': () => 'default',
  '^(user|owner)Ids?$': (things) => things.userId,
  '^user(name)?$': (things) => things.username,
  password: () => 'New-Passw0rd',
  '^(template|templateName|oldName)$': (things) => things.template,
  '^workloadType$': (_things, random) => random.pick(['EXPERIMENT', 'NTSC']),
  '^configPolicies$': (_things, random) => random.pick(policies),
  '^(config|template|yaml)': (_things, random) => random.pick(configs),
  filter: (_things, random) => random.pick(filters),
  '^(sort|orderBy)': (_things, random) =>
    random.pick(['id=asc', 'name=desc', 'searcherMetricsVal=asc', 'hp.lr=asc', 'metadata.team=desc']),
  '^(metric|x|y)': (_things, random) => random.pick(['x', 'validation.x', 'loss']),
  '^(path|filename)': (_things, random) => random.pick(['train.py', 'folder/data.txt', 'missing', '']),
  '^(limit|offset|maxDatapoints|max|batch|count)': (_things, random) => random.pick([0, 1, 2, 100, -1, -2]),
  '^id$': (things) => things.experiment,
};

const filters = [
  '{"filterGroup":{"children":[],"conjunction":"and","kind":"group"},"showArchived":true}',
  '{"filterGroup":{"children":[{"kind":"field","columnName":"name","type":"COLUMN_TYPE_TEXT","location":"LOCATION_TYPE_EXPERIMENT","operator":"contains","value":"x"}],"conjunction":"or","kind":"group"}}',
  '{"filterGroup":{"children":[{"kind":"field","columnName":"hp.lr","type":"COLUMN_TYPE_NUMBER","location":"LOCATION_TYPE_HYPERPARAMETERS","operator":">=","value":0.1}],"conjunction":"and","kind":"group"}}',
  '{"filterGroup":{"children":[{"kind":"field","columnName":"validation.x.last","type":"COLUMN_TYPE_NUMBER","location":"LOCATION_TYPE_VALIDATIONS","operator":"isEmpty","value":null}],"conjunction":"and","kind":"group"}}',
  '{"filterGroup":{"children":[{"kind":"field","columnName":"metadata.team","type":"COLUMN_TYPE_TEXT","location":"LOCATION_TYPE_RUN_METADATA","operator":"!=","value":"x"},{"kind":"field","columnName":"hp.lr","location":"LOCATION_TYPE_RUN_HYPERPARAMETERS","operator":"notEmpty"}],"conjunction":"or","kind":"group"}}',
  '{"filterGroup":{"kind":"field","columnName":"localId","type":"COLUMN_TYPE_TEXT","location":"LOCATION_TYPE_RUN","operator":"contains","value":"-"},"showArchived":true}',
];

/** Bodies of the calls outside the gateway. */
function oldBody(temper: Temper): string {
  const names = ['username', 'password', 'admin', 'active', 'agent_user_group', 'task_id', 'log', 'level', 'timestamp'];
  const fields = names
    .filter(() => !temper.random.chance(temper.without))
    .map((name) => {
      const value = temper.random.chance(temper.hostile + 0.1)
        ? hostileJson(temper.random)
        : JSON.stringify(textOf(name, temper));
      return `"${name}":${value}`;
    });
  return `{${fields.join(',')}}`;
}

/** As a client encodes it; half a pair of UTF-16 letters cannot be. */
const encode = (text: string) => encodeURIComponent(text.toWellFormed()).slice(0, 6_000);
