import { invalidArgument, notFound } from '@determined/contract/errors.ts';
import type {
  getMetricsRoute,
  getTrainingMetricsRoute,
  getValidationMetricsRoute,
} from '@determined/contract/training/metrics-routes.ts';
import type { MetricsReport } from '@determined/contract/training/training-messages-generated.ts';
import type { Input } from '@determined/contract/wire/message.ts';
import type { Db } from '#platform/db/database.ts';
import type { StreamHandler } from '#platform/http/serve.ts';
import type { MetricRow } from './encoding/metric-chunk.ts';
import { readBySteps } from './read-rows.ts';
import { cutToMillis, isoOf } from './report-time.ts';
import { trainingGroup, validationGroup, valuesKey } from './shared/metric-values.ts';

/** Every stored report of the trials, by trial and step. */
export const streamMetrics: StreamHandler<typeof getMetricsRoute> = ({ trialIds, group }, { db }) =>
  stream(db, trialIds, group);

export const streamTrainingMetrics: StreamHandler<typeof getTrainingMetricsRoute> = ({ trialIds }, { db }) =>
  stream(db, trialIds, trainingGroup);

export const streamValidationMetrics: StreamHandler<typeof getValidationMetricsRoute> = ({ trialIds }, { db }) =>
  stream(db, trialIds, validationGroup);

async function* stream(
  db: Db,
  asked: readonly number[],
  group: string,
): AsyncGenerator<{ metrics: Input<MetricsReport>[] }> {
  const trialIds = [...new Set(asked)].sort((left, right) => left - right);
  if (trialIds.length === 0) throw invalidArgument('must specify at least one trialId');
  const found = await db.selectFrom('trials').select('id').where('id', 'in', trialIds).execute();
  const known = new Set(found.map((trial) => trial.id));
  for (const id of trialIds) if (!known.has(id)) throw notFound('trial', id);
  for (const trialId of trialIds) {
    for await (const rows of readBySteps(db, trialId, group)) {
      yield { metrics: rows.map((row) => shownReport(trialId, group, row)) };
    }
  }
}

/** A report with its stored keys, as the SDK reads it. */
export function shownReport(trialId: number, group: string, row: MetricRow): Input<MetricsReport> {
  const values = { [valuesKey(group)]: row.values };
  return {
    trialId,
    trialRunId: row.runId,
    group,
    totalBatches: row.steps,
    endTime: cutToMillis(isoOf(row.time)),
    id: row.id,
    archived: false,
    metrics: group === validationGroup ? values : { ...values, batch_metrics: row.batchMetrics },
  };
}
