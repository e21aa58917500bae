import { invalidArgument, notFound } from '@determined/contract/errors.ts';
import type { Db } from '#platform/db/database.ts';
import type { Context } from '#platform/http/context.ts';
import { checkPoolName, choosePool } from '../../cluster/resource-pools/shared/choose-pool.ts';
import { policiesInForce } from '../../organisation/config-policies/shared/config-policies.ts';
import { checkConstraints } from '../../organisation/config-policies/shared/constraints.ts';
import { type ResolvedProject, resolveProject } from '../../organisation/projects/shared/resolve-project.ts';
import { findTemplate } from '../../organisation/templates/shared/find-template.ts';
import type { ConfigLayer } from '../shared/config/config-layers.ts';
import {
  completeExperimentConfig,
  namedProject,
  readExperimentConfig,
  requestedResources,
  type Template,
} from '../shared/config/experiment-config.ts';
import type { ExperimentConfig } from '../shared/config/experiment-config-format.ts';
import { configLayersOf } from './config-layers-of.ts';
import { readInvariants } from './experiment-policies.ts';
import { findWarmStart } from './find-warm-start.ts';
import { liesInArchive } from './shared/lies-in-archive.ts';

export interface PreparedExperiment {
  config: ExperimentConfig;
  originalConfig: string;
  project: ResolvedProject;
  managed: boolean;
  /** The pool that its text names, empty where it leaves the choice to us. */
  askedPool: string;
  /** The experiment it is a fork of. */
  parentId: number | null;
  /** What its trials start from. */
  warmStart: string | null;
  warnings: 'LAUNCH_WARNING_CURRENT_SLOTS_EXCEEDED'[];
  /** What the configuration was put together from, weakest first. */
  layers: ConfigLayer[];
}

export interface AskedExperiment {
  config: string;
  projectId: number;
  parentId: number;
  template?: string;
  unmanaged?: boolean;
}

/**
 * Text → complete configuration in its project and pool; stores nothing. Checks in the order of platform semantics 1.2,
 * the first failure wins.
 */
export async function prepareExperiment(ctx: Context, asked: AskedExperiment): Promise<PreparedExperiment> {
  const { db, master } = ctx;
  const managed = !asked.unmanaged;
  if (asked.parentId !== 0) await checkParent(db, asked.parentId);
  const { template } = asked;
  const findNamed = template ? () => namedTemplate(ctx, template) : undefined;
  const draft = await readExperimentConfig(asked.config, `user ${ctx.user.id}`, findNamed);
  const project = await resolveProject(ctx, {
    projectId: asked.projectId,
    names: namedProject(draft),
    things: 'experiments',
  });
  await ctx.require('project', project.id);
  const policies = await policiesInForce(db, project.workspaceId, 'EXPERIMENT');
  const invariants = readInvariants(policies);
  const resources = requestedResources(draft, invariants);
  const askedPool = resources.resource_pool ?? '';
  const pool = managed
    ? await choosePool(master, { name: askedPool, slots: resources.slots_per_trial }, project)
    : undefined;
  if (!managed) await checkPoolName(master, askedPool, project.workspaceId);
  const config = completeExperimentConfig(draft, {
    managed,
    clusterStorage: master.config.checkpoint_storage,
    workspaceStorage: project.workspaceStorage,
    taskContainerDefaults: pool?.taskContainerDefaults ?? master.config.task_container_defaults,
    resourcePool: pool?.name,
    defaultPriority: pool?.defaultPriority,
    invariants,
    now: master.clock.now(),
    random: Math.random,
  });
  const { priority, slots_per_trial: slots, max_slots: maxSlots } = config.resources;
  // The configuration is complete: a priority was filled in.
  checkConstraints(policies, { priority: priority ?? 42, slots, maxSlots });
  const warmStart = managed ? await findWarmStart(ctx, config) : null;
  const { originalConfig } = draft;
  const parentId = asked.parentId === 0 ? null : asked.parentId;
  const layers = configLayersOf(master, { draft, config, project, pool, invariants });
  const warnings = pool?.warnings ?? [];
  return { config, originalConfig, project, managed, askedPool, parentId, warmStart, warnings, layers };
}

async function namedTemplate(ctx: Context, name: string): Promise<Template> {
  await ctx.require('template', name);
  const template = await findTemplate(ctx.db, name);
  if (!template) throw notFound('template', name);
  return template;
}

async function checkParent(db: Db, id: number): Promise<void> {
  const archived = await liesInArchive(db, id);
  if (archived === undefined) throw notFound('experiment', id);
  if (archived) throw invalidArgument('forking an experiment in an archived workspace/project');
}
