import { getProjectColumnsRoute } from '@determined/contract/organisation/projects-routes.ts';
import { cellOf, columnFacts, experimentColumns } from '@determined/contract/training/experiment-columns.ts';
import { createExperimentRoute, searchExperimentsRoute } from '@determined/contract/training/experiments-routes.ts';
import { getExperimentRowsRoute, getOwnExperimentRowsRoute } from '@determined/contract/training/ext-routes.ts';
import { runColumns } from '@determined/contract/training/run-columns.ts';
import { searchRunsRoute } from '@determined/contract/training/runs-routes.ts';
import { type DevCluster, startDevCluster } from '@determined/dev-cluster/dev-cluster.ts';
import { codeOf } from '@determined/dev-cluster/refusal.ts';
import type { KyselyPlugin } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { experimentColumn } from './shared/experiment-columns.ts';
import { readExperimentRows } from './shared/experiment-rows.ts';

let cluster: DevCluster;
const made: number[] = [];

/** One constant, one searched, one of words, one that only two have; of `reported` the best trial's summary. */
const experiments = [
  { name: 'a', hyperparameters: '{lr: 0.5, opt: sgd, deep: {x: 1}, both: [1, 2]}', reported: { loss: 10, note: 'b' } },
  { name: 'b', hyperparameters: '{lr: 0.1, opt: adam}', reported: { loss: 9, note: 'a' } },
  { name: 'c', hyperparameters: '{lr: {type: log, base: 10, minval: -4, maxval: -1}}', reported: { loss: 'NaN' } },
  { name: 'd', hyperparameters: '{opt: {type: categorical, vals: [sgd, 1]}}', reported: undefined },
];
const part = (last: number | string) => ({
  last,
  type: typeof last === 'number' || last === 'NaN' ? 'number' : 'string',
});

beforeAll(async () => {
  cluster = await startDevCluster();
  const { db } = cluster.master;
  for (const { name, hyperparameters, reported } of experiments) {
    const config = `name: ${name}\nentrypoint: x\nlabels: [l]\nresources: {slots_per_trial: 0}\nhyperparameters: ${hyperparameters}
searcher: {name: random, max_trials: 1, metric: loss}`;
    const { experiment } = await cluster.admin.client.call(createExperimentRoute, { config });
    const id = experiment?.id ?? 0;
    made.push(id);
    if (!reported) continue;
    const trial = await db.selectFrom('trials').select('id').where('experiment_id', '=', id).executeTakeFirstOrThrow();
    const validation_metrics = Object.fromEntries(Object.entries(reported).map(([key, last]) => [key, part(last)]));
    await db
      .updateTable('trial_metrics')
      .set({ summary_metrics: JSON.stringify({ validation_metrics }) })
      .where('trial_id', '=', trial.id)
      .execute();
    await db.updateTable('experiments').set({ best_trial_id: trial.id, best_value: 1 }).where('id', '=', id).execute();
  }
});
afterAll(() => cluster.stop());

const rows = async (query: { columns?: string[]; sort?: string }) =>
  (await cluster.admin.client.call(getExperimentRowsRoute, { params: { projectId: 1 }, query })).rows;
const names = async (sort: string) => (await rows({ sort })).map((row) => row.name).join('');
const search = (request: { sort?: string; filter?: string }) =>
  cluster.admin.client.call(searchExperimentsRoute, { projectId: 1, ...request });
const cells = async (column: string) =>
  (await rows({ columns: [column], sort: 'id=asc' })).map((row) => cellOf(row, column));

describe.each(Object.entries(experimentColumns))(
  'the column %s',
  (id, { label, type, sortable, filterable, offered }) => {
    test('is answered in every row, in a project’s table and at Home', async () => {
      for (const cell of await cells(id)) expect(cell).toBeDefined();
      const own = await cluster.admin.client.call(getOwnExperimentRowsRoute, { query: { columns: [id] } });
      expect(own.rows).toHaveLength(4);
      for (const row of own.rows) expect(cellOf(row, id)).toBeDefined();
    });

    test(sortable ? 'orders both tables' : 'orders none', async () => {
      for (const direction of ['asc', 'desc']) {
        const sort = `${id}=${direction}`;
        if (!sortable) {
          expect(await codeOf(rows({ sort }))).toBe('InvalidArgument');
          expect(await codeOf(search({ sort }))).toBe('InvalidArgument');
        } else {
          expect((await rows({ sort })).map((row) => row.id).toSorted()).toEqual(made);
          expect((await search({ sort })).experiments).toHaveLength(4);
        }
      }
    });

    test(filterable ? 'can be searched by' : 'cannot be searched by', async () => {
      const field = (operator: string) =>
        search({ filter: JSON.stringify({ filterGroup: { kind: 'field', columnName: id, operator, value: null } }) });
      if (!filterable) expect(await codeOf(field('isEmpty'))).toBe('InvalidArgument');
      else {
        const [empty, filled] = await Promise.all([field('isEmpty'), field('notEmpty')]);
        expect(empty.experiments.length + filled.experiments.length).toBe(4);
      }
    });

    test(offered ? 'is offered with its label' : 'is not offered', async () => {
      const { columns } = await cluster.admin.client.call(getProjectColumnsRoute, { id: 1 });
      const said = columns.find(({ column }) => column === id);
      expect(said?.displayName).toBe(offered ? label : undefined);
      if (offered && type !== 'boolean') expect(said?.type).not.toBe('COLUMN_TYPE_UNSPECIFIED');
    });
  },
);

describe.each(Object.entries(runColumns))(
  'the column of runs %s',
  (id, { label, type, sortable, filterable, offered }) => {
    const runs = async (request: { sort?: string; filter?: string }) =>
      (await cluster.admin.client.call(searchRunsRoute, { projectId: 1, ...request })).runs;

    test(sortable ? 'orders them' : 'orders none', async () => {
      for (const direction of ['asc', 'desc']) {
        const sort = `${id}=${direction}`;
        if (sortable) expect(await runs({ sort })).toHaveLength(4);
        else expect(await codeOf(runs({ sort }))).toBe('InvalidArgument');
      }
    });

    test(filterable ? 'can be searched by' : 'cannot be searched by', async () => {
      const field = (operator: string) => {
        const filterGroup = { kind: 'field', columnName: id, location: 'LOCATION_TYPE_RUN', operator, value: null };
        return runs({ filter: JSON.stringify({ filterGroup }) });
      };
      if (!filterable) expect(await codeOf(field('isEmpty'))).toBe('InvalidArgument');
      else expect([...(await field('isEmpty')), ...(await field('notEmpty'))]).toHaveLength(4);
    });

    test(offered === false ? 'is not offered' : 'is offered with its label', async () => {
      const { columns } = await cluster.admin.client.call(getProjectColumnsRoute, {
        id: 1,
        tableType: 'TABLE_TYPE_RUN',
      });
      const said = columns.find(({ column }) => column === id);
      if (offered === false) return expect(said).toBeUndefined();
      expect(said?.displayName).toBe(label);
      expect(said?.type === 'COLUMN_TYPE_UNSPECIFIED').toBe(type === 'boolean');
    });
  },
);

test('a metric is the best trial’s, null where it has none, and ordered as a number', async () => {
  expect(await cells('validation.loss.last')).toEqual([10, 9, Number.NaN, null]);
  expect(await cells('validation.note.last')).toEqual(['b', 'a', null, null]);
  expect(await cells('training.loss.last')).toEqual([null, null, null, null]);
  expect(await names('validation.loss.last=asc')).toBe('bacd');
  expect(await names('validation.loss.last=desc')).toBe('cabd');
  expect(await names('validation.note.last=asc')).toBe('badc');
});

test('a hyperparameter is what the configuration says: its value, or what is searched', async () => {
  expect(await cells('hp.lr')).toEqual([0.5, 0.1, { type: 'log', base: 10, minval: -4, maxval: -1 }, null]);
  expect(await cells('hp.opt')).toEqual(['sgd', 'adam', null, { type: 'categorical', vals: ['sgd', 1] }]);
  expect(await cells('hp.deep.x')).toEqual([1, null, null, null]);
  expect(await cells('hp.deep')).toEqual([null, null, null, null]);
  expect(await cells('hp.both')).toEqual(['[1,2]', null, null, null]);
  expect((await names('hp.lr=asc')).slice(0, 2)).toBe('ba');
  expect((await names('hp.opt=asc')).at(-1)).toBe('c');
});

test('a column that is not asked for costs no query and no table', async () => {
  const texts: string[] = [];
  const listen: KyselyPlugin = {
    transformQuery: ({ node }) => {
      texts.push(JSON.stringify(node));
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  const asked = async (columns: string[]) => {
    texts.length = 0;
    await readExperimentRows(cluster.master.db.withPlugin(listen), made, columns);
    return [texts.length, texts.join(' ')] as const;
  };
  const [few, plain] = await asked(['startTime', 'numTrials']);
  expect(few).toBe(1);
  for (const word of ['metric', 'users', 'progress', 'config', 'trials b']) expect(plain).not.toContain(word);
  const [more, all] = await asked(['curve', 'user', 'progress', 'hp.lr', 'validation.loss.last']);
  expect(more).toBeGreaterThan(1);
  for (const word of ['trial_metrics', 'users', 'progress', 'config']) expect(all).toContain(word);
});

test('what is no column has no facts and no SQL', () => {
  for (const id of ['', 'shoe', 'toString', 'validation.loss', 'a.last']) {
    expect([columnFacts(id), experimentColumn(id)]).toEqual([undefined, undefined]);
  }
});
