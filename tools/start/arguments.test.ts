import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'determined-arguments-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** In a folder of its own: what is started or installed would leave something there. */
function command(script: string, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, script), ...args], {
    env: { HOME: folder, DET_DATA_DIR: join(folder, 'data') },
    encoding: 'utf8',
    timeout: 20_000,
  });
  return { status, stdout, stderr };
}

test.each([
  ['start.mjs', 'npm start'],
  ['dev.mjs', 'npm run dev'],
])('%s: --help tells how it is used, and what is not known is refused, before anything is started', (script, name) => {
  for (const help of ['--help', '-h']) {
    const { status, stdout } = command(script, help);
    expect([status, stdout.startsWith(`Usage: ${name}`)]).toEqual([0, true]);
  }
  for (const argument of ['--port', 'stop', '--verbose=1']) {
    const { status, stdout, stderr } = command(script, argument);
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toContain(`Unknown argument ${argument}.`);
    expect(stderr).toContain(`Usage: ${name}`);
  }
  expect(readdirSync(folder)).toEqual([]);
});

test('start.mjs: an option without its value is refused', () => {
  for (const args of [['--config'], ['--config='], ['--config', '--help']]) {
    const { status, stderr } = command('start.mjs', ...args);
    expect([status, stderr]).toEqual([1, expect.stringContaining('--config needs a value.')]);
  }
});
