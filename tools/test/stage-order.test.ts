import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { inOrder } from './stage-order.mjs';

const stages = [{ name: 'a' }, { name: 'b' }, { name: 'c' }, { name: 'd', beside: 'b' }];

/** Plays the stages, each over when it is said, and tells what happened in its order. */
function played(list = stages) {
  const told: string[] = [];
  const ends = new Map<string, PromiseWithResolvers<string>>();
  const run = ({ name }: { name: string }) => {
    told.push(`${name} begins`);
    const end = Promise.withResolvers<string>();
    ends.set(name, end);
    return end.promise;
  };
  const over = (async () => {
    for await (const name of inOrder(list, run)) told.push(`${name} told`);
  })().finally(() => told.push('over'));
  const end = (name: string) => {
    ends.get(name)?.resolve(name);
    return turn();
  };
  const fail = (name: string) => {
    ends.get(name)?.reject(new Error(`${name} is broken`));
    return turn();
  };
  return { told, over, end, fail };
}

test('a stage begins when the one before it is over; one beside another begins with that and is told in its place', async () => {
  const { told, over, end } = played();
  for (const name of ['a', 'd', 'b', 'c']) await end(name);
  await over;
  expect(told).toEqual([
    ...['a begins', 'a told', 'b begins', 'd begins', 'b told', 'c begins', 'c told', 'd told'],
    'over',
  ]);
});

test('chosen without the other it begins in its turn', async () => {
  const { told, over, end } = played(stages.filter(({ name }) => name !== 'b'));
  await end('a');
  expect(told).toEqual(['a begins', 'a told', 'c begins']);
  for (const name of ['c', 'd']) await end(name);
  await over;
  expect(told.slice(3)).toEqual(['c told', 'd begins', 'd told', 'over']);
});

test('where one throws, what runs beside it is waited for', async () => {
  const { told, over, end, fail } = played();
  const failed = expect(over).rejects.toThrow('b is broken');
  await end('a');
  await fail('b');
  expect(told.at(-1)).toBe('d begins');
  await end('d');
  await failed;
  expect(told).toEqual(['a begins', 'a told', 'b begins', 'd begins', 'over']);
});

test('one that fails before its turn fails in its turn', async () => {
  const { told, over, end, fail } = played();
  const failed = expect(over).rejects.toThrow('d is broken');
  await end('a');
  await fail('d');
  for (const name of ['b', 'c']) await end(name);
  await failed;
  expect(told.slice(-2)).toEqual(['c told', 'over']);
});
