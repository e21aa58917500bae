import { invalidArgument, notFound } from '@determined/contract/errors.ts';
import type { Db } from '#platform/db/database.ts';
import type { RawHandler } from '#platform/http/serve.ts';
import { readConfigs } from '../life/shared/whole-config.ts';
import { redactStorageSecrets } from '../shared/config/redact-secrets.ts';
import { unkeptOf } from './apply-policies.ts';

/** What a policy would delete of an experiment's checkpoints. Facts: contract, routes outside the gateway. */
export const previewGc: RawHandler = async (request, reply, { db, master }) => {
  const { experiment_id: text = '' } = request.params as Record<string, string>;
  const query = request.query as Record<string, unknown>;
  const policy = {
    save_experiment_best: countOf(query, 'save_experiment_best'),
    save_trial_best: countOf(query, 'save_trial_best'),
    save_trial_latest: countOf(query, 'save_trial_latest'),
  };
  const id = integerOf(text);
  const experiment = await db
    .selectFrom('experiments')
    .select(['id', 'state', 'smaller_is_better', 'searcher_metric'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!experiment) throw notFound('experiment', id);
  const unkept = await unkeptOf(master, db, experiment, policy);
  const uuids = unkept.map(({ uuid }) => uuid);
  return reply.send({ checkpoints: await shown(db, id, uuids), metric_name: experiment.searcher_metric });
};

function countOf(query: Record<string, unknown>, name: string): number {
  const text = query[name];
  if (typeof text !== 'string') throw invalidArgument(`missing parameter: ${name}`);
  const count = integerOf(text);
  if (count < 0) throw invalidArgument(`${name}: must be >= 0 but found ${count}`);
  return count;
}

function integerOf(text: string): number {
  if (/^-?\d{1,9}$/.test(text)) return Number(text);
  throw invalidArgument(
    `unable to parse to int: ${text}: strconv.Atoi: parsing ${JSON.stringify(text)}: invalid syntax`,
  );
}

/** In the spelling that this call has always had. */
async function shown(db: Db, experimentId: number, uuids: readonly string[]) {
  const rows = await db
    .selectFrom('checkpoints as c')
    .leftJoin('trials as t', 't.id', 'c.trial_id')
    .selectAll('c')
    .select('t.hparams')
    .where('c.uuid', '=', (eb) => eb.fn.any(eb.val(uuids)))
    .orderBy('c.id')
    .execute();
  const config = (await readConfigs(db, [experimentId])).get(experimentId);
  return rows.map((row) => ({
    ID: row.id,
    UUID: row.uuid,
    TaskID: row.task_id,
    AllocationID: row.allocation_id,
    ReportTime: row.report_time,
    State: row.state,
    Resources: row.resources,
    Metadata: row.metadata,
    Size: row.size,
    StorageID: row.storage_id,
    TrialID: row.trial_id,
    ExperimentID: row.experiment_id,
    ExperimentConfig: config && redactStorageSecrets(config),
    HParams: row.hparams,
    TrainingMetrics: row.training_metrics && { avg_metrics: row.training_metrics, batch_metrics: null },
    ValidationMetrics: row.validation_metrics,
    SearcherMetric: row.searcher_metric,
    StepsCompleted: row.steps,
  }));
}
