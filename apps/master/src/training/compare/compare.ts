import type { ExtReplyOf, ExtRequestOf } from '@determined/contract/ext-route.ts';
import type { ComparedRecord, compareRoute } from '@determined/contract/training/compare-ext-routes.ts';
import { metricDirection } from '@determined/contract/training/metric-direction.ts';
import type { Context } from '#platform/http/context.ts';
import { groupOfSummary, partitionOf, summaryKey, validationGroup } from '../metrics/shared/metric-values.ts';
import { comparedPaths, parts } from './compared-paths.ts';
import { readMade } from './read-made.ts';
import { readMoves } from './read-moves.ts';
import { type RecordRow, readRecords, stateOf } from './read-records.ts';

type Reply = ExtReplyOf<typeof compareRoute>;

/** How records came out, and where what they were made with differs. */
export async function compare({ query }: ExtRequestOf<typeof compareRoute>, ctx: Context): Promise<Reply> {
  const { of, filter, archived = false } = query;
  const rows = await readRecords(ctx, of, query.ids.split(',').map(Number));
  const summaries = rows.map(({ summary_metrics: text }) => JSON.parse(text ?? '{}') as Summary);
  const metric = metricOf(rows, summaries, query);
  const paths = comparedPaths(await readMade(ctx, rows));
  const shown = paths.filter(({ differs }) => differs || query.equal);
  const projectId = query.projectId ?? rows[0]?.project_id;
  const differing = paths.filter(({ differs, part }) => differs && part !== 'code');
  const moving =
    projectId === undefined || metric === null
      ? undefined
      : await readMoves(ctx, { of, projectId, filter, archived }, metric, differing);
  return {
    metric,
    records: rows.map((row, i) => recordOf(row, bestOf(summaries[i], metric))),
    metrics: reported(summaries),
    paths: shown.map((path) => ({ ...path, moves: moving?.moves.get(path) ?? null })),
    // One for each part.
    totals: Object.fromEntries(
      parts.map((part) => [part, paths.filter((one) => one.part === part).length]),
    ) as Reply['totals'],
    view: { runs: moving?.runs ?? 0 },
  };
}

interface Known {
  type: string;
  min?: number;
  max?: number;
  last?: number;
}
type Summary = Record<string, Record<string, Known>>;

/** Group and name of every numeric metric, and of how many records. */
function reported(summaries: readonly Summary[]): Reply['metrics'] {
  const counts = new Map<string, Reply['metrics'][number]>();
  for (const summary of summaries) {
    for (const [key, metrics] of Object.entries(summary)) {
      // What machines report of themselves is the profiler's.
      if (partitionOf(groupOfSummary(key)) === 'profiling') continue;
      for (const [name, { type }] of Object.entries(metrics)) {
        if (type !== 'number') continue;
        const known = counts.get(`${key} ${name}`) ?? { group: groupOfSummary(key), name, records: 0 };
        counts.set(`${key} ${name}`, { ...known, records: known.records + 1 });
      }
    }
  }
  return [...counts.values()].sort((a, b) => b.group.localeCompare(a.group) || a.name.localeCompare(b.name));
}

function metricOf(
  rows: readonly RecordRow[],
  summaries: readonly Summary[],
  asked: { metric?: string; group?: string },
): Reply['metric'] {
  const [first] = rows;
  if (!first) return null;
  const searcher = { metric: first.searcher_metric, smallerIsBetter: first.smaller_is_better };
  const group = asked.group ?? validationGroup;
  const name = asked.metric ?? searcher.metric;
  const known = summaries.flatMap((summary) => {
    const { min, max, last } = summary[summaryKey(group)]?.[name] ?? {};
    return min === undefined || max === undefined || last === undefined ? [] : [{ min, max, last }];
  });
  return { group, name, smallerIsBetter: metricDirection(name, searcher, known).smallerIsBetter };
}

function bestOf(summary: Summary | undefined, metric: Reply['metric']): number | null {
  if (!summary || !metric) return null;
  const known = summary[summaryKey(metric.group)]?.[metric.name];
  const best = metric.smallerIsBetter ? known?.min : known?.max;
  return typeof best === 'number' ? best : null;
}

const recordOf = (row: RecordRow, best: number | null): ComparedRecord => ({
  id: row.id,
  experimentId: row.experiment_id,
  runId: row.run_id,
  name: row.name,
  state: stateOf(row),
  progress: row.progress,
  projectId: row.project_id,
  projectName: row.project_name,
  workspaceId: row.workspace_id,
  workspaceName: row.workspace_name,
  searcherType: row.searcher_type,
  runs: row.num_trials,
  startTime: row.start_time,
  duration: row.duration,
  batches: row.batches,
  checkpointSize: row.checkpoint_size,
  best,
});
