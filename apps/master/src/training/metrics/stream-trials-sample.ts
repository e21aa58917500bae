import { invalidArgument } from '@determined/contract/errors.ts';
import type { DataPoint, TrialsSampleResponseTrial } from '@determined/contract/training/metrics-generated.ts';
import type { trialsSampleRoute } from '@determined/contract/training/metrics-routes.ts';
import type { Items } from '@determined/contract/wire/encode-text.ts';
import type { Input } from '@determined/contract/wire/message.ts';
import { sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';
import type { StreamHandler } from '#platform/http/serve.ts';
import { runIsGoing } from '../life/shared/shown-state.ts';
import { metricNamed } from './metric-arguments.ts';
import { pollExperiments, type StreamedExperiment } from './poll-stream.ts';
import { sampledTrials } from './sampled-trials.ts';
import { readSeries, type SeriesRequest } from './series.ts';
import { type JsonValue, metricNumber, summaryKey } from './shared/metric-values.ts';

const defaultTrials = 25;
const defaultPoints = 1000;

/** Series of the best trials for the learning curve, of each trial only what was not told yet. */
export const streamTrialsSample: StreamHandler<typeof trialsSampleRoute> = async function* (request, ctx) {
  const { group, name } = metricNamed(request);
  const maxTrials = sampledTrials(request.maxTrials, defaultTrials);
  const maxDatapoints = request.maxDatapoints > 0 ? request.maxDatapoints : defaultPoints;
  /** Trial → last step told. */
  const told = new Map<number, number>();
  let shown: number[] = [];
  yield* pollExperiments(ctx, [request.experimentId], request.periodSeconds, async ([experiment]) => {
    if (!experiment) return {};
    const best = await bestTrials(ctx.db, experiment, group, name, maxTrials);
    const now = best.map((trial) => trial.id);
    const trials = await freshPoints(ctx.db, best, told, {
      group,
      names: [name],
      startBatches: request.startBatches,
      endBatches: request.endBatches,
      maxDatapoints,
      filter: null,
    });
    const before = shown;
    shown = now;
    return {
      trials,
      promotedTrials: now.filter((id) => !before.includes(id)),
      demotedTrials: before.filter((id) => !now.includes(id)),
    };
  });
};

/** Each trial's points after the last one told; trials that stand equally far are read together. */
async function freshPoints(
  db: Db,
  best: readonly RankedTrial[],
  told: Map<number, number>,
  request: SeriesRequest,
): Promise<Input<TrialsSampleResponseTrial>[]> {
  const startOf = (id: number) => Math.max(request.startBatches, (told.get(id) ?? request.startBatches - 1) + 1);
  const starts = new Map<number, number[]>();
  for (const { id } of best) starts.set(startOf(id), [...(starts.get(startOf(id)) ?? []), id]);
  const series = new Map<number, Items<DataPoint>>();
  for (const [startBatches, ids] of starts) {
    for (const [id, points] of await readSeries(db, ids, { ...request, startBatches })) series.set(id, points);
  }
  return best.map(({ id, hparams }) => {
    const last = told.get(id);
    const points = series.get(id);
    const data = points ? Array.from({ length: points.length }, (_, at) => points.at(at)) : [];
    told.set(id, data.at(-1)?.batches ?? last ?? request.startBatches - 1);
    return { trialId: id, hparams: last === undefined ? hparams : null, data };
  });
}

interface RankedTrial {
  id: number;
  hparams: Record<string, unknown>;
}

/** By the best value of the metric; where the searcher stops trials early, by length of training first. */
async function bestTrials(
  db: Db,
  experiment: StreamedExperiment,
  group: string,
  name: string,
  count: number,
): Promise<RankedTrial[]> {
  if (experiment.searcherType === 'single') {
    throw invalidArgument(
      'error determining top trials: single-trial experiments are not supported for trial sampling',
    );
  }
  const byLength = experiment.searcherType.includes('asha');
  const trials = await db
    .selectFrom('trials as t')
    .innerJoin('trial_metrics as m', 'm.trial_id', 't.id')
    .select(['t.id', 't.hparams', 'm.total_batches', 'm.summary_metrics'])
    .where('t.experiment_id', '=', experiment.id)
    .where(sql<boolean>`not ${runIsGoing}`)
    .execute();
  const ranked = trials.map((trial) => {
    // Only the metric writer fills this column.
    const summary = trial.summary_metrics as Record<string, Record<string, { min?: JsonValue; max?: JsonValue }>>;
    const metric = summary[summaryKey(group)]?.[name];
    const best = metricNumber(experiment.smallerIsBetter ? metric?.min : metric?.max);
    const rank = best === undefined ? Number.POSITIVE_INFINITY : experiment.smallerIsBetter ? best : -best;
    return { id: trial.id, hparams: trial.hparams, length: byLength ? trial.total_batches : 0, rank };
  });
  const compare = (left: number, right: number) => (left < right ? -1 : left > right ? 1 : 0);
  ranked.sort(
    (left, right) => right.length - left.length || compare(left.rank, right.rank) || compare(left.id, right.id),
  );
  return ranked.slice(0, count);
}
