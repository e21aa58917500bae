import { expect, test } from 'vitest';
import { SignInLimiter } from './sign-in-limiter.ts';

function limiterAt(start = 0) {
  const clock = { seconds: start, now: () => new Date(clock.seconds * 1000) };
  const limiter = new SignInLimiter(clock);
  let checked = 0;
  const attempt = (account: string, address: string, right: boolean) =>
    limiter
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
  const guesses = await Promise.all(Array.from({ length: 50 }, () => attempt('ada', 'x', false)));
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

test('a flood of names is forgotten from the oldest on', async () => {
  const { attempt, fail } = limiterAt();
  await fail('ada', 'x', 10);
  for (let i = 0; i < 10_000; i++) await attempt(`nobody-${i}`, 'x', false);
  expect(await attempt('ada', 'x', true)).toBe('in');
});
