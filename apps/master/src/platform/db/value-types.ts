import { byName } from '@determined/contract/wire/by-name.ts';
import pg from 'pg';

type Parse = (text: string) => unknown;

/** `2026-01-01 00:00:00.12+00` (the session is in UTC) becomes `2026-01-01T00:00:00.120000Z`; infinity stays as it is. */
export function isoTime(text: string): string {
  const match = /^(\d{4,}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?(?:\+00)?$/.exec(text);
  return match ? `${match[1]}T${match[2]}.${(match[3] ?? '').padEnd(6, '0')}Z` : text;
}

const { builtins } = pg.types;
const scalars = new Map<number, Parse>([
  [builtins.TIMESTAMPTZ, isoTime],
  [builtins.TIMESTAMP, isoTime],
  [builtins.DATE, (text) => text],
  [builtins.INT8, Number],
  [builtins.NUMERIC, Number],
  // Its own order, short keys first, shows nowhere.
  [builtins.JSONB, (text) => byName(JSON.parse(text))],
]);
// Array types by number: timestamptz[], timestamp[], date[], int8[], numeric[].
const arrays = new Map<number, Parse>([
  [1185, isoTime],
  [1115, isoTime],
  [1182, (text) => text],
  [1016, Number],
  [1231, Number],
]);

// pg reads text[] into its elements, unquoted; its list of type numbers leaves this one out.
const textArrayType: number = 1009;
const textArray: (text: string) => (string | null)[] = pg.types.getTypeParser(textArrayType, 'text');

/**
 * What a column's text becomes: times are ISO text, 64-bit and exact numbers are numbers, the keys of JSON stand by name,
 * the rest is pg's own.
 */
export const valueTypes: pg.CustomTypesConfig = {
  // The signature of pg's own function, which is overloaded by format.
  getTypeParser: ((type: number, format?: 'text' | 'binary') => {
    if (format === 'binary') return pg.types.getTypeParser(type, 'binary');
    const scalar = scalars.get(type);
    if (scalar) return scalar;
    const element = arrays.get(type);
    if (element) return (text: string) => textArray(text).map((item) => (item === null ? null : element(item)));
    return pg.types.getTypeParser(type, 'text');
  }) as pg.CustomTypesConfig['getTypeParser'],
};
