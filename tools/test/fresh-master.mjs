import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { repository } from '../start/repository.mjs';

const patience = 60_000;

/** Starts the real master on an empty data folder and a free port, runs the work, and stops it. */
export async function withFreshMaster({ node, env, signal }, settings, work) {
  const folder = mkdtempSync(join(tmpdir(), 'determined-master-'));
  chmodSync(folder, 0o711);
  const port = await freePort();
  const password = randomBytes(12).toString('hex');
  const child = spawn(node, [join(repository, 'apps/master/src/main.ts')], {
    cwd: repository,
    env: {
      ...env,
      DET_DATA_DIR: folder,
      DET_PORT: String(port),
      DET_SLOTS: '0',
      DET_SECURITY_INITIAL_USER_PASSWORD: password,
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    signal,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
  const ended = new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, name) => resolve(`ended with ${name ?? code}`));
  });
  const url = `http://127.0.0.1:${port}`;
  try {
    await untilUp(url, ended, () => output);
    return await work({ url, password });
  } finally {
    child.kill('SIGTERM');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  }
}

async function untilUp(url, ended, output) {
  let end;
  ended.then((why) => (end = why));
  for (const until = performance.now() + patience; ; await delay(50)) {
    if (end !== undefined) throw new Error(`The master ${end}:\n${output()}`);
    if (performance.now() > until) throw new Error(`The master is not up after ${patience / 1000} s:\n${output()}`);
    const up = await fetch(`${url}/api/v1/master`).then(
      (reply) => reply.ok,
      () => false,
    );
    if (up) return;
  }
}

function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}
