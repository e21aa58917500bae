import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DevCluster, startDevCluster } from '@determined/dev-cluster/dev-cluster.ts';
import { HandClock } from '@determined/dev-cluster/hand-clock.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Db } from '#platform/db/database.ts';
import { packProject } from '../column-store/pack-project.ts';
import packBlock from '../column-store/shared/pack-block.ts';

interface Vectors {
  columns: Record<'TABLE_TYPE_EXPERIMENT' | 'TABLE_TYPE_RUN', string[][]>;
  calls: { method: string; path: string; body: unknown; save?: Record<string, string> }[];
  cases: { id: string; endpoint: string; status: number; filter?: unknown; sort?: string; expect?: string[] }[];
}
const vectors: Vectors = JSON.parse(readFileSync(new URL('./vectors/search-filters.json', import.meta.url), 'utf8'));
const cases = vectors.cases.filter((each) => each.endpoint === 'experiments');
const runCases = vectors.cases.filter((each) => each.endpoint === 'runs');

/** Answered although the recorded server fails on them; what they find is asked here. */
const answered = [
  'id-isempty-exp',
  'forked-isempty-exp',
  'searcher-val-isempty-exp',
  'end-isempty-exp',
  'state-isempty-exp',
  'project-id-exp',
  'archived-col-exp',
  'm-number-on-text-experiments',
  'hp-lr-number-=-0.1',
  'hp-lr-number-!=-0.1',
  'hp-lr-number-<-0.15',
  'hp-lr-number-<=-0.1',
  'hp-lr-number->-0.15',
  'hp-lr-number->=-2',
  'hp-lr-number-isEmpty-None',
  'hp-lr-number-notEmpty-None',
  'hp-notype',
  'hp-text-on-number',
];

/** Names are ordered as people do, not by their bytes. */
const orderedByPeople = [
  'sort-exp-name=asc',
  'sort-exp-name=desc',
  'sort-exp-externalExperimentId=desc',
  'sort-exp-numTrials=asc,name=asc',
];
/** Experiments whose only trial was canceled are shown as CANCELED, which the recorded server does not do. */
const canceled = ['r04', 'r22'];
const aboutCanceled = [
  'end-gt-exp',
  'state-gt-exp',
  'state-canceled-exp',
  'sort-exp-state=asc',
  'sort-exp-endTime=asc',
];

let cluster: DevCluster;
let folder: string;
const known = new Map<string, unknown>([
  ['prefix', 'search'],
  ['key', 'SRCH'],
]);
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'search-'));
  const file = join(folder, 'master.yaml');
  writeFileSync(file, 'resource_pools: [{pool_name: default}, {pool_name: second}]\n');
  // What is silent for a minute is ended, and a busy machine may take longer over these tests.
  cluster = await startDevCluster({ clock: new HandClock(), env: { DET_CONFIG_FILE: file } });
  for (const { method, path, body, save } of vectors.calls) {
    // Only its own task may report to a managed trial: for this the experiment passes as an unmanaged one.
    const managed = /\$\{run\.(m\d+)\w*\}\/metrics/.exec(path)?.[1];
    if (managed) await setUnmanaged(managed, true);
    const reply = await call(method, String(filled(path)), filled(body));
    if (managed) await setUnmanaged(managed, false);
    expect(reply.status, `${method} ${path}: ${JSON.stringify(reply.json)}`).toBe(200);
    for (const [name, at] of Object.entries(save ?? {})) known.set(name, valueAt(reply.json, at));
  }
}, 120_000);
afterAll(async () => {
  await cluster.stop();
  rmSync(folder, { recursive: true });
});

async function setUnmanaged(label: string, unmanaged: boolean): Promise<void> {
  await cluster.master.db
    .updateTable('experiments')
    .set({ unmanaged })
    .where('id', '=', Number(known.get(`exp.${label}`)))
    .execute();
}

/** Of whom the calls are asked. */
let address: string | undefined;

async function call(method: string, path: string, body?: unknown) {
  const init = body === null || body === undefined ? {} : { body: JSON.stringify(body) };
  const headers = { Authorization: `Bearer ${cluster.admin.token}` };
  const reply = await fetch(new URL(path, address ?? cluster.address), { method, headers, ...init });
  // Whatever shape the answer has, the tests look into it.
  const json: { experiments?: unknown[]; runs?: unknown[]; error?: { error: string } } = JSON.parse(await reply.text());
  return { status: reply.status, json };
}

const valueAt = (json: unknown, path: string) =>
  path.split('.').reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], json);

/** `${name}` is what an earlier call saved: with its type where it is the whole text. */
function filled(value: unknown, ids: 'exp' | 'run' = 'exp'): unknown {
  if (typeof value === 'string') {
    const whole = /^\$\{([^}]+)\}$/.exec(value)?.[1];
    if (whole !== undefined) return known.get(whole);
    return value.replaceAll(/\$\{([^}]+)\}/g, (_all, name: string) => String(known.get(name)));
  }
  if (Array.isArray(value)) return value.map((item) => filled(item, ids));
  if (typeof value !== 'object' || value === null) return value;
  if ('$id' in value) return known.get(`${ids}.${value.$id}`);
  if ('$exp' in value) return known.get(`exp.${value.$exp}`);
  if ('$project' in value) return known.get('project');
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, filled(item, ids)]));
}

async function ask(path: string, filter: unknown, sort?: string) {
  return call('POST', path, {
    projectId: known.get('project'),
    limit: 200,
    ...(filter === undefined ? {} : { filter: typeof filter === 'string' ? filter : JSON.stringify(filter) }),
    ...(sort === undefined ? {} : { sort }),
  });
}

/** What the calls that made the data call an experiment or a run, by its id. */
const labelsOf = (kind: 'exp.' | 'run.') =>
  new Map([...known].filter(([name]) => name.startsWith(kind)).map(([name, id]) => [id, name.slice(kind.length)]));

async function searchRuns(filter: unknown, sort?: string) {
  const { status, json } = await ask('/api/v1/runs', filled(filter, 'run'), sort);
  const labels = labelsOf('run.');
  const found = (json.runs ?? []) as { id: number }[];
  return { status, labels: found.map(({ id }) => labels.get(id)), json };
}

async function search(filter: unknown, sort?: string) {
  const { status, json } = await ask('/api/v1/experiments-search', filled(filter), sort);
  const labels = labelsOf('exp.');
  const found = (json.experiments ?? []) as { experiment: { id: number } }[];
  return { status, labels: found.map(({ experiment }) => labels.get(experiment.id)), json };
}

test.each(cases.filter((each) => each.status === 200).map((each) => [each.id, each] as const))(
  '[API-061] finds what was recorded: %s',
  async (id, { filter, sort, expect: expected }) => {
    const found = await search(filter, sort);
    expect(found.status).toBe(200);
    if (orderedByPeople.includes(id)) expect(found.labels.toSorted()).toEqual(expected?.toSorted());
    else if (aboutCanceled.includes(id)) {
      const others = (labels: (string | undefined)[] = []) => labels.filter((label) => !canceled.includes(label ?? ''));
      expect(others(found.labels)).toEqual(others(expected));
      expect(found.labels).toEqual(expect.arrayContaining(canceled));
    } else expect(found.labels).toEqual(expected);
  },
);

test.each(
  cases.filter((each) => each.status !== 200 && !answered.includes(each.id)).map((each) => [each.id, each] as const),
)('refuses what makes no sense: %s', async (_id, { filter, sort }) => {
  const { status, json } = await search(filter, sort);
  expect(status).toBe(400);
  expect(json.error?.error).toMatch(/./);
});

test.each(['TABLE_TYPE_EXPERIMENT', 'TABLE_TYPE_RUN'] as const)(
  '[API-210] the columns of a table: %s',
  async (table) => {
    const reply = await cluster.fetch(`/api/v1/projects/${known.get('project')}/columns?tableType=${table}`, {
      token: cluster.admin.token,
    });
    const { columns }: { columns: Record<string, string>[] } = JSON.parse(await reply.text());
    // One run reports this metric as a number first and as text later: recorded is the last type, ours knows both.
    const bothTypes = table === 'TABLE_TYPE_RUN' ? 'validation.mix.last' : '';
    const shown = columns.map(({ column, type, location, displayName }) => [
      column,
      column === bothTypes ? 'COLUMN_TYPE_TEXT' : type,
      location,
      displayName,
    ]);
    if (bothTypes) expect(columns.find(({ column }) => column === bothTypes)?.type).toBe('COLUMN_TYPE_UNSPECIFIED');
    // Only the order of a run's own hyperparameters and metadata is left open.
    const settled = (rows: (string | undefined)[][]) => {
      const open = rows.filter((row) => table === 'TABLE_TYPE_RUN' && /^(hp|metadata)\./.test(row[0] ?? ''));
      return [rows.filter((row) => !open.includes(row)), open.map(String).sort()];
    };
    expect(settled(shown)).toEqual(settled(vectors.columns[table]));
  },
);

/** What people call a run by: each run has a number, those of unmanaged experiments, too, which all had 0. */
const aboutLocalIds = ['localid-eq', 'localid-zero', 'localid-contains'];
const runsOrderedByPeople = [
  'sort-run-experimentName=asc',
  'sort-run-experimentName=desc',
  'sort-run-searcherType=asc,experimentName=desc',
];
/** Runs of a search that were made at once start at once: then in the order of their ids. */
const startedAtOnce = 'sort-run-startTime=desc';
/** The recorded server does not know what unmanaged runs were given. By the case, which of them were given what it asks for. */
const unmanagedRuns: Record<string, string> = {
  'rhp-lr-number-=-0.1': 'r01 r10 r16a',
  'rhp-lr-number-<-0.15': 'r01 r02 r03 r10 r15a r15b r15c r16a r17 r22',
  'rhp-lr-number->=-0.5': 'r05 r12 r16b r21',
  'rhp-lr-number-notEmpty-None': 'r01 r02 r03 r04 r05 r06 r07 r10 r12 r13 r14 r15a r15b r15c r16a r16b r17 r21 r22',
  'rhp-lr-number-isEmpty-None': 'r08 r09 r18 r19 r20 r23 r24',
  'rhp-lr-number-=-0.1-text': 'r01 r10 r16a',
  'rhp-opt-text-=-sgd': 'r01 r23',
  'rhp-opt-text-!=-sgd': 'r02 r03 r04 r15a r15b r15c',
  'rhp-opt-text-contains-s': 'r01 r23',
  'rhp-opt-text-contains-SGD': 'r03',
  'rhp-opt-text-notContains-s': 'r02 r03 r04 r15a r15b r15c',
  'rhp-opt-text-<-b': 'r02 r03 r04 r15a r15b r15c',
  'rhp-nested': 'r09',
  'rhp-nested2': 'r16b',
  'rhp-bool': 'r07',
  'rhp-bool-false': 'r08',
  'rhp-flag-!=-True-None': 'r08',
  'rhp-list': 'r21',
  'rhp-string-number': 'r24',
  'rhp-int': 'r22 r23',
  'rhp-no-prefix': 'r01 r10 r16a',
};
const managed = (labels: readonly (string | undefined)[] = []) => labels.filter((label) => label?.startsWith('m'));
const unmanaged = (labels: readonly (string | undefined)[]) => labels.filter((label) => label?.startsWith('r'));

test.each(runCases.filter((each) => each.status === 200).map((each) => [each.id, each] as const))(
  '[API-123] finds the runs that were recorded: %s',
  async (id, { filter, sort, expect: expected }) => {
    if (aboutLocalIds.includes(id)) return expect(await localIdsSay(id, filter)).toBe(true);
    const found = await searchRuns(filter, sort);
    expect(found.status).toBe(200);
    if (runsOrderedByPeople.includes(id) || id === startedAtOnce) {
      expect(found.labels.toSorted()).toEqual(expected?.toSorted());
    } else if (id.startsWith('rhp-')) {
      expect(managed(found.labels)).toEqual(managed(expected));
      if (unmanagedRuns[id] !== undefined) expect(unmanaged(found.labels).join(' ')).toBe(unmanagedRuns[id]);
    } else expect(found.labels).toEqual(expected);
  },
);

/** What a filter by local ids finds is what the runs' own local ids say. */
async function localIdsSay(id: string, filter: unknown): Promise<boolean> {
  const all = (await searchRuns(undefined)).json.runs as { localId: string }[];
  const [found, asked] = [(await searchRuns(filter)).json.runs as { localId: string }[], `${known.get('key')}`];
  const wanted = {
    'localid-eq': (localId: string) => localId === `${asked}-3`,
    'localid-zero': (localId: string) => localId === `${asked}-0`,
    'localid-contains': (localId: string) => localId.includes('-2'),
  }[id];
  const expected = all.map(({ localId }) => localId).filter((localId) => wanted?.(localId));
  return JSON.stringify(found.map(({ localId }) => localId)) === JSON.stringify(expected);
}

/** Answered although the recorded server fails on them. */
const answeredOfRuns = {
  'id-isempty-run': '',
  'forked-isempty-run': 'all',
  'searcher-val-isempty-run': 'r08 r09 r14 r16b r20 m02 m03a m03b m03c m03d m04a m04b m04c m04d m04e m04f m05 m06',
  'end-isempty-run': 'r06 r07 r08 r14 r16b r24 m01 m02 m03a m03b m03c m03d m04a m04b m04c m04d m04e m04f m06',
  'state-isempty-run': '',
  multitrial: 'r15a r15b r15c r16a r16b r17 m03a m03b m03c m03d m04a m04b m04c m04d m04e m04f',
  'm-number-on-text-runs': '',
  'archived-col-run': 'r12',
};

test.each(Object.entries(answeredOfRuns))('finds what the recorded server fails on: %s', async (id, expected) => {
  const found = await searchRuns(runCases.find((each) => each.id === id)?.filter);
  const all = (await searchRuns(undefined)).labels.join(' ');
  expect(found.labels.join(' ')).toBe(expected === 'all' ? all : expected);
});

test.each(
  runCases
    .filter((each) => each.status !== 200 && !(each.id in answeredOfRuns))
    .map((each) => [each.id, each] as const),
)('refuses what makes no sense of runs: %s', async (_id, { filter, sort }) => {
  const { status, json } = await searchRuns(filter, sort);
  expect(status).toBe(400);
  expect(json.error?.error).toMatch(/./);
});

const field = (columnName: string, operator: string, value: unknown, more: object = {}) => ({
  filterGroup: { kind: 'field', columnName, operator, value, ...more },
  showArchived: true,
});

test('columns that are numbers, times and flags can be empty, compared, or asked for by project', async () => {
  const all = (await search(undefined)).labels;
  expect((await search(field('id', 'isEmpty', null))).labels).toEqual([]);
  expect((await search(field('endTime', 'isEmpty', null))).labels.length).toBeGreaterThan(0);
  expect((await search(field('projectId', '=', known.get('project')))).labels).toEqual(all);
  const archived = (await search(field('archived', '=', true))).labels;
  expect(archived.length).toBeGreaterThan(0);
  expect(archived.length).toBeLessThan(all.length);
});

test('a filter that is no JSON, or nested without end, is refused', async () => {
  let deep: unknown = { kind: 'field', columnName: 'id', operator: '=', value: 1 };
  for (let i = 0; i < 60; i++) deep = { kind: 'group', conjunction: 'and', children: [deep] };
  for (const filter of ['{', '', '[]', JSON.stringify({ filterGroup: deep })]) {
    expect((await search(filter)).status).toBe(400);
  }
});

test('text in a filter is never part of the statement', async () => {
  for (const value of ["'; drop table experiments; --", '$1', '%', '\\']) {
    expect((await search(field('name', '=', value))).labels).toEqual([]);
  }
  expect((await search(field(`hp.a'b"c`, '=', 1, { location: 'LOCATION_TYPE_HYPERPARAMETERS' }))).labels).toEqual([]);
});

test('filters that are as large as may be are answered, larger ones refused', async () => {
  const many = (count: number, conjunction: string, one: object) => ({
    filterGroup: { kind: 'group', conjunction, children: Array.from({ length: count }, (_, n) => ({ ...one, n })) },
    showArchived: true,
  });
  const path = Array(10_000).fill('a').join('.');
  const of = (columnName: string, location: string, operator: string, value: unknown) => ({
    ...{ kind: 'field', type: 'COLUMN_TYPE_TEXT' },
    ...{ columnName, location: `LOCATION_TYPE_${location}`, operator, value },
  });
  for (const one of [
    of('metadata.team', 'RUN_METADATA', '=', 'red'),
    of('metadata.team', 'RUN_METADATA', 'isEmpty', null),
    of('hp.opt', 'RUN_HYPERPARAMETERS', 'contains', '%a%a%a%a%a%b'),
    of('validation.loss.last', 'VALIDATIONS', '=', '0.4'),
    of('localId', 'RUN', 'contains', 'x'),
  ]) {
    for (const conjunction of ['and', 'or']) {
      expect((await searchRuns(many(500, conjunction, one))).status).toBe(200);
      expect((await searchRuns(many(501, conjunction, one))).status).toBe(400);
    }
  }
  for (const location of ['RUN_HYPERPARAMETERS', 'RUN_METADATA']) {
    expect((await searchRuns(many(1, 'and', of(path, location, 'isEmpty', null)))).labels.length).toBe(40);
  }
});

/** What every recorded case finds. */
async function answers(): Promise<unknown[]> {
  const all: unknown[] = [];
  for (const { id, endpoint, filter, sort } of vectors.cases) {
    const { status, labels } = await (endpoint === 'runs' ? searchRuns : search)(filter, sort);
    all.push([id, status, labels.join(' ')]);
  }
  return all;
}

test.each([
  ['all of them packed', 1, 1_000],
  ['some packed, in small blocks', 7, 7],
])(
  '[API-061] [API-123] every recorded case finds the same once runs and experiments are packed: %s',
  async (_name, least, most) => {
    const { db } = cluster.master;
    await unpackAll(db);
    const loose = await answers();
    const projectId = Number(known.get('project'));
    for (const of of ['run', 'experiment'] as const) {
      const limits = { least, most, alsoGoingOn: true };
      expect(await packProject(db, async (input) => packBlock(input), { projectId, of }, limits)).toBeGreaterThan(20);
    }
    expect(await answers()).toEqual(loose);
  },
);

test('[API-061] [API-123] every recorded case finds the same while runs report, from a second master, and after a restart', async () => {
  // Runs and experiments stand packed from the test before.
  const packed = await cluster.master.db.selectFrom('packed_blocks').select('id').execute();
  expect(packed.length).toBeGreaterThan(0);
  const before = await answers();
  const reporting = new AbortController();
  const reports = reportOn(reporting.signal);
  // Each report takes what it is about out of its block: it is read from its summary until it is packed anew.
  const during = await answers();
  reporting.abort();
  expect(await reports).toBeGreaterThan(10);
  expect(during).toEqual(before);
  const gaps = await cluster.master.db.selectFrom('packed_gaps').select('id').execute();
  expect(gaps.length).toBeGreaterThan(0);
  const second = await cluster.join();
  address = second.address;
  expect(await answers()).toEqual(before);
  await second.stop();
  await cluster.restart();
  address = cluster.address;
  expect(await answers()).toEqual(before);
}, 60_000);

/** Reports of something that no case asks for, to every unmanaged run, until it is aborted; how many there were. */
async function reportOn(signal: AbortSignal): Promise<number> {
  const runs = [...known].filter(([name]) => name.startsWith('run.r')).map(([, id]) => Number(id));
  let count = 0;
  while (!signal.aborted) {
    for (const trialId of runs) {
      if (signal.aborted) break;
      const metrics = {
        trialId,
        trialRunId: 0,
        stepsCompleted: 1_000_000 + ++count,
        metrics: { avgMetrics: { ingest: count } },
      };
      const { status, json } = await call('POST', `/api/v1/trials/${trialId}/metrics`, { metrics, group: 'ingest' });
      expect(status, JSON.stringify(json)).toBe(200);
    }
  }
  return count;
}

async function unpackAll(db: Db): Promise<void> {
  for (const table of ['trial_metrics', 'experiments'])
    await sql`update ${sql.table(table)} set packed = false`.execute(db);
  await sql`delete from packed_blocks`.execute(db);
}
