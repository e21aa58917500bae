import type { EffectiveConfig } from '@determined/contract/training/effective-config-ext-routes.ts';

export type Setting = EffectiveConfig['settings'][number];

/** A layer said something else than what holds, a default aside. */
export function isOverruled({ given, origin, value, items }: Setting): boolean {
  if (items) return false;
  const holds = JSON.stringify(value);
  return given.some(
    (layer) => layer.origin !== origin && layer.origin !== 'default' && JSON.stringify(layer.value) !== holds,
  );
}

/** A value on one line: text as it is, all else as JSON. */
export const settingWords = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
