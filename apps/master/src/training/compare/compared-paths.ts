import type { ComparedPart } from '@determined/contract/training/compare-ext-routes.ts';
import { isObject } from '#platform/config/format/json.ts';
import { settingsOf } from '../column-store/shared/cells.ts';

/** What stands at a path in a record. */
export type Found = number | string | boolean | null;

/** What one record was made with, by part and path. */
export type Made = Record<ComparedPart, Map<string, Found>>;

export interface PathValues {
  part: ComparedPart;
  path: string;
  /** In the order of the records. */
  values: Found[];
  differs: boolean;
}

export const parts: readonly ComparedPart[] = ['hyperparameter', 'setting', 'code', 'environment'];

/** Every path that one of the records has, by part and name, with what each has there. */
export function comparedPaths(made: readonly Made[]): PathValues[] {
  return parts.flatMap((part) => {
    const paths = [...new Set(made.flatMap((one) => [...one[part].keys()]))].sort();
    return paths.map((path) => {
      const values = made.map((one) => one[part].get(path) ?? null);
      return { part, path, values, differs: new Set(values).size > 1 };
    });
  });
}

/** Leaves by dotted path: {a: {b: 1}} is a.b = 1. Lists are one value, as JSON text; null and empty objects are none. */
export function leaves(value: unknown, into = new Map<string, Found>(), path = ''): Map<string, Found> {
  if (isObject(value)) {
    for (const [key, inner] of Object.entries(value)) leaves(inner, into, path === '' ? key : `${path}.${key}`);
  } else if (value !== null && value !== undefined) into.set(path, scalar(value));
  return into;
}

const scalar = (value: unknown): Found =>
  typeof value === 'number' || typeof value === 'string' || typeof value === 'boolean' ? value : JSON.stringify(value);

/** What a configuration says, but for what is no setting and for the environment, which is a part by itself. */
export function settingLeaves(config: Readonly<Record<string, unknown>>): Map<string, Found> {
  const { environment: _environment, ...settings } = settingsOf(config);
  return leaves(settings);
}

/** `torch==2.9.1` is the package torch of the version `==2.9.1`. */
export function packageLeaves(requirements: readonly string[]): [name: string, version: Found][] {
  return requirements.map((line) => {
    const [, name = line, version = ''] = /^([A-Za-z0-9._-]+(?:\[[^\]]*\])?)\s*(.*)$/.exec(line) ?? [];
    return [name, version || 'any'];
  });
}
