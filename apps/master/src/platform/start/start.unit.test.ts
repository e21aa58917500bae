import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { holdPort } from './hold-port.ts';
import { StartReport } from './start-report.ts';

const host = '127.0.0.1';
let folder: string;
let other: Server;
let taken: number;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'determined-port-'));
  other = createServer();
  await new Promise<void>((resolve) => other.listen(0, host, resolve));
  // A TCP server that listens has such an address.
  taken = (other.address() as AddressInfo).port;
});
afterEach(async () => {
  rmSync(folder, { recursive: true, force: true });
  await new Promise((resolve) => other.close(resolve));
});

test('the first start takes the next free port, holds it against others, and keeps it for later starts', async () => {
  const first = await holdPort({ folder, host, first: taken });
  expect(first.port).toBeGreaterThan(taken);
  expect(readFileSync(join(folder, 'port'), 'utf8')).toBe(`${first.port}\n`);
  // Two starts at once, each on a data folder of its own.
  const other = await holdPort({ folder: join(folder, 'other'), host, first: first.port });
  expect(other.port).toBeGreaterThan(first.port);
  await other.release();
  await first.release();
  const again = await holdPort({ folder, host });
  expect(again.port).toBe(first.port);
  await again.release();
});

test('a kept or asked port that is taken is refused with one message', async () => {
  writeFileSync(join(folder, 'port'), `${taken}\n`);
  await expect(holdPort({ folder, host })).rejects.toThrow(new RegExp(`Port ${taken} is taken.*${folder}`));
  await expect(holdPort({ folder, host, asked: taken })).rejects.toThrow(/DET_PORT/);
  expect(await holdPort({ folder, host, asked: 0 })).toMatchObject({ port: 0 });
});

test('an address that this machine has not is named', async () => {
  const asked = { folder, host: '192.0.2.1', asked: taken };
  await expect(holdPort(asked)).rejects.toThrow(/no address 192\.0\.2\.1.*DET_HOST/);
});

test('the report is plain lines without a terminal, and shows passwords only when there are some', async () => {
  const written: string[] = [];
  const report = new StartReport({ write: (text: string) => written.push(text) > 0 });
  await report.step('Database', async () => {});
  await expect(report.step('Console', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  report.ready({ address: 'http://127.0.0.1:8080', dataFolder: '/data' });
  expect(written.join('')).toMatch(
    /^Database … \d+\.\d s\nConsole … failed\n\n {2}Address {6}http:\/\/127.0.0.1:8080\n {2}Data folder {2}\/data\n/,
  );
  expect(written.join('')).not.toContain('assword');
  expect(written.join('')).not.toContain('\x1b');
});
