import { RE2JS } from 're2js';
import { expect, test } from 'vitest';
import { ChunkTexts } from '../encoding/chunk-texts.ts';
import { trigramFilter } from '../encoding/trigram-filter.ts';
import { requiredTexts } from './required-text.ts';
import { textSearch } from './text-search.ts';

/** Numbers of a linear congruential generator: the same at each run. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

const pieces = [
  ...'aAbKkSszZ019 .\\%_[](){}^$*+?|/"\n\0\u0001\ufdd0',
  ...'äÄßẞſıİ\u212a\u0307Σσς\u1e9eéÉ\u0345Ω\u2126Åå\u212b',
  '😀',
  '𐐀',
  '𐐨',
  '\ufeff',
  'loss',
  'ΑΣ',
  'İstanbul',
  'Error',
  '\r\n',
];

const inFilter = (filter: Buffer, positions: readonly number[]) =>
  positions.every((position) => {
    const bit = position % (filter.length * 8);
    return (((filter[bit >> 3] ?? 0) >> (bit & 7)) & 1) === 1;
  });

/** The lines that are found by way of the chunk, and those in which the text is. */
function searched(lines: readonly string[], wanted: string, isPattern: boolean) {
  const search = textSearch(wanted, isPattern);
  if (!search) throw new Error('nothing to look for');
  const texts = ChunkTexts.unpack(ChunkTexts.of(lines).pack());
  const candidates = inFilter(trigramFilter(texts.bytes.toString()), search.positions) ? search.candidates(texts) : [];
  const isIn = (text: string) => {
    const found = search.isIn(text);
    if (typeof found !== 'boolean') throw new Error('a short line has gone to another thread');
    return found;
  };
  return {
    byChunk: candidates.filter((line) => isIn(texts.text(line))),
    byLine: lines.flatMap((text, line) => (isIn(text) ? [line] : [])),
    candidates: candidates.length,
  };
}

test('a search by way of the chunk finds the lines that a look at each finds, whatever the characters', () => {
  let found = 0;
  for (let seed = 1; seed <= 3_000; seed++) {
    const next = numbers(seed);
    // Every third chunk is of ASCII alone, of letters that are often there.
    const alphabet = seed % 3 === 0 ? [...'abAB 0\n\0k'] : pieces;
    const text = (most: number) =>
      Array.from({ length: next(most) }, () => alphabet[next(alphabet.length)] ?? '').join('');
    const lines = Array.from({ length: 1 + next(12) }, () => text(seed % 50 === 0 ? 2_000 : 14));
    const line = lines[next(lines.length)] ?? '';
    const start = next(line.length);
    // A part of a line in another case, or anything; well formed, as what comes over the wire is.
    const part = line.slice(start, start + 1 + next(6)).toWellFormed();
    const wanted = next(4) === 0 ? text(4) : next(2) === 0 ? part.toUpperCase() : part;
    if (wanted === '') continue;
    const { byChunk, byLine } = searched(lines, wanted, false);
    expect({ seed, wanted, lines: byChunk }).toEqual({ seed, wanted, lines: byLine });
    found += byLine.length;
  }
  expect(found).toBeGreaterThan(2_000);
});

/** Parts of expressions, each with a text that it takes, if alone. */
const parts: string[][] = [
  ...['ab', 'a', 'B', 'k', 's', 'loss', 'Ask', 'abba', 'bab', '0', ' ', 'ä', '-'].map((plain): [string, string] => [
    plain,
    plain,
  ]),
  ...[
    ['\\.', '.'],
    ['\\d', '0'],
    ['\\w', 'B'],
    ['\\s', ' '],
    ['\\x41', 'A'],
    ['\\x{62}', 'b'],
    ['\\n', '\n'],
    ['\\\\', '\\'],
  ],
  ...[
    ['.', 'ä'],
    ['[ab]', 'b'],
    ['[^a]', ' '],
    ['[]a]', ']'],
    ['[[:alpha:]]', 'K'],
    ['[\\]a]', ']'],
    ['[a-c\\Q]\\E]', 'c'],
  ],
  ...[
    ['(a|b)', 'b'],
    ['(?:ab)', 'ab'],
    ['(ab', 'ab'],
    [')', ''],
    ['|', ''],
    ['|zz', ''],
    ['(?i:AB)', 'ab'],
    ['(?P<i>a)', 'a'],
  ],
  ...[
    ['^', ''],
    ['$', ''],
    ['\\b', ''],
    ['\\z', ''],
    ['\\A', ''],
    ['\\K', ''],
    ['(?s)', ''],
    ['(?m)', ''],
    ['(?-i)', ''],
  ],
  ...[
    ['(?i)', ''],
    ['(?i)ask', 'aſ\u212a'],
    ['(?i)loss', 'LOſS'],
    ['*', ''],
    ['+', ''],
    ['?', ''],
    ['{2}', ''],
    ['*?', ''],
  ],
  ...[
    ['{0,1}', ''],
    ['{1,}', ''],
    ['{', '{'],
    ['}', '}'],
    ['{,2}', '{,2}'],
    ['\\Qa|b\\E', 'a|b'],
    ['\\p{L}', 'ä'],
  ],
  ...[
    ['\\pN', '0'],
    ['\\101', 'A'],
    ['babba?', 'babb'],
    ['lossk*', 'loss'],
    ['zz|', ''],
  ],
];

test('what an expression surely needs costs it no line', () => {
  let [valid, found, narrowed] = [0, 0, 0];
  for (let seed = 1; seed <= 10_000; seed++) {
    const next = numbers(seed);
    const chosen = Array.from({ length: 1 + next(5) }, () => parts[next(parts.length)] ?? ['', '']);
    const pattern = chosen.map(([part]) => part).join('');
    try {
      RE2JS.compile(pattern);
    } catch {
      continue;
    }
    valid++;
    const any = () => parts[next(parts.length)]?.[1] ?? '';
    // What it takes, with one part missing, twice or in another case, and anything.
    const lines = Array.from({ length: 12 }, (_, line) => {
      const odd = next(chosen.length * 2);
      const samples = chosen.map(([, sample = ''], at) => {
        if (at !== odd) return sample;
        return [sample.toUpperCase(), sample.toLowerCase(), '', sample.slice(1), sample + sample][next(5)] ?? '';
      });
      return line < 8 ? `${any()}${samples.join('')}${any()}` : `${any()}${any()}${any()}`;
    });
    const { byChunk, byLine, candidates } = searched(lines, pattern, true);
    expect({ seed, pattern, lines: byChunk }).toEqual({ seed, pattern, lines: byLine });
    found += byLine.length;
    if (candidates < lines.length && byLine.length > 0) narrowed++;
  }
  expect(valid).toBeGreaterThan(3_000);
  expect(found).toBeGreaterThan(3_000);
  expect(narrowed).toBeGreaterThan(300);
});

test('a long line that may cost an expression much is looked through on another thread, with the same result', async () => {
  const search = textSearch('(a|b|ab){0,200}[cd]$', true);
  expect([search?.isIn('abc'), search?.isIn('ab')]).toEqual([true, false]);
  const long = 'ab'.repeat(500);
  const answers = [`${long}c`, long, `c${long}d`].map((text) => search?.isIn(text));
  expect(answers.every((answer) => answer instanceof Promise)).toBe(true);
  expect(await Promise.all(answers)).toEqual([true, false, true]);
  const other = textSearch('[xy]b{2}', true);
  expect(await other?.isIn(`${'ab'.repeat(30_000)}ybb`)).toBe(true);
});

test('texts that an expression needs are those outside of groups, classes and repetitions', () => {
  expect(requiredTexts('RuntimeError: .*memory')).toEqual(['RuntimeError: ', 'memory']);
  expect(requiredTexts('rank [0-9]+ of 4\\.0')).toEqual(['rank ', ' of 4.0']);
  expect(requiredTexts('^epochs? (\\d+|none)$')).toEqual(['epoch', ' ']);
  expect(requiredTexts('abc{2,3}d')).toEqual(['ab', 'd']);
  expect(requiredTexts('(?i)out of memory, task')).toEqual(['out of memory, ta']);
  for (const pattern of [
    'a|b',
    '\\x41bc',
    '\\Qa\\Eb',
    '[[:alpha:]]bc',
    '[\\Q]abc[\\E]',
    '(\\Q)abc(\\E)*',
    'a{,2}',
    'abc(?-i)*',
    'a)b',
  ])
    expect(requiredTexts(pattern)).toEqual([]);
});

test('a pattern without regard to case takes beyond ASCII the Kelvin sign and the long s alone', () => {
  const beyond = (letter: string) => {
    const pattern = RE2JS.compile(`(?i)^${letter}$`);
    const found: string[] = [];
    for (let code = 0x80; code <= 0x10ffff; code++) {
      if (code === 0xd800) code = 0xe000;
      const char = String.fromCodePoint(code);
      if (pattern.test(char)) found.push(char);
    }
    return found;
  };
  expect(beyond('[a-z]')).toEqual(['ſ', '\u212a']);
});

test('the lower case of two characters beyond ASCII alone has ASCII in it', () => {
  const found: string[] = [];
  for (let code = 0x80; code <= 0x10ffff; code++) {
    if (code === 0xd800) code = 0xe000;
    const char = String.fromCodePoint(code);
    if (/\p{ASCII}/u.test(char.toLowerCase())) found.push(char);
  }
  expect(found).toEqual(['\u0130', '\u212a']);
});

test('a filter rules out what is not there, and is as short as its chunk allows', () => {
  const lines = Array.from({ length: 1_000 }, (_, at) => `epoch ${at} loss ${(at * 7919) % 10_007}\n`);
  const filter = trigramFilter(lines.join(''));
  const has = (wanted: string) => inFilter(filter, textSearch(wanted, false)?.positions ?? []);
  expect(has('EPOCH 99')).toBe(true);
  expect(['traceback', 'cuda out of memory', 'NaN'].map(has)).toEqual([false, false, false]);
  expect(trigramFilter('short\n').length).toBe(64);
  expect(trigramFilter(Array.from({ length: 100_000 }, (_, at) => (at * at).toString(36)).join(' ')).length).toBe(
    4_096,
  );
});
