import { ApiError, notFound } from '@determined/contract/errors.ts';
import { orRefuse } from '@determined/contract/rule.ts';
import { experimentRule } from '@determined/contract/training/experiment-rules.ts';
import type { continueExperimentRoute } from '@determined/contract/training/experiments-routes.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import { inTransaction } from '#platform/db/transaction.ts';
import type { Context } from '#platform/http/context.ts';
import type { Handler } from '#platform/http/serve.ts';
import type { NeededPackages } from '../../tasks/environments/shared/configured-packages.ts';
import { keepEnvironment } from '../../tasks/environments/shared/environment-store.ts';
import { continueSearch } from '../life/shared/experiment-life.ts';
import { type ExperimentRow, lockExperiment } from '../life/shared/experiment-state.ts';
import { replaceConfig } from '../life/shared/experiment-store.ts';
import { catalogueConfig } from '../life/shared/hyperparameter-names.ts';
import type { JobValues } from '../life/shared/whole-config.ts';
import type { ConfigLayer } from '../shared/config/config-layers.ts';
import { overlay } from '../shared/config/experiment-config.ts';
import { neededPackages } from './needed-packages.ts';
import { type PreparedContinuation, prepareContinuation } from './prepare-continuation.ts';
import { refuseUnready } from './refuse-unready.ts';
import { shownExperiment } from './shared/experiment-view.ts';
import { holdStart } from './store-experiment.ts';

/**
 * Goes on with an experiment that has ended: the trial of a single search from its latest checkpoint, with an override of
 * its configuration; of a search of many what did not complete. Facts: platform semantics 1.7.
 */
export const continueExperiment: Handler<typeof continueExperimentRoute> = async ({ id, overrideConfig }, ctx) => {
  const known = await findExperiment(ctx.db, id);
  if (!known) throw notFound('experiment', id);
  const { searcher_type: searcher, unmanaged } = known;
  // What no override can help comes first; whether it has ended is asked where that cannot change any more.
  const state = unmanaged ? (`STATE_${known.state}` as const) : 'STATE_ERROR';
  orRefuse(experimentRule('continue', { id, state, archived: false, unmanaged, searcher }));
  const prepared = await prepareContinuation(ctx, known, overrideConfig);
  const packages = await neededPackages(ctx, { ...prepared, managed: true, parentId: id }, undefined);
  await inTransaction(ctx.db, async (tx) => {
    const before = known.warm_start_checkpoint_uuid;
    if (prepared.warmStart !== null && prepared.warmStart !== before) await holdStart(tx, prepared.warmStart);
    const experiment = await lockExperiment(tx, id);
    if (!experiment) throw notFound('experiment', id);
    await refuseUnready(tx, experiment);
    const now = await findExperiment(tx, id);
    if (JSON.stringify(now?.config) !== JSON.stringify(known.config))
      throw new ApiError('Aborted', `experiment ${id} was changed at the same time, try again`);
    await storeContinuation(ctx, tx, experiment, { ...prepared, packages });
  });
  return { experiment: await shownExperiment(ctx.db, id), warnings: prepared.warnings };
};

function findExperiment(db: Db, id: number): Promise<(ExperimentRow & JobValues) | undefined> {
  return db
    .selectFrom('experiments as e')
    .innerJoin('jobs as j', 'j.id', 'e.job_id')
    .selectAll('e')
    .select(['j.priority', 'j.weight', 'j.max_slots', 'j.pool'])
    .where('e.id', '=', id)
    .executeTakeFirst();
}

async function storeContinuation(
  ctx: Context,
  tx: Tx,
  experiment: ExperimentRow,
  { config, warmStart, layers, packages }: PreparedContinuation & { packages: NeededPackages | undefined },
): Promise<void> {
  const environment_id = packages ? await keepEnvironment(tx, packages) : null;
  await replaceConfig(tx, experiment, config, { warm_start_checkpoint_uuid: warmStart, environment_id });
  await catalogueConfig(tx, experiment, config.hyperparameters);
  await storeLayers(tx, experiment.id, layers);
  await continueSearch(ctx.master, tx, experiment, { reason: 'user requested continue', userId: ctx.user.id });
}

/** The override is the user's word besides his text, after those of earlier times; the policies are those in force now. */
async function storeLayers(tx: Tx, id: number, added: readonly ConfigLayer[]): Promise<void> {
  const row = await tx
    .selectFrom('experiment_config_layers')
    .select('layers')
    .where('experiment_id', '=', id)
    .executeTakeFirst();
  // Of an older version's experiment it is not known what surrounded it.
  if (!row) return;
  const users = [...row.layers, ...added].filter(({ origin }) => origin === 'user').map(({ config }) => config);
  const override = users.reduce((under, over) => overlay(over, under), {});
  const layers: ConfigLayer[] = [
    ...row.layers.filter(({ origin }) => !replaced.has(origin)),
    ...(users.length > 0 ? [{ origin: 'user' as const, config: override }] : []),
    ...added.filter(({ origin }) => origin !== 'user'),
  ];
  await tx
    .updateTable('experiment_config_layers')
    .set({ layers: JSON.stringify(layers) })
    .where('experiment_id', '=', id)
    .execute();
}

const replaced = new Set<ConfigLayer['origin']>(['user', 'workspacePolicy', 'clusterPolicy']);
