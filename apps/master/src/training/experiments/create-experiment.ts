import { randomUUID } from 'node:crypto';
import type { createExperimentRoute } from '@determined/contract/training/experiments-routes.ts';
import { publish } from '#platform/bus/bus.ts';
import type { Tx } from '#platform/db/database.ts';
import { inTransaction } from '#platform/db/transaction.ts';
import type { Context } from '#platform/http/context.ts';
import type { Handler } from '#platform/http/serve.ts';
import {
  completeExperimentConfig,
  namedProject,
  readExperimentConfig,
  requestedResources,
} from '../experiment-config/experiment-config.ts';
import type { ExperimentConfig } from '../experiment-config/experiment-config-format.ts';
import { choosePool } from './choose-pool.ts';
import { experimentChanged } from './experiment-events.ts';
import { moveExperiment, startSearch } from './experiment-life.ts';
import { type ExperimentRow, lockExperiment } from './experiment-state.ts';
import { shownConfig, shownExperiment } from './experiment-view.ts';
import { packModelDefinition } from './pack-model-definition.ts';
import { type ResolvedProject, resolveProject } from './resolve-project.ts';

/** Checks in the order of platform semantics 1.2; the first failure wins and nothing is stored. */
export const createExperiment: Handler<typeof createExperimentRoute> = async (request, ctx) => {
  const managed = !request.unmanaged;
  const prepared = await prepareExperiment(ctx, { config: request.config, projectId: request.projectId, managed });
  if (request.validateOnly) return { experiment: {}, config: prepared.config as unknown as Record<string, unknown> };
  const archive = request.modelDefinition.length > 0 ? await packModelDefinition(request.modelDefinition) : undefined;
  const id = await inTransaction(ctx.db, async (tx) => {
    const row = await insertExperiment(ctx, tx, prepared, { managed, archive, parentId: request.parentId || null });
    if (!managed) return row.id;
    await startSearch(ctx.master, tx, row.id);
    if (request.activate) {
      const started = await lockExperiment(tx, row.id);
      if (started)
        await moveExperiment(ctx.master, tx, started, { to: 'ACTIVE', reason: 'created', userId: ctx.user.id });
    }
    return row.id;
  });
  return {
    experiment: await shownExperiment(ctx.db, id),
    config: shownConfig(prepared.config, ctx),
    warnings: prepared.warnings,
  };
};

export interface PreparedExperiment {
  config: ExperimentConfig;
  originalConfig: string;
  project: ResolvedProject;
  warnings: 'LAUNCH_WARNING_CURRENT_SLOTS_EXCEEDED'[];
}

/** Text → complete configuration in its project and pool; stores nothing. */
export async function prepareExperiment(
  ctx: Context,
  request: { config: string; projectId: number; managed: boolean },
): Promise<PreparedExperiment> {
  const { master } = ctx;
  const draft = readExperimentConfig(request.config);
  const project = await resolveProject(ctx.db, { projectId: request.projectId, names: namedProject(draft) });
  const pool = request.managed ? await choosePool(master, requestedResources(draft), project) : undefined;
  const config = completeExperimentConfig(draft, {
    managed: request.managed,
    clusterStorage: master.config.checkpoint_storage,
    workspaceStorage: project.workspaceStorage,
    taskContainerDefaults: pool?.taskContainerDefaults ?? master.config.task_container_defaults,
    resourcePool: pool?.name,
    defaultPriority: pool?.defaultPriority,
    now: master.clock.now(),
    random: Math.random,
  });
  return { config, originalConfig: draft.originalConfig, project, warnings: pool?.warnings ?? [] };
}

/** The row of a new experiment, PAUSED, and its files. */
export async function insertExperiment(
  ctx: Context,
  tx: Tx,
  prepared: PreparedExperiment,
  options: { managed: boolean; archive?: Buffer; parentId: number | null; externalId?: string },
): Promise<ExperimentRow> {
  const { config, project } = prepared;
  const row = await tx
    .insertInto('experiments')
    .values({
      job_id: randomUUID(),
      owner_id: ctx.user.id,
      project_id: project.id,
      parent_id: options.parentId,
      external_id: options.externalId ?? null,
      unmanaged: !options.managed,
      state: 'PAUSED',
      start_time: ctx.master.clock.now().toISOString(),
      progress: 0,
      config: JSON.stringify(config),
      original_config: prepared.originalConfig,
      name: config.name,
      description: config.description ?? '',
      labels: JSON.stringify(config.labels ?? []),
      searcher_type: config.searcher.name,
      searcher_metric: config.searcher.metric,
      smaller_is_better: config.searcher.smaller_is_better,
      resource_pool: config.resources.resource_pool ?? '',
      slots_per_trial: config.resources.slots_per_trial,
      max_slots: config.resources.max_slots,
      priority: config.resources.priority,
      weight: config.resources.weight,
      max_restarts: config.max_restarts,
      has_model_definition: options.archive !== undefined,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  if (options.archive) {
    await tx
      .insertInto('experiment_model_definitions')
      .values({ experiment_id: row.id, archive: options.archive })
      .execute();
  }
  publish(tx, experimentChanged, { experimentId: row.id, projectId: project.id });
  return row;
}
