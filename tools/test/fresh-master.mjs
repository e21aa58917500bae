import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { masterProgram } from '../start/master-program.mjs';
import { repository, stopped } from '../start/repository.mjs';

const patience = 120_000;

/** Starts the real master on an empty data folder and any free port, runs the work, and stops it. */
export async function withFreshMaster({ node, env }, settings, work) {
  const folder = mkdtempSync(join(tmpdir(), 'determined-master-'));
  chmodSync(folder, 0o711);
  const password = randomBytes(12).toString('hex');
  const program = await masterProgram(node);
  const child = spawn(node, program.args, {
    cwd: repository,
    env: {
      ...program.env,
      ...env,
      DET_DATA_DIR: folder,
      DET_PORT: '0',
      DET_SLOTS: '0',
      DET_SECURITY_INITIAL_USER_PASSWORD: password,
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A Ctrl-C reaches it once, from here: a second one would end it before its database.
    detached: true,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
  let end;
  const ended = new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, name) => resolve(`ended with ${name ?? code}`));
  }).then((why) => (end = why));
  try {
    let url;
    for (
      const until = performance.now() + patience;
      url === undefined;
      await delay(50, undefined, { signal: stopped })
    ) {
      if (end !== undefined) throw new Error(`The master ${end}:\n${output}`);
      if (performance.now() > until) throw new Error(`The master is not up after ${patience / 1000} s:\n${output}`);
      url = /Address +(http:\S+)/.exec(output)?.[1];
    }
    return await work({ url, password });
  } finally {
    child.kill('SIGTERM');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  }
}
