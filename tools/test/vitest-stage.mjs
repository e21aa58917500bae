import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { repository } from '../start/repository.mjs';
import { runQuietly } from '../start/run-quietly.mjs';
import { progressMark } from './progress-reporter.mjs';
import { countOf, failedFiles, mostFilesTriedAgain, withSecondTry } from './second-try.mjs';

/** Runs one project of vitest.config.ts and reads its counts; a file that could not be loaded is a failure of its own. */
export async function runVitest(project, context) {
  return resultOf(await runFiles(project, [], context));
}

/**
 * The same for tests that wait for other programs, which a busy machine can hold up for longer than any wait: the files
 * that failed run once more, alone and one at a time, and what passes then is named in the note.
 */
export async function runVitestPatiently(project, context) {
  const first = await runFiles(project, [], context);
  const files = first.report ? failedFiles(first.report) : [];
  if (files.length === 0 || files.length > mostFilesTriedAgain) return resultOf(first);
  const second = await runFiles(
    project,
    ['--maxWorkers=1', ...files.map((file) => relative(repository, file))],
    context,
  );
  if (!second.report) return resultOf(first);
  const { report, note } = withSecondTry(first.report, second.report);
  const result = resultOf({ ok: second.ok, report, output: `${first.output}\nOnce more, alone:\n${second.output}` });
  return { ...result, note: [result.note, note].filter(Boolean).join(', ') };
}

async function runFiles(project, more, { node, env, tell }) {
  const folder = mkdtempSync(join(tmpdir(), 'determined-results-'));
  const file = join(folder, 'results.json');
  try {
    const args = [join(repository, 'node_modules/vitest/vitest.mjs'), 'run', '--project', project, ...more];
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
    return { ok, report: readReport(file), output: output.replaceAll(new RegExp(`^${progressMark}.*\\n`, 'gm'), '') };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function resultOf({ ok, report, output }) {
  const counts = report ? countOf(report) : { passed: 0, failed: 0, skipped: 0 };
  return {
    ...counts,
    failed: ok ? counts.failed : Math.max(1, counts.failed),
    note: recordedCases(output),
    output,
  };
}

/** What tests print of the recorded cases that they play: `searchers: 41 equal + 3 excepted`. */
function recordedCases(output) {
  const told = stripVTControlCharacters(output).matchAll(/^\s*([a-z][a-z_ ]*): (\d+) equal \+ (\d+) excepted$/gim);
  const parts = [...told].map(([, name, equal, excepted]) => `${name} ${equal} + ${excepted}`);
  return parts.length === 0 ? '' : `recorded cases, equal + excepted: ${parts.toSorted().join(', ')}`;
}

function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
