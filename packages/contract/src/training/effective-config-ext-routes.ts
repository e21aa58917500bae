import { z } from 'zod/mini';
import { extRoute } from '../ext-route.ts';

/**
 * Who gave a value, weakest first; a stronger one wins. `change` is a later change of the experiment. `hidden`: a
 * template, policy or workspace that the caller may not see. `unknown`: an experiment of before origins were kept.
 */
export const configOrigins = [
  'unknown',
  'default',
  'cluster',
  'workspace',
  'pool',
  'template',
  'user',
  'workspacePolicy',
  'clusterPolicy',
  'change',
  'hidden',
] as const;
export type ConfigOrigin = (typeof configOrigins)[number];

const origin = z.enum(configOrigins);

const effectiveConfig = z.object({
  /** The layers that set anything and may be seen, weakest first; the name is a template's, pool's or workspace's. */
  layers: z.array(z.object({ origin, name: z.nullable(z.string()) })),
  /** Every value of the complete configuration, in the order of its keys. Secrets are `********`. */
  settings: z.array(
    z.object({
      /** The keys that lead to it. A list, or a hyperparameter, is one value. */
      path: z.array(z.string()),
      value: z.unknown(),
      origin,
      /** Of a list that several layers put together: the origin of each item. */
      items: z.optional(z.array(origin)),
      /** What the layers that may be seen say, the strongest first; the first is not always what holds. */
      given: z.array(z.object({ origin, value: z.unknown() })),
    }),
  ),
});

export type EffectiveConfig = z.infer<typeof effectiveConfig>;

/** The configuration of an experiment, each value with the layer it came from. */
export const getEffectiveConfigRoute = /* @__PURE__ */ extRoute({
  name: 'getEffectiveConfig',
  method: 'GET',
  path: '/experiments/{experimentId}/effective-config',
  params: z.object({ experimentId: z.coerce.number().check(z.int()) }),
  reply: effectiveConfig,
  needs: { permission: 'VIEW_EXPERIMENT_METADATA', on: 'experiment', by: 'params.experimentId' },
  reads: ['experiment', 'job'],
});

/** The same of an experiment that could be created so. Refuses what its creation would, and stores nothing. */
export const previewEffectiveConfigRoute = /* @__PURE__ */ extRoute({
  name: 'previewEffectiveConfig',
  method: 'POST',
  path: '/effective-configs',
  body: z.object({
    /** YAML or JSON. */
    config: z.string(),
    template: z.optional(z.string()),
    projectId: z.optional(z.number().check(z.int())),
    parentId: z.optional(z.number().check(z.int())),
    unmanaged: z.optional(z.boolean()),
  }),
  reply: effectiveConfig,
  needs: {
    checks: [
      { kind: 'also', on: 'project', by: 'body.projectId', needs: ['CREATE_EXPERIMENT'], asked: 'handler' },
      { kind: 'also', on: 'experiment', by: 'body.parentId', needs: ['VIEW_EXPERIMENT_METADATA'], asked: 'handler' },
      { kind: 'also', on: 'template', by: 'body.template', needs: ['VIEW_TEMPLATES'], asked: 'handler' },
      { kind: 'also', on: 'checkpoint', by: 'body.config', needs: ['VIEW_EXPERIMENT_ARTIFACTS'], asked: 'handler' },
    ],
  },
  reads: ['template', 'configPolicy', 'workspace', 'resourcePool', 'masterConfig'],
});
