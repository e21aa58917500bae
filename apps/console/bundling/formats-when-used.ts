import type { Plugin } from 'vite';

/** What uPlot makes as it loads, and what is made in its place. */
const changed: readonly [from: string, to: string][] = [
  [
    "const numFormatter = new Intl.NumberFormat(domEnv ? nav.language : 'en-US');",
    'let numberFormat; const numFormatter = { format: value => (numberFormat ??= new Intl.NumberFormat(nav.language)).format(value) };',
  ],
  ['const localTz = new Intl.DateTimeFormat().resolvedOptions().timeZone;', ''],
  ['else if (tz == localTz)', 'else if (tz == new Intl.DateTimeFormat().resolvedOptions().timeZone)'],
];

/**
 * Formats of numbers and times, which uPlot makes as it loads and our charts, whose axes have words of their own, never use: the first of a
 * page takes the browser 15 ms.
 */
export function formatsWhenUsed(): Plugin {
  return {
    name: 'formats-when-used',
    transform: {
      filter: { id: /uplot\/dist\/uPlot\.esm\.js/ },
      handler(code) {
        let made = code;
        for (const [from, to] of changed) {
          if (!made.includes(from)) this.error(`uPlot has become another: it has no "${from}".`);
          made = made.replace(from, to);
        }
        return { code: made, map: null };
      },
    },
  };
}
