import type { JsonObject } from '#platform/config/format/json.ts';
import type { Master } from '#platform/master.ts';
import type { ChosenPool } from '../../cluster/resource-pools/shared/choose-pool.ts';
import type { ResolvedProject } from '../../organisation/projects/shared/resolve-project.ts';
import { type ConfigLayer, sayingLayers, surroundingLayers } from '../shared/config/config-layers.ts';
import { valueAt } from '../shared/config/effective-settings.ts';
import type { ExperimentConfigDraft, Invariants } from '../shared/config/experiment-config.ts';
import type { ExperimentConfig } from '../shared/config/experiment-config-format.ts';

/** What each layer gives to a configuration, weakest first: what was made up for it is a default. */
export function configLayersOf(
  { config: { checkpoint_storage, task_container_defaults, resource_manager } }: Master,
  made: {
    draft: ExperimentConfigDraft;
    config: ExperimentConfig;
    project: ResolvedProject;
    pool: ChosenPool | undefined;
    invariants: Invariants;
  },
): ConfigLayer[] {
  const { draft, config, project, pool, invariants } = made;
  const named = (by: ChosenPool['namedBy']) => (pool?.namedBy === by ? pool?.name : undefined);
  const around = surroundingLayers(
    {
      cluster: {
        storage: checkpoint_storage,
        taskContainerDefaults: task_container_defaults,
        priority: pool && resource_manager.scheduler.default_priority,
        pool: named('cluster'),
      },
      workspace: {
        id: project.workspaceId,
        name: project.workspaceName,
        storage: project.workspaceStorage,
        pool: named('workspace'),
      },
      pool: pool && { name: pool.name, ...pool.own },
    },
    draft.config,
  );
  const { workspaceId, workspaceName: name } = project;
  const layers = sayingLayers([
    ...around,
    ...draft.layers,
    { origin: 'workspacePolicy', name, workspaceId, config: invariants.workspace },
    { origin: 'clusterPolicy', config: invariants.cluster },
  ]);
  return [...sayingLayers([madeUp(config, layers)]), ...layers];
}

function madeUp({ name, reproducibility, resources }: ExperimentConfig, layers: readonly ConfigLayer[]): ConfigLayer {
  const unsaid = (...path: string[]) => layers.every(({ config }) => valueAt(config, path) === undefined);
  const config: JsonObject = {
    name: unsaid('name') ? name : null,
    reproducibility: unsaid('reproducibility', 'experiment_seed') ? { ...reproducibility } : null,
    resources: { priority: unsaid('resources', 'priority') ? resources.priority : null },
  };
  return { origin: 'default', config };
}
