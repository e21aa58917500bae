import { describe, expect, test } from 'vitest';
import { readYaml, YamlError } from './read-yaml.ts';

function problem(source: string): string {
  try {
    readYaml(source);
  } catch (error) {
    if (error instanceof YamlError) return error.message;
    throw error;
  }
  throw new Error('accepted');
}

describe('YAML as the clients write it', () => {
  test.each([
    ['a: yes', { a: true }],
    ['off: n', { false: false }],
    ['a: 010', { a: 8 }],
    ['a: 0o17', { a: 15 }],
    ['a: -0o17', { a: -15 }],
    ['a: 1_000', { a: 1000 }],
    ['a: 089', { a: 89 }],
    ['a: .', { a: '.' }],
    ['a: .5', { a: 0.5 }],
    ['a: -1.5e-3', { a: -0.0015 }],
    ['a: .5e1', { a: 5 }],
    ['a: 1e3', { a: 1000 }],
    ['a: 1_0E+2', { a: 1000 }],
    ['[e1, -E5, .e5, _.e1]', ['e1', '-E5', '.e5', '_.e1']],
    ['e1: a', { e1: 'a' }],
    ['a: 2024-01-02', { a: '2024-01-02' }],
    ['a: 12:30', { a: '12:30' }],
    ['a: 1:30.5', { a: '1:30.5' }],
    ['a: 1.2.3', { a: '1.2.3' }],
    ['a: 1\na: 2', { a: 2 }],
    ['b: &b {k: 1}\na: {<<: *b, k: 2}', { b: { k: 1 }, a: { k: 2 } }],
    [
      'b: &b {k: 1, l: 1}\nc: &c {k: 3, m: 3}\na: {k: 2, <<: [*b, *c]}',
      { b: { k: 1, l: 1 }, c: { k: 3, m: 3 }, a: { k: 2, l: 1, m: 3 } },
    ],
    ['a: {<<: {x: 1}}', { a: { x: 1 } }],
    ['a: {"<<": 1}', { a: { '<<': 1 } }],
    ['a: &x 1\n*x : *x', { a: 1, 1: 1 }],
    ['a: &x 1\nb: *x\nc: &x 2\nd: *x', { a: 1, b: 1, c: 2, d: 2 }],
    ['1: a\n1.5: b\n~: c\nyes: d', { 1: 'a', 1.5: 'b', '': 'c', true: 'd' }],
    ['? a\n: 1\n? b', { a: 1, b: null }],
    ['a: <<', { a: '<<' }],
    ['a: 1\n---\n[: not read', { a: 1 }],
    ['', null],
    ['# only a comment', null],
    ['{"a": [1, null]}', { a: [1, null] }],
    ['a:\tb', { a: 'b' }],
    ['5', 5],
  ])('%j', (source, value) => expect(readYaml(source)).toEqual(value));

  test('a key named __proto__ is an ordinary key', () => {
    const value = readYaml('__proto__: {polluted: true}');
    expect(Object.keys(value as object)).toEqual(['__proto__']);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });
});

describe('texts that are refused', () => {
  test('broken YAML, with line and column', () => {
    expect(problem('name: x\nlist: [1\nb: }')).toMatch(/^line 3, column 1: /);
  });

  test('numbers that JSON cannot hold', () => {
    expect(problem('a: .nan')).toBe('NaN cannot be stored; write a finite number');
    expect(problem('a: 1e999')).toBe('Infinity cannot be stored; write a finite number');
  });

  test('aliases of aliases', () => {
    const levels = Array.from(
      { length: 12 },
      (_, i) => `l${i + 1}: &l${i + 1} [${Array(9).fill(`*l${i}`).join(', ')}]`,
    );
    expect(problem(['l0: &l0 [x]', ...levels].join('\n'))).toMatch(/too many values, its aliases written out/);
  });

  test('an alias of itself', () => {
    expect(problem('a: &a [*a]')).toBe('nested more than 100 levels deep');
  });

  test('nesting without end', () => {
    const tooDeep = 'nested more than 100 levels deep';
    expect(problem('['.repeat(20_000))).toBe(tooDeep);
    expect(problem(`${'['.repeat(150)}${']'.repeat(150)}`)).toBe(tooDeep);
    expect(problem(`${'- '.repeat(150)}x`)).toBe(tooDeep);
    expect(problem(Array.from({ length: 150 }, (_, i) => `${' '.repeat(i)}a:`).join('\n'))).toBe(tooDeep);
    // Brackets in texts are none.
    expect(readYaml(`- "${'['.repeat(150)}"\n- a[[[[${'['.repeat(150)}\n`)).toHaveLength(2);
  });

  test('keys that are no texts, and merges of what is no map', () => {
    expect(problem('? {a: 1}\n: 1')).toBe('a key has to be a text or number');
    expect(problem('{<<: 1}')).toBe('what is merged has to be a map, or a list of maps');
    expect(problem('a: *b\nb: &b 1')).toMatch(/[Uu]nresolved alias/);
    expect(problem('!!set {a, b}')).toMatch(/cannot be used/);
  });

  // Each of these held the server up for half a minute and more, or for ever.
  test.each([
    ['open brackets', '['.repeat(999_999)],
    ['a long list', `a: [${'1,'.repeat(499_000)}1]`],
    [
      'merges of merges',
      `a: &a {x: 1}\n${Array.from({ length: 30_000 }, (_, i) => `k${i}: {<<: [*a, *a]}`).join('\n')}`,
    ],
    ['keys that are maps of keys', '? {'.repeat(300)],
    ['keys of keys', `${'? '.repeat(90)}x`],
    ['lines', '\n'.repeat(999_999)],
    ['keys', Array.from({ length: 80_000 }, (_, i) => `k${i}: 1`).join('\n')],
    [
      'a large map many times',
      `a: &a {${Array.from({ length: 2_000 }, (_, i) => `k${i}: 1`).join(', ')}}\nb: [${'*a, '.repeat(2_000)}]`,
    ],
  ])('%s are refused at once', (_name, source) => {
    const before = process.threadCpuUsage();
    expect(() => readYaml(source)).toThrow(YamlError);
    const { user, system } = process.threadCpuUsage(before);
    expect((user + system) / 1000).toBeLessThan(1_500);
  });

  test('texts longer than a configuration can be', () => {
    expect(problem(`a: ${'x'.repeat(1_000_000)}`)).toBe('text is longer than 1000000 characters');
  });
});
