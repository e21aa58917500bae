import { expect, test } from 'vitest';
import { conclude, holdFloors } from './outcome.mjs';

const stage = (title: string, result: object) => ({
  stage: { title },
  passed: 2,
  failed: 0,
  skipped: 0,
  note: '',
  output: '',
  ...result,
});

test('all is there and passes: the last line counts', () => {
  expect(conclude([stage('types', {}), stage('API tests', {})], true)).toEqual({
    lines: ['4 passed, 0 failed'],
    failed: false,
  });
});

test('a stage that failed stands in the last lines with the first line of what it printed', () => {
  const types = stage('types', { passed: 0, failed: 1, output: 'a.ts(1,2): error TS1: no\nmore' });
  expect(conclude([types, stage('unit tests', {})], true)).toEqual({
    lines: ['types: 1 FAILED, a.ts(1,2): error TS1: no', '2 passed, 1 failed'],
    failed: true,
  });
});

test('what is left out or skipped stands in the last lines, and fails where everything has to be there', () => {
  const results = [
    stage('types', {}),
    stage('wire comparison', { passed: 0, leftOut: 'left out' }),
    stage('unit tests', { skipped: 3 }),
  ];
  expect(conclude(results, false)).toEqual({
    lines: ['wire comparison: left out', 'unit tests: 3 skipped', '4 passed, 0 failed, 4 skipped'],
    failed: false,
  });
  const strict = conclude(results, true);
  expect(strict.failed).toBe(true);
  expect(strict.lines.at(-1)).toBe('4 passed, 2 failed, 4 skipped');
});

test('a figure below its floor fails, one above asks for a higher floor, one without a floor is an error', () => {
  const fallen = stage('contract', { measured: { routesBuilt: 158 } });
  holdFloors(fallen, { routesBuilt: 160 });
  expect(fallen).toMatchObject({ failed: 1, output: expect.stringContaining('routesBuilt: 158, and it was 160') });
  const risen = stage('contract', { measured: { routesBuilt: 161 }, note: 'fields 3/4' });
  holdFloors(risen, { routesBuilt: 160 });
  expect(risen).toMatchObject({ failed: 0, note: 'fields 3/4, routesBuilt: raise the floor to 161' });
  expect(() => holdFloors(stage('contract', { measured: { other: 1 } }), {})).toThrow('no other');
});
