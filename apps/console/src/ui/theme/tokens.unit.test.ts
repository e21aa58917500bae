import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');

function tokens(scheme: 'light' | 'dark'): Map<string, string> {
  const start = css.indexOf(`[data-mantine-color-scheme="${scheme}"] {`);
  const block = css.slice(start, css.indexOf('}', start));
  return new Map(
    [...block.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6})/gi)].map((match) => [match[1] ?? '', match[2] ?? '']),
  );
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

const surfaces = ['bg', 'chrome', 'raised', 'hover', 'select'];
const series = Array.from({ length: 10 }, (_, index) => `d${index + 1}`);

/** Ink, what it stands on, the least contrast of WCAG 2.2 AA. */
const pairs: [string[], string[], number][] = [
  [['text', 'text-2', 'text-3'], surfaces, 4.5],
  [['text', 'text-2'], ['press'], 4.5],
  [['link'], ['bg', 'select', 'raised'], 4.5],
  [['on-accent'], ['accent', 'accent-hover'], 4.5],
  [['on-danger'], ['danger'], 4.5],
  [['edge'], ['bg', 'sunken'], 3],
  [['ring'], ['bg', 'select', 'chrome'], 3],
  [['run', 'ok', 'err', 'warn', 'idle'], ['bg', 'chrome'], 3],
  [series, ['bg'], 3],
  [['log-dbg', 'log-info', 'log-warn', 'log-err'], ['bg'], 4.5],
  [['bg'], ['text'], 4.5],
];

describe.each(['light', 'dark'] as const)('%s theme', (scheme) => {
  const colours = tokens(scheme);
  const colour = (name: string) => {
    const found = colours.get(name);
    if (!found) throw new Error(`no token --${name}`);
    return found;
  };

  test('every pair in use has its contrast', () => {
    const poor = pairs.flatMap(([inks, grounds, limit]) =>
      inks.flatMap((ink) =>
        grounds
          .filter((ground) => contrast(colour(ink), colour(ground)) < limit)
          .map((ground) => `${ink} on ${ground}: ${contrast(colour(ink), colour(ground)).toFixed(2)} < ${limit}`),
      ),
    );
    expect(poor).toEqual([]);
  });

  test('a state can be read on its own tint', () => {
    for (const tone of ['run', 'ok', 'err', 'warn', 'idle']) {
      expect(contrast(colour(`${tone}-text`), colour(`${tone}-soft`))).toBeGreaterThanOrEqual(4.5);
    }
  });
});
