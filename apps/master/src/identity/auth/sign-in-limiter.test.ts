import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { DatabaseConnection } from '#platform/db/connect.ts';
import { startTestDatabase, type TestDatabase } from '#platform/db/testing/test-database.ts';
import { SignInLimiter } from './sign-in-limiter.ts';

let database: TestDatabase;
let connection: DatabaseConnection;
beforeAll(async () => {
  database = await startTestDatabase();
  connection = await database.connect();
});
afterAll(async () => {
  await connection.close();
  await database.drop();
});
beforeEach(async () => {
  await connection.db.deleteFrom('sign_in_failures').execute();
  await connection.db.deleteFrom('sign_in_places').execute();
});

const settings = { failures: 10, addressFailures: 50, windowSeconds: 300, maxDelaySeconds: 60 };

/** Two masters on one database; tries go to either in turn. */
function limiterAt(start = 0) {
  const clock = { seconds: start, now: () => new Date(clock.seconds * 1000), sleep: async () => {} };
  const masters = [1, 2].map(() => new SignInLimiter(connection.db, clock, settings));
  let checked = 0;
  let asked = 0;
  const attempt = (account: string, address: string, right: boolean, master = asked++ % 2) =>
    (masters[master] as SignInLimiter)
      .attempt(account, address, async () => {
        checked++;
        return right ? 'in' : undefined;
      })
      .then((found) => found ?? 'wrong')
      .catch((error: Error) => error.message);
  const fail = async (account: string, address: string, times: number) => {
    for (let i = 0; i < times; i++) expect(await attempt(account, address, false)).toBe('wrong');
  };
  return { clock, attempt, fail, checked: () => checked };
}

test('from the tenth failure on each further try waits twice as long, up to a minute, and a success forgets them', async () => {
  const { clock, attempt, fail } = limiterAt();
  await fail('ada', 'x', 9);
  expect(await attempt('ada', 'x', true)).toBe('in');
  await fail('ada', 'x', 10);
  for (const seconds of [1, 2, 4, 8, 16, 32, 60, 60]) {
    expect(await attempt('ada', 'x', true)).toBe(`too many failed sign-ins; try again in ${seconds} s`);
    expect(await attempt('bea', 'x', true)).toBe('in');
    clock.seconds += seconds;
    await fail('ada', 'x', 1);
  }
  clock.seconds += 60;
  expect(await attempt('ada', 'x', true)).toBe('in');
  await fail('ada', 'x', 9);
});

test('failures count for five minutes', async () => {
  const { clock, attempt, fail } = limiterAt();
  await fail('ada', 'x', 9);
  clock.seconds += 301;
  await fail('ada', 'x', 9);
  expect(await attempt('ada', 'x', true)).toBe('in');
});

test('guesses at the same time are no more than those one after the other, right passwords at the same time all count', async () => {
  const { attempt, checked } = limiterAt();
  const guesses = await Promise.all(Array.from({ length: 50 }, () => attempt('ada', 'x', false, 0)));
  expect(guesses.filter((answer) => answer === 'wrong')).toHaveLength(10);
  expect(checked()).toBe(10);
  const right = await Promise.all(Array.from({ length: 50 }, () => attempt('bea', 'x', true)));
  expect(new Set(right)).toEqual(new Set(['in']));
});

test('a stranger cannot keep out who has signed in from where he is before', async () => {
  const { attempt, fail } = limiterAt();
  expect(await attempt('ada', 'home', true)).toBe('in');
  await fail('ada', 'far', 10);
  expect(await attempt('ada', 'far', true)).toMatch(/^too many/);
  // Somebody else's new place is no better than the stranger's.
  expect(await attempt('ada', 'cafe', true)).toMatch(/^too many/);
  expect(await attempt('ada', 'home', true)).toBe('in');
  // There too guessing is slowed.
  await fail('ada', 'home', 10);
  expect(await attempt('ada', 'home', true)).toMatch(/^too many/);
});

test('who tries many accounts from one address has to wait, who was there before has not', async () => {
  const { clock, attempt } = limiterAt();
  expect(await attempt('ada', 'office', true)).toBe('in');
  for (let i = 0; i < 50; i++) expect(await attempt(`name-${i}`, 'office', false)).toBe('wrong');
  expect(await attempt('name-50', 'office', true)).toBe('too many failed sign-ins; try again in 1 s');
  expect(await attempt('ada', 'office', true)).toBe('in');
  expect(await attempt('name-50', 'home', true)).toBe('in');
  clock.seconds += 1;
  expect(await attempt('bea', 'office', true)).toBe('in');
});

test('failures that count no more are not kept', async () => {
  const { clock, fail } = limiterAt();
  await fail('ada', 'x', 5);
  clock.seconds += 301;
  await fail('bea', 'y', 1);
  const { rows } = await connection.db
    .selectFrom('sign_in_failures')
    .select(({ fn }) => fn.countAll<number>().as('rows'))
    .executeTakeFirstOrThrow();
  expect(Number(rows)).toBe(2);
});
