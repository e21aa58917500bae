import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { eventually } from '@determined/dev-cluster/eventually.ts';
import { packageIndex } from '@determined/launchers/python/testing/package-index.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createdId, DetClient } from '../support/det-client.ts';
import { MasterProcess } from '../support/master-process.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const script = `
from determined import core
import small_helper

with core.init(tensorboard_mode=core.TensorboardMode.MANUAL) as context:
    print(f"the helper says {small_helper.WORD} from {small_helper.__file__}", flush=True)
    context.train.report_validation_metrics(steps_completed=1, metrics={"loss": 1.0})
`;

let index: string;
let master: MasterProcess;
let det: DetClient;
beforeAll(async () => {
  index = await packageIndex(temporaryFolder('index'), [
    { name: 'small-helper', version: '1.0', code: 'WORD = "one"' },
    { name: 'small-helper', version: '2.0', code: 'WORD = "two"' },
  ]);
  master = await MasterProcess.start();
  det = new DetClient(master.address);
});
afterAll(() => master.stop());

const plain = `
import subprocess
from importlib.util import find_spec
from determined import core

with core.init(tensorboard_mode=core.TensorboardMode.MANUAL) as context:
    print(f"small_helper is {'there' if find_spec('small_helper') else 'absent'}", flush=True)
    ended = subprocess.run(["det", "--version"], capture_output=True, text=True, check=True)
    print(f"det says {ended.stdout.strip()}", flush=True)
`;

/** `det e create` of a folder with a file of requirements; its id. */
async function create(requirements: string, { from = index, hook = '' } = {}): Promise<string> {
  const folder = temporaryFolder('packages');
  mkdirSync(join(folder, 'needs'));
  writeFileSync(join(folder, 'train.py'), script);
  writeFileSync(join(folder, 'needs', 'requirements.txt'), requirements);
  if (hook !== '') writeFileSync(join(folder, 'startup-hook.sh'), hook);
  const config = `name: packages
entrypoint: python3 train.py
searcher: {name: single, metric: loss}
max_restarts: 0
environment: {python: {requirements: needs/requirements.txt, index: "${from}"}}
`;
  writeFileSync(join(folder, 'packages.yaml'), config);
  return createdId(await det.det('e', 'create', join(folder, 'packages.yaml'), folder));
}

const waited = async (id: string) => (await det.run('e', 'wait', id, '--polling-interval', '1')).code;
const environments = () => readdirSync(join(master.dataDir, 'environments'));

test('det: an experiment trains with the packages of its file, and a second one finds them there', async () => {
  const first = await create('# what it needs\nSmall.Helper < 2\n');
  expect(await waited(first)).toBe(0);
  const logs = await det.det('e', 'logs', first);
  expect(logs).toContain('Installing packages: small-helper<2');
  expect(logs).toContain('Successfully installed small-helper-1.0');
  expect(logs).toMatch(new RegExp(`the helper says one from ${master.dataDir}/environments/`));
  expect(await det.det('e', 'config', first)).toContain('needs/requirements.txt');

  const second = await create('small-helper<2');
  expect(await waited(second)).toBe(0);
  const again = await det.det('e', 'logs', second);
  expect(again).toContain('the helper says one');
  expect(again).not.toContain('Installing packages');
  expect(environments()).toHaveLength(1);
});

test('det task: a requirement from a file of the context, made before it runs', async () => {
  const folder = temporaryFolder('task');
  writeFileSync(join(folder, 'work.py'), 'import small_helper\nprint(f"the task says {small_helper.WORD}")\n');
  writeFileSync(join(folder, 'needs.txt'), 'small-helper>=2\n');
  const config = `entrypoint: [python3, work.py]
environment: {python: {requirements: needs.txt, index: "${index}"}}
`;
  const file = join(temporaryFolder('task-config'), 'task.yaml');
  writeFileSync(file, config);
  const output = await det.det('task', 'create', file, '--context', folder, '--follow');
  expect(output).toContain('Successfully installed small-helper-2.0');
  expect(output).toContain('the task says two');
});

test('det: what cannot be installed ends the experiment with the name of the package and why', async () => {
  const id = await create('small-helper==9');
  expect(await waited(id)).not.toBe(0);
  expect(await det.det('e', 'describe', id)).toContain('ERROR');
  expect(await det.det('e', 'logs', id)).toContain(
    'its Python environment could not be made: no version fits small-helper==9: the index has 1.0, 2.0',
  );
  expect(environments()).toHaveLength(2);
});

test('a master killed while it makes an environment makes it anew: nothing half made is used or left', async () => {
  const held: ServerResponse[] = [];
  let hold = true;
  const server = createServer((request, reply) => {
    const path = join(fileURLToPath(index), request.url ?? '');
    reply.setHeader('Content-Type', path.endsWith('/') ? 'text/html' : 'application/octet-stream');
    if (request.url?.endsWith('.whl') && hold) return void held.push(reply);
    reply.end(readFileSync(path.endsWith('/') ? `${path}index.html` : path));
  });
  const address = await listening(server);
  try {
    const id = await create('small-helper==2.0', { from: address });
    await eventually('the package is asked for', () => held.length > 0, 120_000);
    const given = held.map((reply) => new Promise((resolve) => reply.once('close', resolve)));
    await master.killHard();
    expect(environments()).toHaveLength(3);
    await master.start();
    // What was left of the first making is ended before the second begins.
    await Promise.all(given);
    hold = false;
    for (const reply of held) reply.destroy();
    expect(await waited(id)).toBe(0);
    expect(await det.det('e', 'logs', id)).toContain('the helper says two');
    expect(environments()).toHaveLength(3);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});

async function listening(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

const installing = (words: string) => `pip install --index-url ${index} --disable-pip-version-check ${words}\n`;

test('what a start-up hook installs is its own task’s alone, over packages that others share', async () => {
  const hooked = await create('small-helper<2', { hook: installing('small-helper==2.0') });
  expect(await waited(hooked)).toBe(0);
  expect(await det.det('e', 'logs', hooked)).toContain('the helper says two');
  const other = await create('small-helper<2');
  expect(await waited(other)).toBe(0);
  expect(await det.det('e', 'logs', other)).toContain('the helper says one from');
});

test('nor does it change the product’s own environment', async () => {
  const run = async (hook: string) => {
    const folder = temporaryFolder('plain');
    writeFileSync(join(folder, 'train.py'), plain);
    if (hook !== '') writeFileSync(join(folder, 'startup-hook.sh'), hook);
    const config = `name: plain
entrypoint: python3 train.py
searcher: {name: single, metric: loss}
max_restarts: 0
`;
    writeFileSync(join(folder, 'plain.yaml'), config);
    const id = createdId(await det.det('e', 'create', join(folder, 'plain.yaml'), folder));
    expect(await waited(id)).toBe(0);
    return det.det('e', 'logs', id);
  };
  for (const pip of ['', 'python3 -m ']) {
    const logs = await run(pip + installing('small-helper'));
    expect(logs).toContain('small_helper is there');
    // Programs that were there before run on the same interpreter.
    expect(logs).toContain('det says det 0.38.1');
  }
  expect(await run('')).toContain('small_helper is absent');
});
