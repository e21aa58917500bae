import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { expect, test, vi } from 'vitest';
import { createLog, openLogSink, RecentLog } from './log.ts';

function startLog(capacity?: number) {
  const lines: string[] = [];
  const recent = new RecentLog(capacity);
  const sink = new Writable({
    write: (chunk, _encoding, done) => {
      lines.push(String(chunk));
      done();
    },
  });
  return { log: createLog({ level: 'info', recent, sink }), recent, lines };
}

test('secrets are hidden by their names, wherever they lie', () => {
  const { log, recent, lines } = startLog();
  const secrets = {
    password: 'hidden',
    token: 'hidden',
    secret: 'hidden',
    authorization: 'hidden',
    cookie: 'hidden',
    access_key: 'hidden',
    secret_key: 'hidden',
    password_hash: 'hidden',
    token_hash: 'hidden',
    initial_user_password: 'hidden',
  };
  log.info(secrets, 'at the top');
  log.info({ user: secrets }, 'one deeper');
  log.info({ request: { headers: secrets } }, 'two deeper');
  log.info({ users: [secrets, secrets] }, 'in a list');
  log.child({ session: secrets }).warn({ err: Object.assign(new Error('it failed'), secrets) }, 'of an error');
  expect(lines).toHaveLength(5);
  expect(lines.join('')).not.toContain('hidden');
  expect(JSON.stringify(recent.since(0))).not.toContain('hidden');
  expect(lines[1]).toContain('"password":"********"');
});

test('the newest lines are kept under their numbers, with what an error said', () => {
  const { log, recent } = startLog(100);
  for (let i = 0; i < 150; i++) log.info(`line ${i}`);
  log.error({ err: new Error('it failed') }, 'in vain');
  expect(recent.total).toBe(151);
  const kept = recent.since(0);
  expect(kept).toHaveLength(100);
  expect(kept[0]).toMatchObject({ id: 51, message: 'line 51', level: 'LOG_LEVEL_INFO' });
  expect(kept.at(-1)).toMatchObject({ id: 150, message: 'in vain: it failed', level: 'LOG_LEVEL_ERROR' });
  log.debug('beneath the level');
  expect(recent.total).toBe(151);
});

test('a log file that takes nothing ends nobody: that is said once, and the lines are shown', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'determined-log-'));
  // Each write to it finds no room.
  symlinkSync('/dev/full', join(folder, 'master.log'));
  const shown: string[] = [];
  const screen = new Writable({
    write: (chunk, _encoding, done) => {
      shown.push(String(chunk));
      done();
    },
  });
  const log = createLog({ level: 'info', recent: new RecentLog(), sink: openLogSink(folder, screen) });
  for (const text of ['one', 'two', 'three']) log.info(text);
  await vi.waitUntil(() => shown.some((text) => text.includes('three')) && shown.join('').includes('ENOSPC'));
  log.info('four');
  await vi.waitUntil(() => shown.some((text) => text.includes('four')));
  expect(shown.filter((text) => text.includes('cannot be written'))).toEqual([
    expect.stringMatching(/master\.log cannot be written, lines are shown here only: ENOSPC/),
  ]);
  rmSync(folder, { recursive: true });
});
