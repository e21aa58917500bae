import { z } from 'zod';

export interface SettingWords {
  /** What may be written, as it follows "allowed is". */
  allowed: string;
  /** What it does, for the manual. */
  meaning: string;
  /** The default, where the manual has to say it in words. */
  usually?: string;
  /** Never shown: not in messages, not to clients. */
  secret?: boolean;
}

const words = z.registry<SettingWords>();

/** Gives a setting its words. A setting without them does not compile into the list of settings. */
export function setting<S extends z.ZodType>(schema: S, about: SettingWords): S {
  words.add(schema, about);
  return schema;
}

export interface Setting extends SettingWords {
  /** Keys from the top, e.g. `['log', 'level']`. */
  path: string[];
  /** Environment variable that sets it. */
  variable: string;
  /** Text is taken from the environment as it is; everything else is read as YAML. */
  isText: boolean;
  default: unknown;
}

/** All settings of a schema, in its order. */
export function settingsOf(schema: z.ZodType, path: string[] = []): Setting[] {
  const about = words.get(schema);
  const inner = unwrapped(schema);
  if (about !== undefined) {
    return [
      {
        ...about,
        path,
        variable: `DET_${path.join('_').toUpperCase()}`,
        isText: inner instanceof z.ZodString || inner instanceof z.ZodEnum,
        default: schema.safeParse(undefined).data,
      },
    ];
  }
  if (!(inner instanceof z.ZodObject)) throw new Error(`${path.join('.')} has no words`);
  return Object.entries<z.ZodType>(inner.shape).flatMap(([key, member]) => settingsOf(member, [...path, key]));
}

function unwrapped(schema: unknown): unknown {
  if (schema instanceof z.ZodPipe) return unwrapped(schema.in);
  const wrapped =
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault ||
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable;
  return wrapped ? unwrapped(schema.unwrap()) : schema;
}

/** The name that was probably meant, if one is near. */
export function nearest(name: string, known: string[]): string | undefined {
  const [best] = known
    .map((each) => ({ each, far: distance(name.toLowerCase(), each.toLowerCase()) }))
    .filter(({ each, far }) => far <= Math.max(1, Math.min(3, Math.floor(each.length / 3))))
    .toSorted((a, b) => a.far - b.far);
  return best?.each;
}

/** Letters to insert, remove, change or swap with their neighbour. */
function distance(a: string, b: string): number {
  const table = Array.from({ length: a.length + 1 }, (_, i) => Array.from({ length: b.length + 1 }, (_, j) => i + j));
  const at = (i: number, j: number): number => table[i]?.[j] ?? Number.POSITIVE_INFINITY;
  for (let i = 1; i <= a.length; i++) {
    for (let j = 1; j <= b.length; j++) {
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const row = table[i] ?? [];
      row[j] = Math.min(
        at(i - 1, j) + 1,
        at(i, j - 1) + 1,
        at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1),
        swapped ? at(i - 2, j - 2) + 1 : Number.POSITIVE_INFINITY,
      );
    }
  }
  return at(a.length, b.length);
}
