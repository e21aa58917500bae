import { textOfError } from '@determined/contract/errors.ts';
import { getExperimentsRoute, searchExperimentsRoute } from '@determined/contract/training/experiments-routes.ts';
import { searchRunsRoute } from '@determined/contract/training/runs-routes.ts';
import { encodeRequest } from '@determined/contract/wire/encode-request.ts';
import { homePath } from './experiment-lists.ts';
import type { Bench, Figure } from './figure.ts';
import { Caller, type Sent } from './http-load.ts';
import { calibrationMs, processorMs } from './processor.ts';
import { bytesOfNames, makeSearchedProject } from './search-data.ts';

const limit = 80;

/** What a call of the tables costs, server and database, in a project of very many runs. */
export const search: Bench = {
  name: 'search',
  measure: async (place) => {
    const { runs: count } = place;
    const master = await place.master();
    place.note(`${count} runs`);
    // Beyond 100,000 runs what is newest or decided by one column may cost twice as much, the rest as much more as there match.
    const grown = (call: Call) => (count <= 100_000 ? 1 : call.linear ? count / 100_000 : 2);
    const projectId = await makeSearchedProject(master, count);
    const caller = new Caller(master.address, 1);
    const loop = { what: 'a loop of the processor alone', value: calibrationMs() };
    const bytes = await bytesOfNames(master);
    const figures: Figure[] = [
      { what: 'Catalogue of names on disk, an experiment', value: bytes, unit: 'bytes', aim: { atMost: 1000 } },
    ];
    try {
      for (const call of calls(projectId, count)) {
        const { what, atMost, linear: _linear, ...sent } = call;
        const asked = processorMs(master, () => caller.send({ ...sent, token: master.token }));
        const value = await asked.catch((error) => {
          place.note(`${what}: ${textOfError(error)}`);
          return Infinity;
        });
        place.note(`${what}: ${value.toFixed(1)} ms`);
        figures.push({
          what: `${what}, processor`,
          value,
          unit: 'ms',
          aim: { atMost: atMost * grown(call) },
          baseline: loop,
        });
      }
    } finally {
      caller.close();
    }
    const again = await master.restart();
    const start = `Second start with ${count.toLocaleString('en')} experiments`;
    return [
      ...figures,
      { what: start, value: again.seconds, unit: 's', aim: { atMost: 3 } },
      { what: `${start}, processor`, value: again.processor, unit: 's', aim: { atMost: 1 } },
    ];
  },
};

type Call = Sent & { what: string; atMost: number; linear?: true };

function calls(projectId: number, count: number): Call[] {
  const get = (what: string, atMost: number, path: string): Call => ({ what, atMost, method: 'GET', path });
  const plain = (orderBy: 'ORDER_BY_ASC' | 'ORDER_BY_DESC', offset: number) =>
    encodeRequest(getExperimentsRoute, { projectId, limit, offset, sortBy: 'SORT_BY_ID', orderBy }).path;
  const rows = `/api/ext/v1/projects/${projectId}/experiment-rows?limit=${limit}`;
  return [
    get('Compatible list, newest 80', 15, plain('ORDER_BY_DESC', 0)),
    get('Compatible list, last 80', 15, plain('ORDER_BY_DESC', count - limit)),
    get('Page of our table', 15, `${rows}&columns=name,state,searcherMetricsVal`),
    ...searches.flatMap(({ what, atMost, linear, ...asked }) => [
      { what: `Experiments, ${what}`, atMost, linear, method: 'POST' as const, ...experiments(projectId, asked) },
      { what: `Runs, ${what}`, atMost, linear, method: 'POST' as const, ...runs(projectId, asked) },
    ]),
    ...plainLines.map(({ what, lines }): Call => ({ ...get(what, 40, counts(projectId, lines)), linear: true })),
    get('Columns of experiments', 10, `/api/v1/projects/${projectId}/columns?tableType=TABLE_TYPE_EXPERIMENT`),
    get('Columns of runs', 10, `/api/v1/projects/${projectId}/columns?tableType=TABLE_TYPE_RUN`),
    get('Ranges of metrics', 5, `/api/v1/projects/${projectId}/experiments/metric-ranges`),
    get('The project with its counts', 2, `/api/v1/projects/${projectId}`),
    get('Home', 5, homePath()),
  ];
}

const ofRuns = (columnName: string, type: string, operator: string, value: string | number) => ({
  ...{ kind: 'field', columnName, location: 'LOCATION_TYPE_RUN', type: `COLUMN_TYPE_${type}`, operator, value },
});
const byUser = ofRuns('user', 'NUMBER', '=', 1);
const byState = ofRuns('state', 'TEXT', '=', 'COMPLETED');
const byTime = ofRuns('startTime', 'DATE', '>', '2020-01-01T00:00:00.000Z');

/** What a filter's line finds that asks for what no column is packed of. */
const plainLines = [
  { what: 'Counts of runs, of a user', lines: [byUser] },
  { what: 'Counts of runs, in a state', lines: [byState] },
  { what: 'Counts of runs, after a day', lines: [byTime] },
];

function counts(projectId: number, children: readonly object[]): string {
  const filter = JSON.stringify({ filterGroup: { kind: 'group', conjunction: 'and', children } });
  return `/api/ext/v1/projects/${projectId}/filter-counts?${new URLSearchParams({ of: 'run', filter })}`;
}

interface Asked {
  sort: string;
  conditions: Condition[];
}

type Condition = { column: 'name' | 'hp' | 'hp choice' | 'metric'; operator: string; value: string | number };

const narrow = { column: 'hp', operator: '<', value: 0.05 } as const;
const half: Condition[] = [
  { column: 'hp', operator: '<', value: 0.5 },
  { column: 'hp choice', operator: '!=', value: 'choice 3' },
];

/** An aim of 40 where one column decides or few match. */
const searches: (Asked & Pick<Call, 'what' | 'atMost' | 'linear'>)[] = [
  { what: 'newest', atMost: 15, sort: 'id=desc', conditions: [] },
  { what: 'by a metric', atMost: 40, sort: 'validation.m7.last=asc', conditions: [] },
  { what: '5 of 100 by a hyperparameter', atMost: 40, sort: 'id=desc', conditions: [narrow] },
  { what: 'one column decides, by a metric', atMost: 40, sort: 'validation.m7.last=asc', conditions: [narrow] },
  {
    what: 'three filters',
    atMost: 40,
    linear: true,
    sort: 'training.m8.min=desc',
    conditions: [
      narrow,
      { column: 'name', operator: 'contains', value: 'a' },
      { column: 'metric', operator: '>', value: 0.5 },
    ],
  },
  { what: 'half of them, by a metric', atMost: 150, linear: true, sort: 'validation.m7.last=asc', conditions: half },
];

function filterOf(conditions: readonly Condition[], isRun: boolean): string {
  const fields = {
    name: {
      columnName: isRun ? 'experimentName' : 'name',
      location: isRun ? 'LOCATION_TYPE_RUN' : 'LOCATION_TYPE_EXPERIMENT',
      type: 'COLUMN_TYPE_TEXT',
    },
    hp: { columnName: 'hp.hp0', location: hyperparameters(isRun), type: 'COLUMN_TYPE_NUMBER' },
    'hp choice': { columnName: 'hp.hp4', location: hyperparameters(isRun), type: 'COLUMN_TYPE_TEXT' },
    metric: { columnName: 'validation.m9.last', location: 'LOCATION_TYPE_VALIDATIONS', type: 'COLUMN_TYPE_NUMBER' },
  };
  const children = conditions.map(({ column, operator, value }) => ({
    kind: 'field',
    operator,
    value,
    ...fields[column],
  }));
  return JSON.stringify({ filterGroup: { kind: 'group', conjunction: 'and', children }, showArchived: true });
}

const hyperparameters = (isRun: boolean) =>
  isRun ? 'LOCATION_TYPE_RUN_HYPERPARAMETERS' : 'LOCATION_TYPE_HYPERPARAMETERS';

function experiments(projectId: number, { sort, conditions }: Asked) {
  const filter = filterOf(conditions, false);
  const { path, body } = encodeRequest(searchExperimentsRoute, { projectId, limit, offset: 0, sort, filter });
  return { path, body };
}

function runs(projectId: number, { sort, conditions }: Asked) {
  const filter = filterOf(conditions, true);
  const { path, body } = encodeRequest(searchRunsRoute, { projectId, limit, offset: 0, sort, filter });
  return { path, body };
}
