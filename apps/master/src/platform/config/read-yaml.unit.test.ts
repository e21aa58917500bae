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
    ['a: 2024-01-02', { a: '2024-01-02' }],
    ['a: 12:30', { a: '12:30' }],
    ['a: 1:30.5', { a: '1:30.5' }],
    ['a: 1.2.3', { a: '1.2.3' }],
    ['a: 1\na: 2', { a: 2 }],
    ['b: &b {k: 1}\na: {<<: *b, k: 2}', { b: { k: 1 }, a: { k: 2 } }],
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
    expect(problem(['l0: &l0 [x]', ...levels].join('\n'))).toMatch(/[Ee]xcessive alias count/);
  });

  test('an alias of itself', () => {
    expect(problem('a: &a [*a]')).toBe('nested more than 100 levels deep');
  });

  test('nesting without end', () => {
    expect(problem('['.repeat(20_000))).toMatch(/^line 1, column [0-9]+: nested too deeply$/);
    expect(problem(`${'['.repeat(150)}${']'.repeat(150)}`)).toBe('nested more than 100 levels deep');
  });

  test('texts longer than a configuration can be', () => {
    expect(problem(`a: ${'x'.repeat(1_000_000)}`)).toBe('text is longer than 1000000 characters');
  });
});
