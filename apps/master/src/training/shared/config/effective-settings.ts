import { isDeepStrictEqual } from 'node:util';
import { isAbsent, isObject, type Json, type JsonObject, own } from '#platform/config/format/json.ts';
import { asList, asObject } from '#platform/config/format/node.ts';
import type { ConfigLayer, LayerOrigin } from './config-layers.ts';
import { experimentConfigFormat } from './experiment-config-format.ts';

export type SettingOrigin = LayerOrigin | 'change' | 'unknown';

/** One value of a complete configuration with where it came from. */
export interface Setting {
  path: string[];
  value: Json;
  origin: SettingOrigin;
  /** Of a list that several layers put together. */
  items?: SettingOrigin[];
  /** The strongest first. */
  given: { origin: LayerOrigin; value: Json }[];
}

/** What of an experiment people change later. */
const changeable = new Set([
  'name',
  'description',
  'labels',
  'retention_policy.log_retention_days',
  ...['priority', 'weight', 'max_slots', 'resource_pool'].map((name) => `resources.${name}`),
  ...['save_experiment_best', 'save_trial_best', 'save_trial_latest'].map((name) => `checkpoint_storage.${name}`),
]);

/**
 * Every value of a complete configuration with the layer it came from: the strongest that says it.
 * @param layers weakest first, without the defaults of the format. @param recorded false: some of them are not known.
 */
export function settingsOf(config: JsonObject, layers: readonly ConfigLayer[], recorded = true): Setting[] {
  const strongestFirst = [...layers.toReversed(), { origin: 'default' as const, config: defaultsFor(config) }];
  return leavesOf(config, []).map(([path, value]): Setting => {
    const given = strongestFirst.flatMap(({ origin, config: layer }) => {
      const inLayer = valueAt(layer, path);
      return isAbsent(inLayer) ? [] : [{ origin, value: inLayer }];
    });
    const mayChange = changeable.has(path.join('.'));
    const byOthers = recorded || given.some(({ origin }) => origin === 'user');
    const unsaid = isAbsent(value) ? 'default' : !byOthers ? 'unknown' : mayChange ? 'change' : 'default';
    // Of what may be changed the strongest word held, until somebody changed it.
    const words = mayChange ? given.slice(0, 1) : given;
    const saidBy = words.find((one) => covers(one.value, value));
    if (saidBy || !Array.isArray(value)) return { path, value, origin: saidBy?.origin ?? unsaid, given };
    const items = value.map(
      (item) => given.find((one) => asList(one.value).some((each) => covers(each, item)))?.origin ?? unsaid,
    );
    return { path, value, origin: strongestOf(items, strongestFirst) ?? unsaid, items, given };
  });
}

/** What the format fills in where nobody says anything, for this searcher and this storage. */
function defaultsFor({ searcher, checkpoint_storage: storage }: JsonObject): JsonObject {
  const { name = null } = asObject(searcher ?? null);
  const { type = null } = asObject(storage ?? null);
  const filled = asObject(experimentConfigFormat.fill({ searcher: { name }, checkpoint_storage: { type } }));
  // Which of them it is somebody has said.
  const without = (part: string, key: string) => ({ ...asObject(filled[part] ?? null), [key]: null });
  return {
    ...filled,
    searcher: without('searcher', 'name'),
    checkpoint_storage: without('checkpoint_storage', 'type'),
  };
}

function strongestOf(
  items: readonly SettingOrigin[],
  strongestFirst: readonly Pick<ConfigLayer, 'origin'>[],
): SettingOrigin | undefined {
  if (items.includes('change')) return 'change';
  return strongestFirst.find(({ origin }) => items.includes(origin))?.origin ?? items[0];
}

/** A list is one value, as are a hyperparameter and an empty object. */
function leavesOf(value: Json, path: string[]): [string[], Json][] {
  if (!isObject(value)) return [[path, value]];
  const isHyperparameter = path[0] === 'hyperparameters' && path.length > 1 && Object.hasOwn(value, 'type');
  const entries = Object.entries(value);
  if (isHyperparameter || (entries.length === 0 && path.length > 0)) return [[path, value]];
  return entries.flatMap(([key, inner]) => leavesOf(inner, [...path, key]));
}

export function valueAt(value: Json, path: readonly string[]): Json | undefined {
  return path.reduce<Json | undefined>((inner, key) => (isObject(inner) ? own(inner, key) : undefined), value);
}

/** Whether a value is the one that a layer says, to which defaults may have been added. */
function covers(inLayer: Json, value: Json): boolean {
  if (Array.isArray(inLayer) && Array.isArray(value)) {
    return inLayer.length === value.length && inLayer.every((item, i) => covers(item, value[i] ?? null));
  }
  if (!isObject(inLayer) || !isObject(value)) return isDeepStrictEqual(inLayer, value);
  return Object.entries(inLayer).every(
    ([key, inner]) => isAbsent(inner) || (Object.hasOwn(value, key) && covers(inner, value[key] ?? null)),
  );
}
