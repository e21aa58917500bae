import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { clientPython } from '../support/det-client.ts';
import { ownPort } from '../support/own-port.ts';

const repository = join(import.meta.dirname, '..', '..');
let folder: string;
const running = new Set<ChildProcess>();

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'determined-start-'));
  chmodSync(folder, 0o711);
});
afterEach(async () => {
  for (const child of running) await stop(child, 'SIGTERM');
  rmSync(folder, { recursive: true, force: true });
});

/** The command behind `npm start`, on a data folder of the test's own. */
function start(env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [join(repository, 'tools/start/start.mjs')], {
    env: { PATH: process.env.PATH, HOME: folder, DET_DATA_DIR: folder, DET_PYTHON: clientPython(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  const output = { text: '' };
  child.stdout.on('data', (text) => (output.text += text));
  child.stderr.on('data', (text) => (output.text += text));
  return { child, output };
}

async function stop(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  running.delete(child);
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  const end = once(child, 'exit');
  child.kill(signal);
  await end;
  return child.exitCode;
}

async function signInPage(output: { text: string }, child: ChildProcess): Promise<string> {
  for (;;) {
    const address = /Address +(http:\S+)/.exec(output.text)?.[1];
    const page =
      address &&
      (await fetch(`${address}/det/login`).then(
        (reply) => reply.ok,
        () => false,
      ));
    if (page) return address;
    if (child.exitCode !== null) throw new Error(`the start ended with ${child.exitCode}:\n${output.text}`);
    await delay(20);
  }
}

/** The port that an earlier start has kept; 8080 and those after it belong to whoever else works on this machine. */
async function keepOwnPort(): Promise<number> {
  const port = await ownPort();
  writeFileSync(join(folder, 'port'), `${port}\n`);
  return port;
}

/** Processes that name the data folder in their command line. */
function processesOf(path: string): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
        return command.includes(path) ? [command] : [];
      } catch {
        return [];
      }
    });
}

test('the first start shows how to get in, Ctrl-C stops everything, and the second start is the same', async () => {
  const port = await keepOwnPort();
  const first = start();
  const address = await signInPage(first.output, first.child);
  expect(address).toBe(`http://127.0.0.1:${port}`);
  expect(first.output.text).toMatch(/Sign in once +http:\S+#token=\S+/);
  expect(first.output.text).toMatch(/Password of admin +\S{8}/);
  expect(first.output.text).toContain(`Data folder`);
  expect(first.output.text).toContain(folder);
  expect(processesOf(folder)).not.toEqual([]);

  // A terminal signals the whole group and npm passes the signal on: the same signal comes twice.
  first.child.kill('SIGINT');
  expect(await stop(first.child, 'SIGINT')).toBe(0);
  expect(first.output.text).toMatch(
    /Ctrl-C stops the server\. Running tasks wait at their next report.*\n\n\n {2}Stopping the server .*Running tasks wait at their next report until it is started again\.\n {2}Stopped\.\n$/,
  );
  expect(processesOf(folder)).toEqual([]);

  const second = start();
  expect(await signInPage(second.output, second.child)).toBe(address);
  expect(second.output.text).not.toContain('Password of');
  expect(await stop(second.child, 'SIGINT')).toBe(0);
});

test('a kept port that another program took is one message, and nothing is left running', async () => {
  const other = createServer().listen(await keepOwnPort(), '127.0.0.1');
  await once(other, 'listening');
  try {
    const { child, output } = start();
    const [code] = await once(child, 'close');
    expect(code).toBe(1);
    expect(output.text.trim()).toMatch(/^Port \d+ is taken by another program;.*$/);
  } finally {
    other.close();
  }
  expect(processesOf(folder)).toEqual([]);
});

test.for(['Starting the database', 'Preparing the database', 'Starting the server'])(
  'Ctrl-C while %s leaves nothing running, and the next start is whole',
  async (step) => {
    await keepOwnPort();
    const first = start();
    await vi.waitUntil(() => first.output.text.includes(step), { timeout: 60_000, interval: 5 });
    await stop(first.child, 'SIGINT');
    expect(processesOf(folder)).toEqual([]);

    const second = start();
    await signInPage(second.output, second.child);
    // Shown once in all: by the start that made them.
    expect(first.output.text + second.output.text).toMatch(/Password of admin +\S{8}/);
    expect(await stop(second.child, 'SIGINT')).toBe(0);
  },
);

test('a wrong setting is one message that names it, and nothing is made', async () => {
  const { child, output } = start({ DET_PORT: 'eighty' });
  const [code] = await once(child, 'close');
  expect(code).toBe(1);
  expect(output.text.trim().split('\n')).toHaveLength(1);
  expect(output.text).toMatch(/DET_PORT.*eighty/);
  expect(existsSync(join(folder, 'postgres'))).toBe(false);
});
