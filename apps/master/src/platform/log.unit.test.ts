import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { createLog, RecentLog } from './log.ts';

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
