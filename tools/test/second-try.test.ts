import { expect, test } from 'vitest';
import { countOf, failedFiles, withSecondTry } from './second-try.mjs';

const suite = (name: string, tests: Record<string, string>) => ({
  name,
  status: Object.values(tests).includes('failed') ? 'failed' : 'passed',
  assertionResults: Object.entries(tests).map(([title, status]) => ({
    title,
    fullName: title,
    status,
    failureMessages: status === 'failed' ? [`Error: ${title} did not come\n    at line 3`] : [],
  })),
});

const first = {
  testResults: [
    suite('a.ts', { opens: 'passed', closes: 'failed', waits: 'skipped' }),
    suite('b.ts', { saves: 'passed' }),
    suite('c.ts', { draws: 'failed' }),
    { name: 'd.ts', status: 'failed', assertionResults: [] },
  ],
};

test('files with a failed test, and those that could not be loaded, are tried again', () => {
  expect(failedFiles(first)).toEqual(['a.ts', 'c.ts', 'd.ts']);
  expect(countOf(first)).toEqual({ passed: 2, failed: 3, skipped: 1 });
});

test('what passes alone counts as passed and is named; what fails again has failed', () => {
  const again = withSecondTry(first, {
    testResults: [
      suite('a.ts', { opens: 'passed', closes: 'passed', waits: 'skipped' }),
      suite('c.ts', { draws: 'failed' }),
      { name: 'd.ts', status: 'failed', assertionResults: [] },
    ],
  });
  expect(countOf(again.report)).toEqual({ passed: 3, failed: 2, skipped: 1 });
  expect(again.note).toBe('PASSED ALONE ONLY: “closes” (Error: closes did not come)');
});

test('a test that fails at the second try only has failed', () => {
  const again = withSecondTry(first, {
    testResults: [suite('a.ts', { opens: 'failed', closes: 'passed', waits: 'skipped' })],
  });
  expect(countOf(again.report)).toEqual({ passed: 2, failed: 3, skipped: 1 });
});
