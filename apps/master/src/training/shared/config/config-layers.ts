import { isAbsent, isObject, type Json, type JsonObject } from '#platform/config/format/json.ts';
import { asExperimentLayer, type TaskContainerDefaults } from '#platform/config/format/task-container-defaults.ts';

export type LayerOrigin =
  | 'default'
  | 'cluster'
  | 'workspace'
  | 'pool'
  | 'template'
  | 'user'
  | 'workspacePolicy'
  | 'clusterPolicy';

/** What one layer says of a configuration, in the form in which layers are merged. */
export interface ConfigLayer {
  origin: LayerOrigin;
  /** Of the template, pool or workspace. */
  name?: string;
  /** Where the layer lies: who may not look there is not told of it. */
  workspaceId?: number;
  config: JsonObject;
}

/** What is there before anybody writes a configuration, weakest first. */
export function surroundingLayers(
  around: {
    cluster: { storage: object; taskContainerDefaults: TaskContainerDefaults; priority?: number; pool?: string };
    workspace: { id: number; name: string; storage: object | null; pool?: string };
    pool?: { name: string; taskContainerDefaults: TaskContainerDefaults; priority?: number };
  },
  config: JsonObject,
): ConfigLayer[] {
  const { cluster, workspace, pool } = around;
  const resources = (values: { priority?: number; pool?: string }, defaults: JsonObject = {}): JsonObject => ({
    ...defaults,
    resources: {
      ...ofObject(defaults.resources),
      priority: values.priority ?? null,
      resource_pool: values.pool ?? null,
    },
  });
  // Stored and configured storage has passed the format; it is plain JSON.
  const storage = (value: object | null) => ({ checkpoint_storage: value as JsonObject | null });
  return [
    {
      origin: 'cluster',
      config: {
        ...resources(cluster, asExperimentLayer(cluster.taskContainerDefaults, config)),
        ...storage(cluster.storage),
      },
    },
    {
      origin: 'workspace',
      name: workspace.name,
      workspaceId: workspace.id,
      config: { ...resources({ pool: workspace.pool }), ...storage(workspace.storage) },
    },
    ...(pool
      ? [
          {
            origin: 'pool' as const,
            name: pool.name,
            config: resources({ priority: pool.priority }, asExperimentLayer(pool.taskContainerDefaults, config)),
          },
        ]
      : []),
  ];
}

const ofObject = (value: Json | undefined): JsonObject => (isObject(value) ? value : {});

/** Without what says nothing: null, and objects of nothing else. Undefined where nothing is left. */
export function said(value: Json): Json | undefined {
  if (isAbsent(value)) return undefined;
  if (!isObject(value)) return value;
  const kept = Object.entries(value).flatMap(([key, inner]): [string, Json][] => {
    const rest = said(inner);
    return rest === undefined ? [] : [[key, rest]];
  });
  return kept.length > 0 ? Object.fromEntries(kept) : undefined;
}

/** Layers that say anything, without what they do not say. */
export function sayingLayers(layers: readonly ConfigLayer[]): ConfigLayer[] {
  return layers.flatMap((layer) => {
    const config = said(layer.config);
    return isObject(config) ? [{ ...layer, config }] : [];
  });
}
