import { invalidArgument } from '@determined/contract/errors.ts';
import type { Tx } from '#platform/db/database.ts';
import { lockRows } from '#platform/db/lock-order.ts';
import type { Context } from '#platform/http/context.ts';
import type { Master } from '#platform/master.ts';
import type { NeededPackages } from '../../tasks/environments/shared/configured-packages.ts';
import { keepEnvironment } from '../../tasks/environments/shared/environment-store.ts';
import { appendMasterLines } from '../../tasks/logs/shared/append-master-line.ts';
import { checkpointsGoing } from '../checkpoint-gc/shared/checkpoints-going.ts';
import { startSearch, transitionExperiments } from '../life/shared/experiment-life.ts';
import { type ExperimentRow, lockExperiment } from '../life/shared/experiment-state.ts';
import { insertExperiment } from '../life/shared/experiment-store.ts';
import { catalogueConfig } from '../life/shared/hyperparameter-names.ts';
import type { PreparedExperiment } from './prepare-experiment.ts';
import { type ReadyFiles, storeFiles } from './ready-files.ts';

/** A search may begin with thousands. */
const mostWarned = 16;

/** Stores an experiment with its files and first trials, and starts it where asked to. Gives its id. */
export async function storeExperiment(
  ctx: Context,
  tx: Tx,
  prepared: PreparedExperiment,
  options: { files?: ReadyFiles; packages?: NeededPackages; activate?: boolean; externalId?: string },
): Promise<number> {
  const { master } = ctx;
  if (prepared.warmStart !== null) await holdStart(tx, prepared.warmStart);
  const { files, packages } = options;
  const environment = packages ? await keepEnvironment(tx, packages) : null;
  const { id } = await insertPaused(ctx, tx, prepared, {
    external_id: options.externalId ?? null,
    environment_id: environment,
  });
  if (files) await storeFiles(tx, id, files);
  if (!prepared.managed) return id;
  await startSearch(master, tx, id);
  if (files?.caution) await warnTrials(master, tx, id, files.caution);
  const started = options.activate ? await lockExperiment(tx, id) : undefined;
  if (started)
    await transitionExperiments(master, tx, [started], { to: 'ACTIVE', reason: 'created', userId: ctx.user.id });
  return id;
}

/** What is started from stays: its experiment is not deleted meanwhile, and finds this one afterwards. */
export async function holdStart(tx: Tx, uuid: string): Promise<void> {
  const of = await tx.selectFrom('checkpoints').select('experiment_id').where('uuid', '=', uuid).executeTakeFirst();
  const asked = tx
    .selectFrom('experiments')
    .select(['id', 'state'])
    .where('id', '=', of?.experiment_id ?? 0);
  const [source] = await lockRows(tx, 'work', asked, { to: 'keep', key: 'id' });
  // Read again under the lock: its files may be gone by now, or on their way.
  const { state } =
    (await tx.selectFrom('checkpoints').select('state').where('uuid', '=', uuid).executeTakeFirst()) ?? {};
  if (source?.state === 'DELETING' || state === undefined || state === 'DELETED')
    throw invalidArgument(`failed to create experiment: checkpoint ${uuid} has been deleted`);
  if (source && (await checkpointsGoing(tx, source.id)).has(uuid))
    throw invalidArgument(`failed to create experiment: files of checkpoint ${uuid} are being deleted`);
}

/** The row of a new experiment, PAUSED. */
async function insertPaused(
  ctx: Context,
  tx: Tx,
  { config, originalConfig, project, managed, parentId, warmStart, layers }: PreparedExperiment,
  given: { external_id: string | null; environment_id: string | null },
): Promise<ExperimentRow> {
  const now = ctx.master.clock.now().toISOString();
  const own = {
    ...given,
    owner_id: ctx.user.id,
    project_id: project.id,
    parent_id: parentId,
    unmanaged: !managed,
    state: 'PAUSED',
    start_time: now,
    progress: 0,
    original_config: originalConfig,
    warm_start_checkpoint_uuid: warmStart,
  } as const;
  const row = await insertExperiment(tx, own, config);
  await catalogueConfig(tx, row, config.hyperparameters);
  const kept = layers.filter(({ origin }) => origin !== 'user');
  await tx
    .insertInto('experiment_config_layers')
    .values({ experiment_id: row.id, layers: JSON.stringify(kept) })
    .execute();
  return row;
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
