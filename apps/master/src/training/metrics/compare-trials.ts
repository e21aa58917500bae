import { ApiError, bulkErrorText, invalidArgument, notFound } from '@determined/contract/errors.ts';
import type { RequestOf } from '@determined/contract/route.ts';
import { DataPoint, type DownsampledMetrics } from '@determined/contract/training/metrics-generated.ts';
import type { compareTrialsRoute } from '@determined/contract/training/metrics-routes.ts';
import { writtenItems } from '@determined/contract/wire/encode-text.ts';
import type { Input } from '@determined/contract/wire/message.ts';
import type { Handler } from '#platform/http/serve.ts';
import { takingTurns } from '#platform/turns.ts';
import { groupNamed, parseMetricId, typeOfGroup } from './metric-arguments.ts';
import { readSeries } from './series.ts';
import { trainingGroup, validationGroup } from './shared/metric-values.ts';

const defaultPoints = 200;

/** Series of several trials for drawing: of each trial and group the points of all asked metrics together. */
export const compareTrials: Handler<typeof compareTrialsRoute> = async (request, { db }) => {
  const metrics = metricsAsked(request);
  const trialIds = [...new Set(request.trialIds)];
  if (trialIds.length === 0) throw notPermitted(notFound('trial'));
  const found = await db
    .selectFrom('trials')
    .select(['id', 'experiment_id', 'start_time', 'end_time', 'state', 'restarts', 'hparams', 'runner_state'])
    .where('id', 'in', trialIds)
    .execute();
  const trials = new Map(found.map((trial) => [trial.id, trial]));
  for (const id of trialIds) if (!trials.has(id)) throw notPermitted(notFound('trial', id));
  const shown = new Map<number, Input<DownsampledMetrics>[]>(trialIds.map((id) => [id, []]));
  const pause = takingTurns();
  for (const [group, names] of metrics) {
    const series = await readSeries(db, trialIds, {
      group,
      names,
      startBatches: request.startBatches,
      endBatches: request.endBatches,
      maxDatapoints: request.maxDatapoints > 0 ? request.maxDatapoints : defaultPoints,
      filter: request.timeSeriesFilter,
    });
    for (const [trialId, points] of series) {
      const data = await writtenItems(DataPoint, points, pause);
      shown.get(trialId)?.push({ data, type: typeOfGroup(group), group });
    }
  }
  return {
    trials: trialIds.map((id) => {
      const trial = trials.get(id);
      return {
        trial: trial && {
          id,
          experimentId: trial.experiment_id,
          startTime: trial.start_time,
          endTime: trial.end_time,
          state: `STATE_${trial.state}` as const,
          restarts: trial.restarts,
          hparams: trial.hparams,
          runnerState: trial.runner_state,
        },
        metrics: shown.get(id),
      };
    }),
  };
};

function notPermitted(error: ApiError): ApiError {
  return new ApiError(error.code, `failed validate permissions: ${bulkErrorText(error)}`);
}

/** Group → names, groups in bytewise order. */
function metricsAsked(request: RequestOf<typeof compareTrialsRoute>): [string, string[]][] {
  if (request.metricIds.length > 0 && request.metricNames.length > 0) {
    throw invalidArgument(
      'failed sampling: error fetching time series of metrics cannot specify both metric ids and metric names',
    );
  }
  const byGroup = new Map<string, string[]>();
  const add = (group: string, name: string) => {
    const names = byGroup.get(group) ?? [];
    if (!names.includes(name)) names.push(name);
    byGroup.set(group, names);
  };
  for (const id of request.metricIds) {
    try {
      const { group, name } = parseMetricId(id);
      add(group, name);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      throw invalidArgument(`failed sampling: error parsing metric id ${id}: ${bulkErrorText(error)}`);
    }
  }
  const named = groupNamed(request);
  const groups = named === '' ? [trainingGroup, validationGroup] : [named];
  for (const name of request.metricNames) for (const group of groups) add(group, name);
  return [...byGroup].sort(([left], [right]) => (left < right ? -1 : 1));
}
