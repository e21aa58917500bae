import { expect, test } from 'vitest';
import { FairQueue } from './fair-queue.ts';

/** Work that ends when it is told to. */
function pieces(queue: FairQueue) {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const ask = (name: string) => {
    const by = name.slice(0, 1);
    return queue.run(by, () => {
      begun.push(name);
      return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
    });
  };
  const end = async (name: string) => {
    ends.get(name)?.();
    // The next piece begins in a later turn of the loop.
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { begun, ask, end };
}

test('no more than the limit is done at the same time, and callers take turns', async () => {
  const { begun, ask, end } = pieces(new FairQueue({ atOnce: 2, waitingEach: 10 }));
  const all = Promise.all(['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1'].map(ask));
  expect(begun).toEqual(['a1', 'a2']);
  await end('a1');
  expect(begun).toEqual(['a1', 'a2', 'a3']);
  for (const name of ['a2', 'a3', 'b1', 'c1', 'a4', 'b2']) await end(name);
  expect(begun).toEqual(['a1', 'a2', 'a3', 'b1', 'c1', 'a4', 'b2']);
  expect(await all).toEqual(['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1']);
});

test('who has too much waiting is refused, others are not', async () => {
  const queue = new FairQueue({ atOnce: 1, waitingEach: 2 });
  const { ask, end } = pieces(queue);
  const taken = ['a1', 'a2', 'a3', 'b1'].map(ask);
  await expect(ask('a4')).rejects.toMatchObject({ code: 'ResourceExhausted', status: 429 });
  expect(queue.length).toBe(3);
  for (const name of ['a1', 'a2', 'b1', 'a3']) await end(name);
  expect(await Promise.all(taken)).toHaveLength(4);
});

test('work that fails gives its place back', async () => {
  const queue = new FairQueue({ atOnce: 1, waitingEach: 1 });
  await expect(queue.run('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await queue.run('a', async () => 'yes')).toBe('yes');
});
