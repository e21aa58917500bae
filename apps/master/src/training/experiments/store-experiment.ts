import type { Tx } from '#platform/db/database.ts';
import type { Context } from '#platform/http/context.ts';
import { startSearch, transitionExperiment } from '../life/shared/experiment-life.ts';
import { type ExperimentRow, lockExperiment } from '../life/shared/experiment-state.ts';
import { insertExperiment, noteModelDefinition } from '../life/shared/experiment-store.ts';
import { catalogueConfig } from '../life/shared/hyperparameter-names.ts';
import type { PreparedExperiment } from './prepare-experiment.ts';

/** Stores an experiment with its files and first trials, and starts it where asked to. Gives its id. */
export async function storeExperiment(
  ctx: Context,
  tx: Tx,
  prepared: PreparedExperiment,
  options: { archive?: Buffer; activate?: boolean; externalId?: string },
): Promise<number> {
  const { master } = ctx;
  const { id } = await insertPaused(ctx, tx, prepared, options.externalId ?? null);
  if (prepared.parentId !== null) await copyFiles(tx, prepared.parentId, id);
  else if (options.archive) await storeFiles(tx, id, options.archive);
  if (!prepared.managed) return id;
  await startSearch(master, tx, id);
  const started = options.activate ? await lockExperiment(tx, id) : undefined;
  if (started)
    await transitionExperiment(master, tx, started, { to: 'ACTIVE', reason: 'created', userId: ctx.user.id });
  return id;
}

/** The row of a new experiment, PAUSED. */
async function insertPaused(
  ctx: Context,
  tx: Tx,
  { config, originalConfig, project, managed, parentId, warmStart }: PreparedExperiment,
  externalId: string | null,
): Promise<ExperimentRow> {
  const now = ctx.master.clock.now().toISOString();
  const own = {
    owner_id: ctx.user.id,
    project_id: project.id,
    parent_id: parentId,
    external_id: externalId,
    unmanaged: !managed,
    state: 'PAUSED',
    start_time: now,
    progress: 0,
    original_config: originalConfig,
    warm_start_checkpoint_uuid: warmStart,
  } as const;
  const row = await insertExperiment(tx, own, config);
  await catalogueConfig(tx, row, config.hyperparameters);
  return row;
}

async function storeFiles(tx: Tx, id: number, archive: Buffer): Promise<void> {
  await tx.insertInto('experiment_model_definitions').values({ experiment_id: id, archive }).execute();
  await noteModelDefinition(tx, id);
}

/** A fork runs its parent's code. */
async function copyFiles(tx: Tx, parentId: number, id: number): Promise<void> {
  const parent = await tx
    .selectFrom('experiment_model_definitions')
    .select('archive')
    .where('experiment_id', '=', parentId)
    .executeTakeFirst();
  if (parent) await storeFiles(tx, id, parent.archive);
}
