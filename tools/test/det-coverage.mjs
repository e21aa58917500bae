import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { repository } from '../start/repository.mjs';
import { runQuietly } from '../start/run-quietly.mjs';

const notRun = join(repository, 'e2e', 'command-line', 'not-run.json');

/**
 * Runs the tests of the real client, which write down what commands worked, and adds to their result each command and
 * flag of the installed `det` that was neither run nor has a reason in `not-run.json`.
 */
export async function withDetCoverage({ env }, python, test) {
  const folder = mkdtempSync(join(tmpdir(), 'determined-runs-'));
  const runs = join(folder, 'runs.jsonl');
  writeFileSync(runs, '');
  try {
    const result = await test({ DET_TEST_RUNS: runs });
    const script = join(import.meta.dirname, 'det-coverage.py');
    const found = JSON.parse(await runQuietly(python, [script, runs, notRun], { env, separate: true }));
    const coverage = `${found.run} of ${found.known} commands and flags of det run, ${found.excused} with a reason not`;
    const note = [coverage, result.note].filter(Boolean).join(', ');
    // Tests that failed ran less: they are what is wrong then.
    if (result.failed > 0) return { ...result, note };
    const wrong = [
      ...found.missing.map((item) => `det ${item}: run by no test, and without a reason in not-run.json`),
      ...found.stale.map((item) => `det ${item}: stands in not-run.json, and is run or not there`),
    ];
    return { ...result, note, failed: wrong.length, output: wrong.length > 0 ? wrong.join('\n') : result.output };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
