import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { repository } from '../start/repository.mjs';
import { runQuietly } from '../start/run-quietly.mjs';
import { progressMark } from './progress-reporter.mjs';

/** Runs one project of vitest.config.ts and reads its counts; a file that could not be loaded is a failure of its own. */
export async function runVitest(project, { node, env, tell }) {
  const folder = mkdtempSync(join(tmpdir(), 'determined-results-'));
  const file = join(folder, 'results.json');
  try {
    const args = [join(repository, 'node_modules/vitest/vitest.mjs'), 'run', '--project', project];
    const reporters = ['default', 'json', join(import.meta.dirname, 'progress-reporter.mjs')];
    const run = runQuietly(
      node,
      [...args, ...reporters.map((name) => `--reporter=${name}`), `--outputFile.json=${file}`],
      {
        cwd: repository,
        env,
        hear: (line) => line.startsWith(progressMark) && tell(line.slice(progressMark.length)),
      },
    );
    const { ok, output } = await run.then(
      (text) => ({ ok: true, output: text }),
      (error) => ({ ok: false, output: error.output ?? error.message }),
    );
    const counts = readCounts(file);
    return {
      passed: counts.passed,
      failed: ok ? counts.failed : Math.max(1, counts.failed),
      skipped: counts.skipped,
      note: recordedCases(output),
      output: output.replaceAll(new RegExp(`^${progressMark}.*\\n`, 'gm'), ''),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What tests print of the recorded cases that they play: `searchers: 41 equal + 3 excepted`. */
function recordedCases(output) {
  const told = stripVTControlCharacters(output).matchAll(/^\s*([a-z][a-z_ ]*): (\d+) equal \+ (\d+) excepted$/gim);
  const parts = [...told].map(([, name, equal, excepted]) => `${name} ${equal} + ${excepted}`);
  return parts.length === 0 ? '' : `recorded cases, equal + excepted: ${parts.toSorted().join(', ')}`;
}

function readCounts(file) {
  try {
    const report = JSON.parse(readFileSync(file, 'utf8'));
    const broken = report.testResults.filter(
      (suite) => suite.status === 'failed' && suite.assertionResults.length === 0,
    ).length;
    return {
      passed: report.numPassedTests,
      failed: report.numFailedTests + broken,
      skipped: report.numPendingTests + report.numTodoTests,
    };
  } catch {
    return { passed: 0, failed: 0, skipped: 0 };
  }
}
