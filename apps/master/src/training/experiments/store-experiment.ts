import { invalidArgument } from '@determined/contract/errors.ts';
import { hashOf } from '#platform/archives/archive-cache.ts';
import { pathsIn } from '#platform/archives/unpack-archive.ts';
import type { Tx } from '#platform/db/database.ts';
import { lockRows } from '#platform/db/lock-order.ts';
import type { Context } from '#platform/http/context.ts';
import type { Master } from '#platform/master.ts';
import { appendMasterLines } from '../../tasks/logs/shared/append-master-line.ts';
import { startSearch, transitionExperiment } from '../life/shared/experiment-life.ts';
import { type ExperimentRow, lockExperiment } from '../life/shared/experiment-state.ts';
import { insertExperiment, noteModelDefinition } from '../life/shared/experiment-store.ts';
import { catalogueConfig } from '../life/shared/hyperparameter-names.ts';
import { missingScript } from './missing-script.ts';
import { namedList } from './named-list.ts';
import type { PreparedExperiment } from './prepare-experiment.ts';

/** A search may begin with thousands. */
const mostWarned = 16;

/** Stores an experiment with its files and first trials, and starts it where asked to. Gives its id. */
export async function storeExperiment(
  ctx: Context,
  tx: Tx,
  prepared: PreparedExperiment,
  options: { archive?: Buffer; activate?: boolean; externalId?: string },
): Promise<number> {
  const { master } = ctx;
  if (prepared.warmStart !== null) await holdStart(tx, prepared.warmStart);
  const { id } = await insertPaused(ctx, tx, prepared, options.externalId ?? null);
  const archive = prepared.parentId === null ? options.archive : await filesOf(tx, prepared.parentId);
  const caution = archive && (await entrypointCaution(prepared, archive));
  if (archive) await storeFiles(tx, id, archive, caution);
  if (!prepared.managed) return id;
  await startSearch(master, tx, id);
  if (caution) await warnTrials(master, tx, id, caution);
  const started = options.activate ? await lockExperiment(tx, id) : undefined;
  if (started)
    await transitionExperiment(master, tx, started, { to: 'ACTIVE', reason: 'created', userId: ctx.user.id });
  return id;
}

/** What is started from stays: its experiment is not deleted meanwhile, and finds this one afterwards. */
async function holdStart(tx: Tx, uuid: string): Promise<void> {
  const of = await tx.selectFrom('checkpoints').select('experiment_id').where('uuid', '=', uuid).executeTakeFirst();
  const asked = tx
    .selectFrom('experiments')
    .select(['id', 'state'])
    .where('id', '=', of?.experiment_id ?? 0);
  const [source] = await lockRows(tx, 'work', asked, { to: 'keep', key: 'id' });
  // Read again under the lock: its files may be gone by now.
  const { state } =
    (await tx.selectFrom('checkpoints').select('state').where('uuid', '=', uuid).executeTakeFirst()) ?? {};
  if (source?.state === 'DELETING' || state === undefined || state === 'DELETED')
    throw invalidArgument(`failed to create experiment: checkpoint ${uuid} has been deleted`);
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

async function storeFiles(tx: Tx, id: number, archive: Buffer, caution: string | undefined): Promise<void> {
  await tx
    .insertInto('experiment_model_definitions')
    .values({ experiment_id: id, archive, hash: hashOf(archive), entrypoint_caution: caution ?? null })
    .execute();
  await noteModelDefinition(tx, id);
}

/** A fork runs its parent's code. */
async function filesOf(tx: Tx, parentId: number): Promise<Buffer | undefined> {
  const parent = await tx
    .selectFrom('experiment_model_definitions')
    .select('archive')
    .where('experiment_id', '=', parentId)
    .executeTakeFirst();
  return parent?.archive;
}

async function entrypointCaution(
  { config, managed }: PreparedExperiment,
  archive: Buffer,
): Promise<string | undefined> {
  if (!managed) return undefined;
  const paths = await pathsIn(archive);
  const missing = missingScript(config.entrypoint, paths);
  if (missing === undefined) return undefined;
  return `The entrypoint names ${missing}, which is not among the experiment's files: ${namedList(paths)}.`;
}

/** In the logs of the first trials: who follows one reads it before anything starts. */
async function warnTrials(master: Master, tx: Tx, id: number, text: string): Promise<void> {
  const tasks = await tx
    .selectFrom('trial_tasks as k')
    .innerJoin('trials as t', 't.id', 'k.trial_id')
    .select('k.task_id as id')
    .where('t.experiment_id', '=', id)
    .orderBy('t.id')
    .limit(mostWarned)
    .execute();
  await appendMasterLines(
    master,
    tx,
    tasks.map((task) => ({ taskId: task.id, level: 'WARNING', text })),
  );
}
