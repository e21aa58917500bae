import { expect, test } from 'vitest';
import { readElsewhere } from './read-elsewhere.ts';

test('a thread goes on reading after a text it refused, for several at a time', async () => {
  const texts = ['a: 1', '[', 'b: 2', '['.repeat(1_000), 'c: 3', 'd: [4]'];
  const read = () => Promise.all(texts.map((text) => readElsewhere('user 1', { kind: 'yaml', text })));
  const refused = { refused: expect.stringMatching(/line 1|nested/) };
  const expected = [
    { value: { a: 1 } },
    refused,
    { value: { b: 2 } },
    refused,
    { value: { c: 3 } },
    { value: { d: [4] } },
  ];
  expect(await read()).toEqual(expected);
  expect(await read()).toEqual(expected);
});

test('JSON with more values than can be handed over is refused', async () => {
  const read = (text: string) => readElsewhere('user 1', { kind: 'json', bytes: Buffer.from(text) });
  expect(await read(`[${'{},'.repeat(1_000_000)}{}]`)).toEqual({ refused: 'body: more than 1000000 values' });
  expect(await read(`["${'{,'.repeat(1_000_000)}"]`)).toEqual({ value: ['{,'.repeat(1_000_000)] });
  expect(await read('[1.0, 1e2]')).toEqual({ value: [1, 100] });
});
