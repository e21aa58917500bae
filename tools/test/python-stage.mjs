import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from '../start/repository.mjs';
import { runQuietly } from '../start/run-quietly.mjs';
import { pythonCommand } from './client-python.mjs';

/** The unittest tests in `<folder>/tests`, with this machine's Python: the runner may use the standard library only. */
export async function runPythonTests(folder, { env }) {
  const tests = join(repository, folder, 'tests');
  if (!existsSync(tests) || !readdirSync(tests).some((name) => /^test_.*\.py$/.test(name))) {
    throw new Error(`There are no tests in ${folder}/tests.`);
  }
  const python = await pythonCommand();
  const args = [
    '-m',
    'unittest',
    'discover',
    '--start-directory',
    tests,
    '--top-level-directory',
    join(repository, folder),
  ];
  const run = runQuietly(python, args, {
    cwd: join(repository, folder),
    env: { ...env, PYTHONDONTWRITEBYTECODE: '1' },
  });
  const { ok, output } = await run.then(
    (text) => ({ ok: true, output: text }),
    (error) => ({ ok: false, output: error.output ?? error.message }),
  );
  const count = (pattern) => Number(pattern.exec(output)?.[1] ?? 0);
  const skipped = count(/skipped=(\d+)/);
  const failed = ok ? 0 : Math.max(1, count(/failures=(\d+)/) + count(/errors=(\d+)/));
  return {
    passed: Math.max(0, count(/Ran (\d+) tests?/) - skipped - failed),
    failed,
    skipped,
    output,
  };
}
