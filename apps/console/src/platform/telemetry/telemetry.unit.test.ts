import { postTelemetryRoute } from '@determined/contract/cluster/ext-routes.ts';
import { getMasterRoute, getTelemetryRoute } from '@determined/contract/cluster/master-info-routes.ts';
import type { AnyRouter } from '@tanstack/react-router';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { client } from '#platform/api/client.ts';
import { queryClient } from '#platform/api/query-client.ts';
import { currentRouter, setCurrentRouter } from '#platform/routing/current-router.ts';
import { startTelemetry } from './start-telemetry.ts';

const key = 'a1B2'.repeat(8);
const page = '/projects/$projectId/$tab';
let sent: unknown[];
let errors: ReturnType<typeof vi.spyOn>;
let loads: number;

// Read from the disk before anything is timed.
beforeAll(() => import('./telemetry.ts'));
beforeEach(() => {
  queryClient.clear();
  sent = [];
  loads = 0;
  errors = vi.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => vi.restoreAllMocks());

interface Server {
  telemetryEnabled?: boolean;
  segmentKey?: string;
  identify?: unknown;
}

/** What a server so configured answers; nothing but these three calls is made. */
function server({ telemetryEnabled = true, segmentKey = key, identify = { taken: true } }: Server): void {
  vi.spyOn(client, 'call').mockImplementation(async (route: unknown, request: unknown) => {
    if (route === getMasterRoute) return { telemetryEnabled } as never;
    sent.push(route === getTelemetryRoute ? 'key' : (request as { body: unknown }).body);
    if (route === getTelemetryRoute) return { enabled: true, segmentKey } as never;
    expect(route).toBe(postTelemetryRoute);
    if (identify instanceof Error) throw identify;
    return identify as never;
  });
}

async function started(load?: () => Promise<never>): Promise<() => void> {
  const code = async () => {
    loads++;
    return import('./telemetry.ts');
  };
  const stop = startTelemetry(load ?? code);
  await vi.waitFor(() => expect(queryClient.isFetching()).toBe(0));
  await new Promise((done) => setTimeout(done, 50));
  return stop;
}

const said = () => errors.mock.calls.map((call: unknown[]) => String(call[0]));

test('[SHELL-066] the router asked for before it is there is an error', () => {
  expect(currentRouter).toThrow(new Error('Router called before instantiation'));
});

test('[SHELL-061] without telemetry in the cluster’s answer not even its code is loaded', async () => {
  server({ telemetryEnabled: false });
  await started();
  expect([loads, sent, said()]).toEqual([0, [], []]);
  vi.restoreAllMocks();
  errors = vi.spyOn(console, 'error').mockImplementation(() => {});
  queryClient.clear();
  server({});
  setCurrentRouter({ state: { matches: [] }, subscribe: () => () => {} } as unknown as AnyRouter);
  await started();
  expect([loads, sent[0]]).toEqual([1, 'key']);
});

test('[SHELL-062] who is signed in is told once, pages by their addresses without what they are about', async () => {
  server({});
  const matches = [{ fullPath: '/' }, { fullPath: page }];
  let resolved = () => {};
  const left = vi.fn();
  setCurrentRouter({
    state: { matches },
    subscribe: (_event: string, listener: () => void) => {
      resolved = listener;
      return left;
    },
  } as unknown as AnyRouter);
  const stop = await started();
  expect(sent).toEqual(['key', { type: 'page', page }, { type: 'identify' }]);
  resolved();
  matches.push({ fullPath: '/templates' });
  resolved();
  expect(sent.slice(3)).toEqual([{ type: 'page', page: '/templates' }]);
  stop();
  expect(left).toHaveBeenCalledOnce();
});

test.each(['', key.slice(1), `${key}a`, `${key.slice(1)}-`, `${key}\n`])(
  '[SHELL-063] a key other than 32 letters and digits is not used: %j',
  async (segmentKey) => {
    server({ segmentKey });
    await started();
    expect(sent).toEqual(['key']);
  },
);

test('[SHELL-064] [SHELL-065] what fails is logged in these words, and nobody is told', async () => {
  setCurrentRouter({ state: { matches: [] }, subscribe: () => () => {} } as unknown as AnyRouter);
  server({});
  await started(() => Promise.reject(new Error('no such file')));
  expect(said()).toEqual([expect.stringMatching(/ Failed to load telemetry\.$/)]);
  for (const identify of [new Error('away'), { taken: false }]) {
    errors.mockClear();
    vi.mocked(client.call).mockRestore();
    queryClient.clear();
    server({ identify });
    await started();
    expect(said()).toEqual([expect.stringMatching(/ Failed to set telemetry identity\.$/)]);
  }
});
