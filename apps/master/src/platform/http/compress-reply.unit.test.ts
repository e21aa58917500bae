import { brotliDecompressSync, gunzipSync, gzipSync, zstdDecompressSync } from 'node:zlib';
import fastify from 'fastify';
import { expect, test } from 'vitest';
import { sendText } from './compress-reply.ts';

/** As lists are: names of fields again and again, ids, times, numbers of many digits, a configuration each. */
function page(): string {
  let state = 1;
  const next = () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
  const experiments = Array.from({ length: 80 }, (_, id) => ({
    id,
    startTime: new Date(1_700_000_000_000 + Math.floor(next() * 1e9)).toISOString(),
    state: ['STATE_COMPLETED', 'STATE_ERROR', 'STATE_CANCELED'][Math.floor(next() * 3)],
    name: `search ${Math.floor(next() * 1e9).toString(16)}`,
    bestValue: next(),
    config: {
      searcher: { name: 'single', metric: 'm1', smaller_is_better: true },
      hyperparameters: Object.fromEntries(
        Array.from({ length: 20 }, (_, at) => [`hp${at}`, { type: 'const', val: at % 5 ? next() : at / 10 }]),
      ),
      resources: { slots_per_trial: 0, resource_pool: 'default', max_slots: null, priority: null },
    },
  }));
  return JSON.stringify({ experiments });
}

async function answerTo(accept: string | undefined, text: string) {
  const server = fastify();
  server.get('/', (request, reply) => sendText(request, reply, text));
  const { headers, rawPayload } = await server.inject({
    url: '/',
    headers: accept === undefined ? {} : { 'accept-encoding': accept },
  });
  return { coding: headers['content-encoding'], vary: headers.vary, bytes: rawPayload };
}

const unpack: Record<string, (bytes: Buffer) => Buffer> = {
  zstd: zstdDecompressSync,
  br: brotliDecompressSync,
  gzip: gunzipSync,
};

for (const [coding, accept] of [
  ['gzip', 'gzip, deflate'],
  ['br', 'gzip, deflate, br'],
  ['zstd', 'gzip, deflate, br, zstd'],
] as const) {
  test(`a page of 80 comes as ${coding} to who takes ${accept}, a tenth larger than by gzip's level 6 at most`, async () => {
    const text = page();
    const answer = await answerTo(accept, text);
    expect([answer.coding, answer.vary]).toEqual([coding, 'Accept-Encoding']);
    expect(unpack[coding]?.(answer.bytes).toString()).toBe(text);
    expect(answer.bytes.length).toBeLessThan(gzipSync(text, { level: 6 }).length * 1.1);
  });
}

test('what is short, and what the caller does not take, is sent as it is', async () => {
  expect((await answerTo('gzip, br', '{}')).coding).toBeUndefined();
  for (const accept of [undefined, 'deflate', 'gzip;q=0, br; q=0.0', 'gzipped'])
    expect([accept, (await answerTo(accept, page())).coding]).toEqual([accept, undefined]);
  expect((await answerTo('zstd;q=0, br;q=0, gzip;q=0.1', page())).coding).toBe('gzip');
});
