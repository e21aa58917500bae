import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { repository } from '../start/repository.mjs';
import { runQuietly } from '../start/run-quietly.mjs';
import { pythonCommand } from './client-python.mjs';
import { shared } from './environment.mjs';
import { withFreshMaster } from './fresh-master.mjs';

const expected = join(repository, 'docs', 'wire-differences.tsv');
const others = join(repository, 'e2e', 'wire', 'other-routes.txt');
const config = join(repository, 'e2e', 'wire', 'master.yaml');
const variesFile = join(repository, 'e2e', 'wire', 'varies.json');

/** Plays the recorded calls on a fresh master and compares its answers with the recorded ones; each exchange is a test. */
export async function compareWire(context) {
  const out = mkdtempSync(join(tmpdir(), 'determined-wire-'));
  try {
    await withFreshMaster(context, { DET_CONFIG_FILE: config }, async ({ url, password }) => {
      await writeRoutes(url, join(out, 'routes.txt'));
      await record(context, url, password, out);
    });
    return await compare(context, out);
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
}

/** What is compared: the calls that the server says it has built, and those outside its OpenAPI document that are listed. */
async function writeRoutes(url, file) {
  const reply = await fetch(`${url}/api/v1/openapi.json`);
  const document = await reply.json();
  const built = Object.values(document.paths).flatMap((path) =>
    Object.values(path).map((operation) => operation.operationId),
  );
  writeFileSync(file, [...built, ...lines(others)].join('\n'));
}

async function record({ env }, url, password, out) {
  const python = await pythonCommand();
  const args = [join(shared, 'tools', 'wire-record'), '--url', url, '--password', password, '--out', out];
  await runQuietly(python, args, { env });
  await runQuietly(python, [...args, '--jobs'], { env });
}

async function compare({ node, env }, out) {
  const report = join(out, 'report.json');
  const limits = ['--routes', join(out, 'routes.txt')];
  const wantedFile = join(out, 'wanted.tsv');
  writeFileSync(wantedFile, lines(expected).join('\n'));
  const args = [
    join(shared, 'tools', 'wire-compare.mjs'),
    out,
    '--expected',
    wantedFile,
    ...limits,
    '--show',
    '3',
    '--json',
    report,
  ];
  const output = await runQuietly(node, args, { env }).catch((error) => error.output ?? error.message);
  const wanted = new Map(lines(expected).map((line) => line.split('\t')));
  const exchanges = existsSync(report) ? withoutChance(JSON.parse(readFileSync(report, 'utf8'))) : [];
  // A difference is wanted when it is listed, and a listed one that is none has to leave the list. By key, not by
  // exchange: two bands may record one of the same name.
  const differing = new Set(exchanges.flatMap(({ key, equal }) => (equal ? [] : [key])));
  const good = exchanges.filter(({ key }) => differing.has(key) === wanted.has(key));
  const failed = exchanges.length - good.length;
  return {
    passed: good.length,
    failed: exchanges.length === 0 ? 1 : failed,
    note: bands(exchanges, wanted),
    output,
  };
}

/** What is drawn by a seed that is the time differs from run to run: no difference, whichever way it falls. */
function withoutChance(exchanges) {
  const varies = JSON.parse(readFileSync(variesFile, 'utf8'));
  return exchanges.map((exchange) => {
    const paths = varies[exchange.key] ?? [];
    const left = exchange.differences.filter((difference) => !paths.some((path) => difference.startsWith(`${path}: `)));
    return { ...exchange, equal: left.length === 0 };
  });
}

function bands(exchanges, wanted) {
  const counts = new Map();
  for (const { band, equal } of exchanges) {
    const [same, all] = counts.get(band) ?? [0, 0];
    counts.set(band, [same + (equal ? 1 : 0), all + 1]);
  }
  const equal = exchanges.filter((exchange) => exchange.equal).length;
  const waiting = exchanges.filter(({ key, equal }) => !equal && wanted.get(key)?.startsWith('not built')).length;
  const parts = [...counts].map(([band, [same, all]]) => `${band} ${same}/${all}`).join(', ');
  return `${equal}/${exchanges.length} equal, ${waiting} wait for what is not built (${parts})`;
}

function lines(file) {
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
}
