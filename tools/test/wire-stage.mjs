import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { repository } from '../start/repository.mjs';
import { runQuietly } from '../start/run-quietly.mjs';
import { ensureClientPython, pythonCommand } from './client-python.mjs';
import { shared } from './environment.mjs';
import { withFreshMaster } from './fresh-master.mjs';
import { groupBy, judge, readWanted, withoutChance } from './wire-differences.mjs';
import { copyOrdered, renameMachine } from './wire-samples.mjs';

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
    const exchanges = [
      ...(await compare(context, idle, [])),
      // Its keys are words of their own: some are those of the other server's exchanges.
      ...(await compare(context, busy, ['--managed'])).map((each) => ({
        ...each,
        key: `with slots: ${each.key}`,
        band: 'with slots',
      })),
    ];
    const wanted = readWanted(lines(join(repository, 'docs', 'wire-differences.tsv')));
    const problems = judge(exchanges, wanted);
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
    return { out, routes: await comparedRoutes(url) };
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
    return { out, routes: await comparedRoutes(url) };
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

/** What is compared: the calls that the server says it has built, and those outside its OpenAPI document that are listed. */
async function comparedRoutes(url) {
  const reply = await fetch(`${url}/api/v1/openapi.json`);
  const document = await reply.json();
  const built = Object.values(document.paths).flatMap((path) =>
    Object.values(path).map((operation) => operation.operationId),
  );
  return [...built, ...lines(join(wire, 'other-routes.txt'))];
}

/** Every compared exchange with what differs in it. */
async function compare({ node, env }, { out, routes }, args) {
  const chance = JSON.parse(readFileSync(join(wire, 'chance.json'), 'utf8'));
  const [recorded, ours, report] = ['recorded', 'ours', 'report.json'].map((name) => join(out, name));
  copyOrdered(join(shared, 'contract', 'samples'), recorded, chance.unordered);
  copyOrdered(out, ours, chance.unordered);
  writeFileSync(join(out, 'routes.txt'), routes.join('\n'));
  const tool = [join(shared, 'tools', 'wire-compare.mjs'), ours, '--golden', recorded];
  const limits = ['--routes', join(out, 'routes.txt')];
  await runQuietly(node, [...tool, ...limits, ...args, '--json', report], { env });
  return JSON.parse(readFileSync(report, 'utf8')).map((exchange) => withoutChance(exchange, chance));
}

function bands(exchanges, wanted) {
  const equal = (those) => `${those.filter(({ differences }) => differences.length === 0).length}/${those.length}`;
  const waits = ({ key, differences }) => differences.length > 0 && wanted.get(key)?.reason.startsWith('not built');
  const parts = [...groupBy(exchanges, ({ band }) => band)].map(([band, those]) => `${band} ${equal(those)}`);
  return `${equal(exchanges)} equal, ${exchanges.filter(waits).length} wait for what is not built (${parts.join(', ')})`;
}

function lines(file) {
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
}
