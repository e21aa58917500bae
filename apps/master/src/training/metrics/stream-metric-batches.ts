import type { metricBatchesRoute } from '@determined/contract/training/metrics-routes.ts';
import { sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';
import type { StreamHandler } from '#platform/http/serve.ts';
import { metricNamed } from './metric-arguments.ts';
import { pollExperiments } from './poll-stream.ts';
import { readColumns } from './read-columns.ts';
import { readByArrival } from './read-rows.ts';
import { summaryKey } from './shared/metric-values.ts';

/** Series that are held at once. */
const trialsAtOnce = 32;

interface Metric {
  group: string;
  name: string;
}

/** How far a trial has been read. */
interface Reached {
  /** Rises with every report. */
  version: number;
  /** The last report that was there. */
  reportId: number;
}

/** Steps at which any trial of the experiment reported the metric, each told once. */
export const streamMetricBatches: StreamHandler<typeof metricBatchesRoute> = async function* (request, ctx) {
  const metric = metricNamed(request);
  const told = new Set<number>();
  const reached = new Map<number, Reached>();
  yield* pollExperiments(ctx, [request.experimentId], request.periodSeconds, async () => {
    const fresh = new Set<number>();
    const find = (step: number) => void (told.has(step) || fresh.add(step));
    // Before the reports themselves: what comes meanwhile is read twice, never lost.
    const changed = await changedTrials(ctx.db, request.experimentId, metric, reached);
    const begun = changed.filter(({ id }) => !reached.has(id)).map(({ id }) => id);
    for (let from = 0; from < begun.length; from += trialsAtOnce) {
      await readWhole(ctx.db, begun.slice(from, from + trialsAtOnce), metric, find);
    }
    for (const { id, version, reportId } of changed) {
      const before = reached.get(id);
      if (before) await readNews(ctx.db, id, metric, before.reportId, find);
      reached.set(id, { version, reportId });
    }
    for (const step of fresh) told.add(step);
    return { batches: [...fresh].sort((left, right) => left - right) };
  });
};

/** Trials that have reported the metric, and anything since they were read. */
async function changedTrials(
  db: Db,
  experimentId: number,
  { group, name }: Metric,
  reached: ReadonlyMap<number, Reached>,
): Promise<({ id: number } & Reached)[]> {
  const { rows } = await sql<{ id: number; version: number }>`
    select trial_id as id, version from trial_metrics
    where experiment_id = ${experimentId} and summary_metrics -> ${summaryKey(group)} -> ${name} is not null
    order by trial_id`.execute(db);
  const changed = rows.filter(({ id, version }) => reached.get(id)?.version !== version);
  if (changed.length === 0) return [];
  const last = await sql<{ id: number; report_id: number }>`
    select t.id, greatest(
      (select max(last_id) from metric_chunks where trial_id = t.id and group_name = ${group}),
      (select max(id) from metric_reports where trial_id = t.id and group_name = ${group}), -1) as report_id
    from unnest(${changed.map(({ id }) => id)}::int[]) t (id)`.execute(db);
  const reports = new Map(last.rows.map(({ id, report_id }) => [id, report_id]));
  return changed.map((one) => ({ ...one, reportId: reports.get(one.id) ?? -1 }));
}

async function readWhole(db: Db, trialIds: number[], { group, name }: Metric, find: (step: number) => void) {
  for (const { steps, values } of (await readColumns(db, trialIds, group, [name])).values()) {
    steps.forEach((step, row) => {
      if (values[0]?.[row] !== undefined) find(step);
    });
  }
}

async function readNews(
  db: Db,
  trialId: number,
  { group, name }: Metric,
  beyond: number,
  find: (step: number) => void,
) {
  for await (const rows of readByArrival(db, trialId, group, beyond)) {
    for (const { steps, values } of rows) if (Object.hasOwn(values, name)) find(steps);
  }
}
