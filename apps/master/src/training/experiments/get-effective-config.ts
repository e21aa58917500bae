import { notFound } from '@determined/contract/errors.ts';
import type { ExtReplyOf, ExtRequestOf } from '@determined/contract/ext-route.ts';
import type {
  ConfigOrigin,
  EffectiveConfig,
  getEffectiveConfigRoute,
  previewEffectiveConfigRoute,
} from '@determined/contract/training/effective-config-ext-routes.ts';
import { isObject, type Json, type JsonObject, own } from '#platform/config/format/json.ts';
import type { Context } from '#platform/http/context.ts';
import { isWithin } from '#platform/http/rights.ts';
import { sees } from '../../identity/roles/shared/visible.ts';
import { wholeConfig } from '../life/shared/whole-config.ts';
import { type ConfigLayer, sayingLayers } from '../shared/config/config-layers.ts';
import { type Setting, settingsOf } from '../shared/config/effective-settings.ts';
import { overlay, readUserLayer } from '../shared/config/experiment-config.ts';
import { redactLayer } from '../shared/config/redact-secrets.ts';
import { prepareExperiment } from './prepare-experiment.ts';

type Get = typeof getEffectiveConfigRoute;
type Preview = typeof previewEffectiveConfigRoute;

export async function getEffectiveConfig({ params }: ExtRequestOf<Get>, ctx: Context): Promise<ExtReplyOf<Get>> {
  const row = await ctx.db
    .selectFrom('experiments as e')
    .innerJoin('jobs as j', 'j.id', 'e.job_id')
    .leftJoin('experiment_config_layers as l', 'l.experiment_id', 'e.id')
    .select([
      'e.config',
      'e.labels',
      'e.original_config',
      'j.priority',
      'j.weight',
      'j.max_slots',
      'j.pool',
      'l.layers',
    ])
    .where('e.id', '=', params.experimentId)
    .executeTakeFirst();
  if (!row) throw notFound('experiment', params.experimentId);
  const { original_config: text, layers, ...values } = row;
  const overrides = layers?.find(({ origin }) => origin === 'user')?.config ?? {};
  const own = await readUserLayer(text, `user ${ctx.user.id}`);
  const user: ConfigLayer = { origin: 'user', config: overlay(overrides, own) };
  // The format’s values are plain JSON.
  const config = wholeConfig(values) as unknown as JsonObject;
  const weaker = layers?.filter(({ origin }) => !isPolicy(origin) && origin !== 'user') ?? [];
  const policies = layers?.filter(({ origin }) => isPolicy(origin)) ?? [];
  return shownTo(ctx, config, sayingLayers([...weaker, user, ...policies]), layers !== null);
}

export async function previewEffectiveConfig(
  { body }: ExtRequestOf<Preview>,
  ctx: Context,
): Promise<ExtReplyOf<Preview>> {
  const { projectId = 0, parentId = 0, ...asked } = body;
  if (parentId !== 0) await ctx.require('experiment', parentId);
  const { config, layers } = await prepareExperiment(ctx, { ...asked, projectId, parentId });
  return shownTo(ctx, config as unknown as JsonObject, layers, true);
}

const isPolicy = (origin: ConfigOrigin) => origin === 'workspacePolicy' || origin === 'clusterPolicy';

/** What the caller may know of it: of a layer that he may not see only that there is one, where its word holds. */
function shownTo(ctx: Context, config: JsonObject, layers: ConfigLayer[], recorded: boolean): EffectiveConfig {
  const seen = layers.filter((layer) => maySee(ctx, layer));
  const hidden = new Set<ConfigOrigin>(layers.filter((layer) => !seen.includes(layer)).map(({ origin }) => origin));
  const shown = (origin: ConfigOrigin): ConfigOrigin => (hidden.has(origin) ? 'hidden' : origin);
  const masked = new Map<string, JsonObject>(layers.map((layer) => [layer.origin, redactLayer(layer.config)]));
  const maskedConfig = redactLayer(config);
  const maskedValue = ({ origin, value }: Setting['given'][number], path: string[]) => {
    const layer = masked.get(origin);
    // The defaults of the format hold no secrets.
    return origin === 'default' ? value : layer && atOrAbove(layer, path);
  };
  const setting = ({ path, origin, items, given }: Setting): EffectiveConfig['settings'][number] => ({
    path,
    value: atOrAbove(maskedConfig, path),
    origin: shown(origin),
    ...(items ? { items: items.map(shown) } : {}),
    given: given
      .filter((one) => !hidden.has(one.origin))
      .map((one) => ({ origin: one.origin, value: maskedValue(one, path) })),
  });
  const named = seen
    .filter(({ origin }) => origin !== 'default')
    .map(({ origin, name }) => ({ origin, name: name ?? null }));
  return {
    layers: [{ origin: 'default', name: null }, ...named],
    settings: settingsOf(config, layers, recorded).map(setting),
  };
}

/** What stands at a path, or in place of what leads to it: a mask. */
function atOrAbove(layer: Json, path: readonly string[]): Json | undefined {
  return path.reduce<Json | undefined>((inner, key) => (isObject(inner) ? own(inner, key) : inner), layer);
}

function maySee(ctx: Context, { origin, ...layer }: ConfigLayer): boolean {
  const workspaceId = layer.workspaceId ?? null;
  if (origin === 'template') return sees('template', ctx, workspaceId);
  if (origin === 'workspace') return sees('workspace', ctx, workspaceId);
  if (origin === 'workspacePolicy') {
    return (
      sees('workspace', ctx, workspaceId) && isWithin(ctx.rights.where('VIEW_WORKSPACE_CONFIG_POLICIES'), workspaceId)
    );
  }
  return origin !== 'clusterPolicy' || ctx.holds({ needs: ['VIEW_GLOBAL_CONFIG_POLICIES'] });
}
