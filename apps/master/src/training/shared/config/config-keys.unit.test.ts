import { type ConfigKeys, experimentConfigKeys } from '@determined/contract/training/config-keys.ts';
import { expect, test } from 'vitest';
import { isObject, type Json } from '#platform/config/format/json.ts';
import { Place } from '#platform/config/format/node.ts';
import { experimentConfigFormat } from './experiment-config-format.ts';

/** Keys of one's own, or lists. */
const free = new Set(['data', 'hyperparameters', 'environment.ports', 'log_policies', 'bind_mounts']);
const searchers = ['single', 'random', 'grid', 'adaptive_asha'];
const storages = ['shared_fs', 's3', 'gcs', 'azure', 'directory'];

function unoffered(filled: Json, keys: ConfigKeys | null, path: string[] = []): string[] {
  if (!isObject(filled) || free.has(path.join('.'))) return [];
  return Object.entries(filled).flatMap(([key, inner]) => {
    const below = [...path, key];
    return keys && Object.hasOwn(keys, key) ? unoffered(inner, keys[key] ?? null, below) : [below.join('.')];
  });
}

test('every key that the format fills in is offered', () => {
  for (const name of searchers)
    for (const type of storages) {
      const filled = experimentConfigFormat.fill({ searcher: { name }, checkpoint_storage: { type } });
      expect(unoffered(filled, experimentConfigKeys)).toEqual([]);
    }
});

/** Whether the format, told which searcher and storage it is about, knows a key somewhere. */
function isKnown(path: readonly string[]): boolean {
  const [last = '', ...above] = path.toReversed();
  return searchers.some((name) =>
    storages.some((type) => {
      const kinds: Record<string, Json> = { searcher: { name }, checkpoint_storage: { type } };
      const [part] = path;
      const own = path.length === 2 && part ? kinds[part] : undefined;
      const value = above.reduce<Json>((inner, key) => ({ [key]: inner }), {
        ...(isObject(own ?? null) ? (own as Record<string, Json>) : {}),
        ...(last === 'name' || last === 'type' ? {} : { [last]: null }),
      });
      const place = new Place();
      experimentConfigFormat.check(part === last ? { [last]: null } : value, place);
      return !place.issues.some(({ message }) => message.startsWith('additionalProperties'));
    }),
  );
}

test('every key that is offered is one that the format knows', () => {
  const paths = (keys: ConfigKeys, above: string[] = []): string[][] =>
    Object.entries(keys).flatMap(([key, below]) => [
      [...above, key],
      ...(below && !free.has(key) ? paths(below, [...above, key]) : []),
    ]);
  expect(paths(experimentConfigKeys).filter((path) => !isKnown(path))).toEqual([]);
  expect(isKnown(['resources', 'slots_per_trail'])).toBe(false);
});
