import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { findPython } from '#python/find-python.ts';

const run = promisify(execFile);

test("the runner's own tests", { timeout: 60_000 }, async () => {
  const python = await findPython(process.env.PATH);
  if ('reason' in python) throw new Error(python.reason);
  const folder = fileURLToPath(new URL('../../../../runner/tests', import.meta.url));
  const { stderr } = await run(python.executable, ['-B', '-m', 'unittest', 'discover', '-s', folder]).catch(
    (error: { stderr: string }) => ({ stderr: error.stderr }),
  );
  expect(stderr).toMatch(/Ran \d{2,} tests/);
  expect(stderr.trim().split('\n').at(-1)).toBe('OK');
});
