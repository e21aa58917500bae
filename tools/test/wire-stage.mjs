import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { repository } from '../start/repository.mjs';
import { runQuietly } from '../start/run-quietly.mjs';
import { ensureClientPython, pythonCommand } from './client-python.mjs';
import { shared } from './environment.mjs';
import { withFreshMaster } from './fresh-master.mjs';
import { groupBy, judge, readWanted, withoutChance } from './wire-differences.mjs';
import { alignSamples, renameMachine } from './wire-samples.mjs';

const wire = join(repository, 'e2e', 'wire');
const recorder = join(shared, 'tools', 'wire-record');

/**
 * Plays the recorded calls on fresh masters, one without slots and one that runs what it is given, and compares their
 * answers with the recorded ones; each exchange is a test.
 */
export async function compareWire(context) {
  const out = mkdtempSync(join(tmpdir(), 'determined-wire-'));
  try {
    const [idle, busy] = await both(playIdle(context, join(out, 'idle')), playBusy(context, join(out, 'busy')));
    const form = JSON.parse(readFileSync(join(wire, 'chance.json'), 'utf8'));
    const built = await builtCalls(context);
    const exchanges = [
      ...(await compare(context, idle, { form, built })),
      ...(await compare(context, busy, { form, built, slots: true })),
    ];
    const wanted = readWanted(lines(join(repository, 'docs', 'wire-differences.tsv')));
    const problems = judge(exchanges, wanted, built);
    const passed = exchanges.filter(({ key }) => !problems.has(key)).length;
    return {
      passed,
      failed: problems.size + (exchanges.length === 0 ? 1 : 0),
      note: bands(exchanges, wanted),
      measured: { exchangesEqual: exchanges.filter(({ differences }) => differences.length === 0).length },
      output: [...problems].map(([key, texts]) => [key, ...texts].join('\n  ')).join('\n'),
    };
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
}

/** Both results when both are over, also where one of them fails. */
async function both(...works) {
  await Promise.allSettled(works);
  return Promise.all(works);
}

/** All work waits. */
function playIdle(context, out) {
  const settings = { DET_CONFIG_FILE: join(wire, 'master.yaml') };
  return withFreshMaster(context, settings, async ({ url, password }) => {
    await record(context, ['--url', url, '--password', password, '--out', out]);
    await record(context, ['--url', url, '--password', password, '--out', out, '--jobs']);
    return out;
  });
}

/** One machine of four slots runs trials, and is switched off and on in the end. */
async function playBusy(context, out) {
  const python = await ensureClientPython(context);
  const settings = { DET_CONFIG_FILE: join(wire, 'master-with-slots.yaml'), DET_SLOTS: '4', DET_PYTHON: python };
  return withFreshMaster(context, settings, async ({ url, password }) => {
    const agent = await agentOf(url, password);
    await record(context, ['--url', url, '--password', password, '--out', out, '--managed']);
    await record(context, ['--url', url, '--password', password, '--out', out, '--agent', agent]);
    renameMachine(out);
    return out;
  });
}

async function record({ env }, args) {
  await runQuietly(await pythonCommand(), [recorder, ...args], { env });
}

async function agentOf(url, password) {
  const body = JSON.stringify({ username: 'admin', password });
  const { token } = await (await fetch(`${url}/api/v1/auth/login`, { method: 'POST', body })).json();
  const reply = await fetch(`${url}/api/v1/agents`, { headers: { authorization: `Bearer ${token}` } });
  return (await reply.json()).agents[0].id;
}

/** By the table of routes; a server's own word for it may be wrong as the server may be. */
async function builtCalls({ node, env }) {
  const table = await runQuietly(node, [join(import.meta.dirname, 'built-calls.ts')], { env, separate: true });
  return new Set(table.trim().split('\n'));
}

/** Every compared exchange of what is built, by its band, with what differs in it. */
async function compare({ node, env }, out, { form, built, slots = false }) {
  const samples = join(shared, 'contract', 'samples');
  const aligned = join(out, 'aligned');
  await alignSamples({ recorded: samples, ours: out, to: aligned, form });
  writeFileSync(join(aligned, 'routes.txt'), [...built, ...lines(join(wire, 'probes.txt'))].join('\n'));
  const report = join(aligned, 'report.json');
  const tool = [
    join(shared, 'tools', 'wire-compare.mjs'),
    join(aligned, 'ours'),
    '--golden',
    join(aligned, 'recorded'),
  ];
  const limits = ['--routes', join(aligned, 'routes.txt'), ...(slots ? ['--managed'] : [])];
  await runQuietly(node, [...tool, ...limits, '--json', report], { env });
  return JSON.parse(readFileSync(report, 'utf8')).map((exchange) => {
    const band = slots ? `${exchange.band} with slots` : exchange.band;
    const differences = exchange.differences.map((difference) =>
      difference.replace(/^content type:/, 'content-type:').replace(/^not played/, 'not-played: not played'),
    );
    return withoutChance({ ...exchange, band, key: `${band}: ${exchange.key}`, differences }, form);
  });
}

function bands(exchanges, wanted) {
  const equal = (those) => `${those.filter(({ differences }) => differences.length === 0).length}/${those.length}`;
  const waits = ({ key, differences }) => differences.length > 0 && wanted.get(key)?.reason.startsWith('not built');
  const waiting = (those) => those.filter(waits).length;
  const parts = [...groupBy(exchanges, ({ band }) => band)].map(([band, those]) =>
    [`${band} ${equal(those)}`, waiting(those) > 0 && `${waiting(those)} wait`].filter(Boolean).join(', '),
  );
  return `${equal(exchanges)} equal, ${waiting(exchanges)} wait for what is not built (${parts.join('; ')})`;
}

function lines(file) {
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
}
