import { expect, test } from 'vitest';
import type { readYaml } from '../config/read-yaml.ts';
import { Moving } from './moving.ts';
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
  const read = (text: string) => jsonElsewhere('user 1', { pieces: [Buffer.from(text)], bytes: [] });
  expect(await read(`[${'{},'.repeat(1_000_000)}{}]`)).toEqual({ refused: 'body: more than 1000000 values' });
  expect(await read(`["${'{,'.repeat(1_000_000)}"]`)).toEqual({ value: ['{,'.repeat(1_000_000)] });
  expect(await read('[1.0, 1e2]')).toEqual({ value: [1, 100] });
});

test('bytes of a large body are moved, not copied, and what is moved is gone here', async () => {
  const text = (bytes: string) => Buffer.from(bytes).toString('base64');
  const body = { files: [{ content: text('one') }, { content: '' }, { content: 'no base64!' }], other: text('two') };
  const piece = new TextEncoder().encode(JSON.stringify(body));
  const given = { pieces: [piece], bytes: [['files', 'content']] };
  const answer = await jsonElsewhere('user 1', new Moving(given, [piece.buffer]));
  const bytes = (content: string) => new TextEncoder().encode(content);
  const files = [{ content: bytes('one') }, { content: bytes('') }, { content: 'no base64!' }];
  expect(answer).toEqual({ value: { files, other: text('two') } });
  expect(piece.length).toBe(0);
});
