import { expect, test, vi } from 'vitest';
import { KeyedWork } from './keyed-work.ts';

/** Turns end when they are told to, so that it is known what waits. */
function heldWork() {
  const begun: string[] = [];
  const errors: unknown[] = [];
  const turns: PromiseWithResolvers<void>[] = [];
  const work = new KeyedWork<string>(
    (value) => {
      begun.push(value);
      const turn = Promise.withResolvers<void>();
      turns.push(turn);
      return turn.promise;
    },
    (error) => errors.push(error),
  );
  const end = (error?: Error) => {
    const turn = turns.shift();
    if (error) turn?.reject(error);
    else turn?.resolve();
  };
  return { work, begun, errors, end };
}

test('one key after the other is done; one that waits is done once, as it was asked for last', async () => {
  const { work, begun, end } = heldWork();
  work.ask('a', 'a1');
  work.ask('b', 'b1');
  work.ask('b', 'b2');
  expect(begun).toEqual(['a1']);
  expect(work.waiting('b')).toBe('b2');
  // Its own turn has begun: what comes now wants another.
  work.ask('a', 'a2');
  end();
  await vi.waitFor(() => expect(begun).toEqual(['a1', 'b2']));
  end();
  await vi.waitFor(() => expect(begun).toEqual(['a1', 'b2', 'a2']));
  end();
  await work.idle();
});

test('a turn that fails is told and keeps none from going on', async () => {
  const { work, begun, errors, end } = heldWork();
  work.ask('a', 'a');
  work.ask('b', 'b');
  end(new Error('no room'));
  await vi.waitFor(() => expect(begun).toEqual(['a', 'b']));
  expect(errors).toEqual([new Error('no room')]);
  end();
  await work.idle();
});

test('stopping waits for the turn under way and drops the others', async () => {
  const { work, begun, end } = heldWork();
  work.ask('a', 'a');
  work.ask('b', 'b');
  let stopped = false;
  const stopping = work.stop().then(() => {
    stopped = true;
  });
  await Promise.resolve();
  expect(stopped).toBe(false);
  end();
  await stopping;
  work.ask('c', 'c');
  expect(begun).toEqual(['a']);
});
