import type { Tx } from '#platform/db/database.ts';
import { enterNames, type NameSource } from './experiment-names.ts';

type Source = Exclude<NameSource, 'metric'>;

/** Of nested hyperparameters the path with dots; the letter is N for numbers, T for texts, `-` for what is neither. */
type TypedName = [name: string, letter: string];

/** Enters the names that an experiment's configuration has. */
export function catalogueConfig(tx: Tx, { id }: { id: number }, space: unknown): Promise<void> {
  return enter(tx, id, 'config', searched(space));
}

/** Enters the names that trials were given. Null and list values count as text. */
export function catalogueSampled(tx: Tx, { id }: { id: number }, given: readonly unknown[]): Promise<void> {
  const unique = new Map(given.flatMap((hparams) => sampled(hparams)).map((name) => [name.join('\0'), name]));
  return enter(tx, id, 'sampled', [...unique.values()]);
}

// A name longer than this can't be a column's head.
const longestName = 500;

async function enter(tx: Tx, experimentId: number, source: Source, names: readonly TypedName[]): Promise<void> {
  const fit = names.filter(([name]) => name.length <= longestName);
  await enterNames(
    tx,
    fit.map(([name, type]) => ({ experimentId, source, group: '', name, type })),
  );
}

const ranges = ['int', 'double', 'log'];

function searched(space: unknown, prefix = ''): TypedName[] {
  return members(space).flatMap(([key, value]): TypedName[] => {
    const { type, val } = value as { type?: unknown; val?: unknown };
    const name = prefix + key;
    if (ranges.includes(String(type))) return [[name, 'N']];
    if (type === 'categorical') return [[name, '-']];
    if (type === 'const') return [[name, typeof val === 'number' ? 'N' : typeof val === 'string' ? 'T' : '-']];
    return searched(value, `${name}.`);
  });
}

function sampled(hparams: unknown, prefix = ''): TypedName[] {
  return Object.entries(isMap(hparams) ? hparams : {}).flatMap(([key, value]): TypedName[] =>
    isMap(value) ? sampled(value, `${prefix}${key}.`) : [[prefix + key, typeof value === 'number' ? 'N' : 'T']],
  );
}

/** Of a space each member is a hyperparameter or a map of them. */
const members = (space: unknown) => Object.entries(isMap(space) ? space : {}).filter(([, value]) => isMap(value));

const isMap = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
