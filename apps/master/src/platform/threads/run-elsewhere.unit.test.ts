import { expect, test } from 'vitest';
import type { readYaml } from '../config/read-yaml.ts';
import type readJsonBytes from './read-json-bytes.ts';
import { elsewhere } from './run-elsewhere.ts';

const yamlElsewhere = elsewhere<typeof readYaml>(new URL('./read-yaml-text.ts', import.meta.url));
const jsonElsewhere = elsewhere<typeof readJsonBytes>(new URL('./read-json-bytes.ts', import.meta.url));

test('a thread goes on reading after a text it refused, for several at a time', async () => {
  const texts = ['a: 1', '[', 'b: 2', '['.repeat(1_000), 'c: 3', 'd: [4]'];
  const read = () => Promise.all(texts.map((text) => yamlElsewhere('user 1', text)));
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
  const read = (text: string) => jsonElsewhere('user 1', Buffer.from(text));
  expect(await read(`[${'{},'.repeat(1_000_000)}{}]`)).toEqual({ refused: 'body: more than 1000000 values' });
  expect(await read(`["${'{,'.repeat(1_000_000)}"]`)).toEqual({ value: ['{,'.repeat(1_000_000)] });
  expect(await read('[1.0, 1e2]')).toEqual({ value: [1, 100] });
});
