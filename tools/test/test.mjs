// `npm test`: everything that is checked, in order, a line each; the last line counts. `--only STAGE` runs one (repeatable).
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { ensurePackages, productNode } from '../start/packages.mjs';
import { cache, main, Refusal, repository, stopped } from '../start/repository.mjs';
import { duration } from '../start/steps.mjs';
import { testEnvironment } from './environment.mjs';
import { conclude, holdFloors } from './outcome.mjs';
import { inOrder } from './stage-order.mjs';
import { stages } from './stages.mjs';

const beatMs = 30_000;
const floors = JSON.parse(readFileSync(join(import.meta.dirname, 'floors.json'), 'utf8'));

await main(async () => {
  const wanted = chosenStages(process.argv.slice(2));
  await ensurePackages();
  const node = productNode();
  const from = performance.now();
  const results = [];
  const context = { node, env: testEnvironment(node) };
  for await (const done of inOrder(wanted, (stage) => runStage(stage, context))) {
    tellResult(done);
    results.push(done);
  }
  console.log(`\nin ${duration(performance.now() - from)}`);
  const { lines, failed } = conclude(results, Boolean(process.env.CI));
  for (const line of lines) console.log(line);
  if (failed) process.exitCode = 1;
});

function chosenStages(args) {
  const names = [];
  for (let at = 0; at < args.length; at++) {
    if (args[at] !== '--only') throw new Refusal(`Unknown argument ${args[at]}; usage: npm test -- [--only STAGE]…`);
    names.push(args[++at]);
  }
  const unknown = names.find((name) => !stages.some((stage) => stage.name === name));
  if (unknown !== undefined)
    throw new Refusal(`There is no stage ${unknown}; there are ${stages.map((stage) => stage.name).join(', ')}.`);
  return stages.filter((stage) => names.length === 0 || names.includes(stage.name));
}

/**
 * A stage gives counts, a note, what it measured that has a floor, and (when it failed) its output; one that throws has
 * failed. One that takes long says every half minute what runs.
 */
async function runStage(stage, context) {
  const from = performance.now();
  const result = { passed: 0, failed: 0, skipped: 0, note: '', output: '' };
  let doing = '';
  const beat = setInterval(() => {
    console.log(`  … ${[stage.title, duration(performance.now() - from), doing].filter(Boolean).join(', ')}`);
  }, beatMs);
  try {
    Object.assign(result, await stage.run({ ...context, tell: (text) => (doing = text) }));
    holdFloors(result, floors);
  } catch (error) {
    Object.assign(result, { failed: Math.max(1, result.failed), output: error.output ?? error.message });
  } finally {
    clearInterval(beat);
  }
  stopped.throwIfAborted();
  return { ...result, stage, took: performance.now() - from };
}

function tellResult({ stage, took, ...result }) {
  const counts =
    result.leftOut ??
    [
      `${result.passed} passed`,
      result.failed > 0 && `${result.failed} FAILED`,
      result.skipped > 0 && `${result.skipped} SKIPPED`,
    ]
      .filter(Boolean)
      .join(', ');
  const rest = [result.note, duration(took)].filter(Boolean).join(', ');
  console.log(`${stage.title.padEnd(26)}${counts.padEnd(26)}${rest}`);
  if (result.failed > 0) {
    const log = join(cache, 'test', `${stage.name}.log`);
    mkdirSync(dirname(log), { recursive: true });
    writeFileSync(log, result.output);
    console.log(`${indent(result.output)}\n    All of it: ${relative(repository, log)}`);
  }
}

function indent(text) {
  const lines = text.trimEnd().split('\n');
  const shown =
    lines.length > 400 ? [...lines.slice(0, 250), `… ${lines.length - 400} lines …`, ...lines.slice(-150)] : lines;
  return shown.map((line) => `    ${line}`).join('\n');
}
