import type { Checkpoint } from '@determined/contract/training/training-messages-generated.ts';
import type { Input } from '@determined/contract/wire/message.ts';
import type { JsonObject } from '#platform/config/format/json.ts';
import type { Db } from '#platform/db/database.ts';
import { readConfigs } from '../../life/shared/whole-config.ts';
import type { ExperimentConfig } from '../../shared/config/experiment-config-format.ts';
import { redactLayer } from '../../shared/config/redact-secrets.ts';

/**
 * Checkpoints as every call shows them, in the order of their uuids as given; unknown ones are left out. Whoever may
 * see a checkpoint may download it, so the storage's secrets are in its configuration, and no others.
 */
export async function readCheckpoints(db: Db, uuids: readonly string[]): Promise<Input<Checkpoint>[]> {
  if (uuids.length === 0) return [];
  const found = await db
    .selectFrom('checkpoints as c')
    .leftJoin('trials as t', 't.id', 'c.trial_id')
    .selectAll('c')
    .select('t.hparams')
    .where('c.uuid', 'in', [...uuids])
    .execute();
  const experimentIds = [...new Set(found.map((row) => row.experiment_id).filter((id) => id !== null))];
  const configs = await readConfigs(db, experimentIds);
  const metrics = (values: Record<string, unknown> | null) => (values ? { avgMetrics: values } : null);
  const shown = new Map(
    found.map((row): [string, Input<Checkpoint>] => [
      row.uuid,
      {
        taskId: row.task_id,
        allocationId: row.allocation_id ?? undefined,
        uuid: row.uuid,
        reportTime: row.report_time,
        resources: row.resources,
        metadata: row.metadata,
        state: `STATE_${row.state}`,
        storageId: row.storage_id ?? undefined,
        training: {
          trialId: row.trial_id ?? undefined,
          experimentId: row.experiment_id ?? undefined,
          experimentConfig: shownConfig(configs.get(row.experiment_id ?? -1)),
          hparams: row.hparams,
          trainingMetrics: metrics(row.training_metrics),
          validationMetrics: metrics(row.validation_metrics),
          searcherMetric: row.searcher_metric ?? undefined,
        },
      },
    ]),
  );
  return uuids.flatMap((uuid) => shown.get(uuid) ?? []);
}

function shownConfig(config: ExperimentConfig | undefined): JsonObject | null {
  // The format's values are plain JSON.
  const whole = config as unknown as JsonObject | undefined;
  return whole ? { ...redactLayer(whole), checkpoint_storage: whole.checkpoint_storage ?? null } : null;
}
