import { postProjectRoute } from '@determined/contract/organisation/projects-routes.ts';
import { postWorkspaceRoute } from '@determined/contract/organisation/workspaces-routes.ts';
import { usualExperimentColumns } from '@determined/contract/training/experiment-columns.ts';
import { createExperimentRoute, getExperimentsRoute } from '@determined/contract/training/experiments-routes.ts';
import { encodeRequest } from '@determined/contract/wire/encode-request.ts';
import { sql } from 'kysely';
import type { Bench, BenchMaster, Figure } from './figure.ts';
import { Caller, median, timed } from './http-load.ts';

const page = 80;
const drawnWith = ['progress', 'searcherMetric', 'smallerIsBetter'];
const results = ['curve', 'searcherMetricsVal', 'numTrials', 'duration', 'resourcePool', 'checkpointSize'];
const tableColumns = [...usualExperimentColumns, ...results, ...drawnWith].join(',');
const homeColumns = [
  'name',
  'project',
  'state',
  'curve',
  'searcherMetricsVal',
  'numTrials',
  'duration',
  'startTime',
  'endTime',
];

/** As Home asks for it: a day's failures with the newest of the rest. */
export const homePath = () =>
  `/api/ext/v1/own-experiment-rows?columns=${[...homeColumns, ...drawnWith].join(',')}&limit=20&since=${new Date(Date.now() - 86_400_000).toISOString()}`;

export const experimentLists: Bench = {
  name: 'lists',
  measure: async (place) => {
    const master = await place.master();
    const figures: Figure[] = [];
    for (const count of [1_000, 100_000]) {
      place.note(`${count} experiments`);
      const projectId = await makeProject(master, count);
      figures.push(...(await pageFigures(master, projectId, count.toLocaleString('en'))));
      figures.push(...(await columnFigures(master, projectId, count.toLocaleString('en'))));
    }
    return figures;
  },
};

async function pageFigures(master: BenchMaster, projectId: number, count: string): Promise<Figure[]> {
  const caller = new Caller(master.address, 1);
  const bare = await median(15, () =>
    timed(() =>
      sql`select * from experiments where project_id = ${projectId} order by id desc limit ${page}`.execute(master.db),
    ),
  );
  const figures: Figure[] = [];
  const { path } = encodeRequest(getExperimentsRoute, {
    projectId,
    limit: page,
    sortBy: 'SORT_BY_ID',
    orderBy: 'ORDER_BY_DESC',
    archived: false,
  });
  const rows = `/api/ext/v1/projects/${projectId}/experiment-rows?limit=${page}&columns=${tableColumns}`;
  const asked = [
    { what: `Page of 80 of ${count} experiments`, path: rows, aim: { atMost: 80 } },
    { what: `The same by best value`, path: `${rows}&sort=searcherMetricsVal=desc`, aim: { atMost: 80 } },
    { what: `The same by name`, path: `${rows}&sort=name=asc`, aim: { atMost: 80 } },
    {
      what: `Home of somebody with ${count}`,
      path: homePath(),
      aim: { atMost: 80 },
    },
    // What all have, the oldest alone, and nothing has.
    ...['bench', 'c4ca4238a0b9', 'zqxv'].map((text) => ({
      what: `Finding "${text}" among ${count}`,
      path: `/api/ext/v1/find?text=${text}`,
      aim: { atMost: 50 },
    })),
    { what: `Page of 80 of ${count}, compatible list`, path, aim: { atMost: 80 } },
  ];
  try {
    for (const { what, path: address, aim } of asked) {
      let bytes = 0;
      const ms = await median(15, async () => {
        const answer = await caller.send({ method: 'GET', path: address, token: master.token });
        bytes = answer.bytes;
        return answer.ms;
      });
      figures.push({ what, value: ms, unit: 'ms', aim, baseline: { what: 'the 80 rows by SQL', value: bare } });
      if (address === rows) figures.push({ what: 'Its JSON', value: bytes / 1000, unit: 'kB', old: '774 kB' });
      if (address === path)
        figures.push({ what: 'JSON of the compatible list', value: bytes / 1000, unit: 'kB', old: '774 kB' });
    }
  } finally {
    caller.close();
  }
  return figures;
}

/** What the tables can show: names of metrics and hyperparameters of the whole project. */
async function columnFigures(master: BenchMaster, projectId: number, count: string): Promise<Figure[]> {
  const caller = new Caller(master.address, 1);
  const bare = await median(5, () =>
    timed(() =>
      sql`select distinct jsonb_object_keys(config -> 'hyperparameters') from experiments where project_id = ${projectId}`.execute(
        master.db,
      ),
    ),
  );
  const figures: Figure[] = [];
  try {
    for (const table of ['EXPERIMENT', 'RUN']) {
      const path = `/api/v1/projects/${projectId}/columns?tableType=TABLE_TYPE_${table}`;
      const ms = await median(15, async () => (await caller.send({ method: 'GET', path, token: master.token })).ms);
      figures.push({
        what: `Column list of ${count} ${table === 'RUN' ? 'runs' : 'experiments'}`,
        value: ms,
        unit: 'ms',
        baseline: { what: 'their hyperparameters’ names by SQL', value: bare },
        ...(table === 'RUN' ? { old: '0.9 s of 10,000, 6.7 s of 100,000' } : {}),
      });
    }
  } finally {
    caller.close();
  }
  return figures;
}

/** A project with so many copies of an experiment that the call has made, each with a trial and its value. */
export async function makeProject({ client, db }: BenchMaster, count: number): Promise<number> {
  const { workspace } = await client.call(postWorkspaceRoute, { name: `bench ${count}` });
  const { project } = await client.call(postProjectRoute, { name: 'bench', workspaceId: workspace?.id ?? 0 });
  const projectId = project?.id ?? 0;
  const { experiment } = await client.call(createExperimentRoute, { config, activate: false, projectId });
  const columns = await sql<{ name: string }>`select column_name as name from information_schema.columns
    where table_name = 'experiments' and is_generated = 'NEVER'
      and column_name not in ('id', 'job_id', 'state', 'name', 'best_value', 'start_time', 'end_time', 'best_trial_id')`.execute(
    db,
  );
  const copied = sql.join(columns.rows.map(({ name }) => sql.ref(name)));
  await sql`insert into jobs (id, kind, owner_id, submitted_at, pool, preemptible, single_agent)
    select 'bench-' || ${projectId}::int || '-' || g, 'EXPERIMENT', ${experiment?.userId ?? 0}, now(), 'default', true, false
    from generate_series(1, ${count - 1}::int) g`.execute(db);
  await sql`insert into experiments (job_id, state, name, best_value, start_time, end_time, ${copied})
    select 'bench-' || ${projectId}::int || '-' || g, (array['COMPLETED', 'ERROR', 'CANCELED'])[1 + g % 3], name || ' ' || md5(g::text),
      random(), now() - g * interval '1 minute', now() - (g - 1) * interval '1 minute', ${copied}
    from experiments, generate_series(1, ${count - 1}::int) g where id = ${experiment?.id ?? 0}`.execute(db);
  await sql`insert into trials (experiment_id, state, end_time) select id, 'COMPLETED', end_time from experiments
    where project_id = ${projectId} and best_value is not null`.execute(db);
  await sql`update trial_metrics m set searcher_metric_value = e.best_value, summary_metrics = ${JSON.stringify(summary)}::json
    from experiments e where e.id = m.experiment_id and e.project_id = ${projectId}`.execute(db);
  await sql`insert into name_sets (digest, source, group_name, names, types)
    select name_set_digest('metric', group_name, names, types), 'metric', group_name, names, types
    from (values ('training', array['loss'], array['number']),
      ('validation', array['accuracy', 'validation_loss'], array['number', 'number'])) v (group_name, names, types)
    on conflict do nothing`.execute(db);
  await sql`insert into experiment_names (experiment_id, project_id, source, group_name, set_id)
    select e.id, e.project_id, s.source, s.group_name, s.id from experiments e, name_sets s
    where e.project_id = ${projectId} and e.best_value is not null and s.source = 'metric'
      and s.names[1] in ('loss', 'accuracy')
    union all
    select e.id, e.project_id, n.source, n.group_name, n.set_id from experiments e, experiment_names n
    where e.project_id = ${projectId} and n.experiment_id = ${experiment?.id ?? 0} and e.id <> n.experiment_id
    on conflict do nothing`.execute(db);
  await sql`update experiments e set best_trial_id = t.id from trials t
    where t.experiment_id = e.id and e.project_id = ${projectId}`.execute(db);
  for (const table of ['jobs', 'experiments', 'trials', 'trial_metrics', 'experiment_names', 'experiment_words'])
    await sql`vacuum (analyze) ${sql.table(table)}`.execute(db);
  return projectId;
}

const number = { type: 'number', last: 0.5, count: 10, sum: 5, mean: 0.5, min: 0.1, max: 0.9 };
const summary = {
  avg_metrics: { loss: number },
  validation_metrics: { validation_loss: number, accuracy: number },
};

const config = `name: digits
description: Learns handwritten digits
labels: [vision, baseline]
entrypoint: python3 train.py
searcher: {name: random, max_trials: 16, metric: validation_loss, smaller_is_better: true}
hyperparameters:
  learning_rate: {type: log, base: 10, minval: -4, maxval: -1}
  hidden_size: {type: categorical, vals: [32, 64, 128, 256]}
  dropout: {type: double, minval: 0.1, maxval: 0.5}
  batch_size: 64
resources: {slots_per_trial: 0}
max_restarts: 2
`;
