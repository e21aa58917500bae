import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureConsole } from '../start/console-build.mjs';
import { masterProgram } from '../start/master-program.mjs';
import { repository } from '../start/repository.mjs';
import { runQuietly } from '../start/run-quietly.mjs';
import { ensureChromium } from './chromium.mjs';
import { ensureClientPython } from './client-python.mjs';
import { checkContract } from './contract-stage.mjs';
import { withDetCoverage } from './det-coverage.mjs';
import { hasShared, shared } from './environment.mjs';
import { runPythonTests } from './python-stage.mjs';
import { ensureStorages } from './storages.mjs';
import { ensureTorchPython } from './torch-python.mjs';
import { runVitest, runVitestPatiently } from './vitest-stage.mjs';
import { compareWire } from './wire-stage.mjs';

const modules = (path) => join(repository, 'node_modules', path);

/** A tool that says yes or no by its exit status counts as one test. */
const tool =
  (...commands) =>
  async ({ node, env }) => {
    for (const args of commands) await runQuietly(node, args, { cwd: repository, env });
    return { passed: 1 };
  };

const needsShared = (run) => async (context) =>
  hasShared ? run(context) : { leftOut: 'left out', note: 'needs ../shared, which is not there' };

/** A stage that leaves a core free, or waits more than it computes, may run `beside` an earlier one; its line still comes in this order. */
export const stages = [
  {
    name: 'types',
    title: 'types',
    run: tool(...['.', 'apps/console', 'e2e'].map((project) => [modules('typescript7/bin/tsc'), '-p', project])),
  },
  {
    name: 'lint',
    title: 'lint and format',
    beside: 'types',
    run: tool([modules('@biomejs/biome/bin/biome'), 'check', '.']),
  },
  {
    name: 'imports',
    title: 'import order',
    beside: 'types',
    run: tool([
      modules('dependency-cruiser/bin/dependency-cruiser.mjs'),
      '--config',
      'tools/check/dependency-cruiser.cjs',
      'apps',
      'packages',
      'e2e',
    ]),
  },
  {
    name: 'dead-code',
    title: 'dead code',
    beside: 'types',
    run: tool([modules('knip/bin/knip.js'), '--no-config-hints']),
  },
  { name: 'generated', title: 'generated files', run: tool(...generators()) },
  { name: 'unit', title: 'unit tests', run: (context) => runVitestPatiently('unit', context) },
  {
    name: 'runner',
    title: 'runner tests (Python)',
    beside: 'unit',
    run: (context) => runPythonTests('runner', context),
  },
  { name: 'api', title: 'API tests', run: (context) => runVitestPatiently('api', context) },
  { name: 'fuzz', title: 'hostile requests', run: (context) => runVitest('fuzz', context) },
  { name: 'contract', title: 'contract', beside: 'fuzz', run: needsShared(checkContract) },
  { name: 'wire', title: 'wire comparison', beside: 'api', run: needsShared(compareWithConsole) },
  // Most of it is waiting for downloads: nothing waits for it before the browser tests.
  { name: 'needs', title: 'what is left to install', beside: 'unit', run: makeReady },
  {
    name: 'browser',
    title: 'browser tests',
    run: async (context) => {
      await ensureConsole(context.node);
      const env = { ...context.env, DET_TEST_CHROMIUM: await ensureChromium(context) };
      return runVitestPatiently('browser', { ...context, env });
    },
  },
  {
    name: 'client',
    title: 'real client tests',
    run: async (context) => {
      const python = await ensureClientPython(context);
      const pythons = { DET_TEST_PYTHON: python, DET_TEST_TORCH_PYTHON: await ensureTorchPython(context) };
      const env = { ...context.env, ...pythons, ...(await ensureStorages()) };
      return withDetCoverage(context, python, (runs) =>
        runVitestPatiently('client', { ...context, env: { ...env, ...runs } }),
      );
    },
  },
  { name: 'faults', title: 'faults', run: runFaults },
  { name: 'ledger', title: 'requirements with a test', run: needsShared(countRequirements) },
];

/** Each stage asks again for what it needs, and finds it. */
async function makeReady(context) {
  await ensureChromium(context);
  await ensureClientPython(context);
  await ensureTorchPython(context);
  await ensureStorages();
  await ensureConsole(context.node);
  await masterProgram(context.node);
  return { passed: 1 };
}

/** What is killed and what came of it stands in the note; `npm run faults` does it at length. */
async function runFaults(context) {
  const folder = mkdtempSync(join(tmpdir(), 'determined-faults-'));
  const summary = join(folder, 'summary');
  try {
    const { DET_FAULTS, DET_FAULT_SEED } = process.env;
    const python = await ensureClientPython(context);
    const own = { DET_FAULTS, DET_FAULT_SEED, DET_FAULT_SUMMARY: summary, DET_TEST_PYTHON: python };
    const result = await runVitestPatiently('faults', { ...context, env: { ...context.env, ...own } });
    const told = existsSync(summary) ? readFileSync(summary, 'utf8').trim().replaceAll('\n', '; ') : '';
    return { ...result, note: [told, result.note].filter(Boolean).join(', ') };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Among the recorded answers is the console's page. */
async function compareWithConsole(context) {
  await ensureConsole(context.node);
  return compareWire(context);
}

function generators() {
  return ['tools/contract/contract-generate.ts', 'tools/docs/configuration-table.ts']
    .filter((path) => existsSync(join(repository, path)))
    .map((path) => [path, '--check']);
}

async function countRequirements({ node, env }) {
  const folders = ['apps', 'packages', 'e2e', 'runner', 'tools'].filter((name) => existsSync(join(repository, name)));
  const args = [
    join(shared, 'tools', 'spec-ledger'),
    '--ledger',
    join(shared, 'spec', 'requirements.tsv'),
    '--tests',
    ...folders,
  ];
  const output = await runQuietly(node, args, { cwd: repository, env });
  const note = output.trim().split('\n').at(-1);
  return { passed: 1, note, measured: { requirementsWithTest: Number(/covered (\d+)/.exec(note)?.[1]) } };
}
