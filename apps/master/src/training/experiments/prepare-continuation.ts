import { ApiError, invalidArgument } from '@determined/contract/errors.ts';
import type { Json } from '#platform/config/format/json.ts';
import type { Context } from '#platform/http/context.ts';
import { choosePool } from '../../cluster/resource-pools/shared/choose-pool.ts';
import { policiesInForce } from '../../organisation/config-policies/shared/config-policies.ts';
import { checkConstraints } from '../../organisation/config-policies/shared/constraints.ts';
import { resolveProject } from '../../organisation/projects/shared/resolve-project.ts';
import type { ExperimentRow } from '../life/shared/experiment-state.ts';
import { type JobValues, wholeConfig } from '../life/shared/whole-config.ts';
import { type ConfigLayer, sayingLayers } from '../shared/config/config-layers.ts';
import {
  completeExperimentConfig,
  type ExperimentConfigDraft,
  readExperimentConfig,
  requestedResources,
} from '../shared/config/experiment-config.ts';
import type { ExperimentConfig } from '../shared/config/experiment-config-format.ts';
import { readInvariants } from './experiment-policies.ts';
import { findWarmStart } from './find-warm-start.ts';
import type { PreparedExperiment } from './prepare-experiment.ts';

export interface PreparedContinuation extends Pick<PreparedExperiment, 'config' | 'warmStart' | 'warnings'> {
  /** What was put over the configuration that it had, weakest first. */
  layers: ConfigLayer[];
}

/**
 * The configuration of an experiment that is continued: the override over what it has, under the policies in force now.
 * Stores nothing. Facts: platform semantics 1.7.
 */
export async function prepareContinuation(
  ctx: Context,
  experiment: ExperimentRow & JobValues,
  override: string,
): Promise<PreparedContinuation> {
  const { db, master } = ctx;
  const draft = await readOverride(ctx, experiment, override);
  return prefixing('parsing continue experiment request: ', async () => {
    const project = await resolveProject(ctx, { projectId: experiment.project_id, names: null, things: 'experiments' });
    const policies = await policiesInForce(db, project.workspaceId, 'EXPERIMENT');
    const invariants = readInvariants(policies);
    const asked = requestedResources(draft, invariants);
    const pool = await choosePool(master, { name: asked.resource_pool ?? '', slots: asked.slots_per_trial }, project);
    const config = completeExperimentConfig(draft, {
      managed: true,
      // All that surrounds it is in its configuration since it was made.
      clusterStorage: {},
      resourcePool: pool.name,
      invariants,
      now: master.clock.now(),
      random: Math.random,
    });
    const { priority, slots_per_trial: slots, max_slots: maxSlots } = config.resources;
    checkConstraints(policies, { priority: priority ?? 42, slots, maxSlots });
    const layers = sayingLayers([
      ...draft.layers,
      {
        origin: 'workspacePolicy',
        name: project.workspaceName,
        workspaceId: project.workspaceId,
        config: invariants.workspace,
      },
      { origin: 'clusterPolicy', config: invariants.cluster },
    ]);
    const warmStart = namesStart(draft) ? await findWarmStart(ctx, config) : experiment.warm_start_checkpoint_uuid;
    return { config, warmStart, warnings: pool.warnings, layers };
  });
}

/** The override over the experiment's configuration; of the layers only the override's own. */
async function readOverride(
  ctx: Context,
  experiment: ExperimentRow & JobValues,
  override: string,
): Promise<ExperimentConfigDraft> {
  // The format's values are plain JSON.
  const present = { name: String(experiment.id), config: wholeConfig(experiment) as unknown as Json };
  const text = override.trim() === '' ? '{}' : override;
  const draft = await prefixing('parsing override config: ', () =>
    readExperimentConfig(text, `user ${ctx.user.id}`, async () => present),
  );
  // The client sends `{}` where nothing is to be changed.
  const layers = sayingLayers(draft.layers.filter(({ origin }) => origin === 'user'));
  const said = layers[0]?.config ?? {};
  for (const name of ['project', 'workspace'] as const) {
    if (typeof said[name] === 'string')
      throw invalidArgument(
        `'${name}' in override config cannot be specified, use \`det experiment move\` first if you want to change the ${name}`,
      );
  }
  const { searcher_type: searcher } = experiment;
  if (searcher !== 'single' && layers.length > 0)
    throw invalidArgument(
      `override config is provided and experiment is not single searcher, got '${searcher}' instead`,
    );
  const asked = searcherOf(draft).name;
  if (asked !== 'single' && searcher === 'single')
    throw invalidArgument(`override config must have single searcher type got '${String(asked)}' instead`);
  return { ...draft, layers };
}

const searcherOf = ({ config }: Pick<ExperimentConfigDraft, 'config'>) =>
  config.searcher as unknown as ExperimentConfig['searcher'];

/** Whether the override says what to start from. */
function namesStart({ layers }: ExperimentConfigDraft): boolean {
  const searchers = layers.map((layer) => searcherOf(layer) ?? {});
  return searchers.some((searcher) => (searcher.source_trial_id ?? searcher.source_checkpoint_uuid ?? null) !== null);
}

/** Refusals of `work` say what was being done. */
async function prefixing<T>(prefix: string, work: () => Promise<T>): Promise<T> {
  return work().catch((error: unknown) => {
    throw error instanceof ApiError && error.code === 'InvalidArgument'
      ? invalidArgument(
          `${prefix}${error.message.replace(/^(invalid experiment configuration|failed to create experiment): /, '')}`,
        )
      : error;
  });
}
