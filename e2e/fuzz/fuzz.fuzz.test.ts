import { getMasterRoute } from '@determined/contract/cluster/master-info-routes.ts';
import { loginRoute } from '@determined/contract/identity/auth-routes.ts';
import { rightsOf, withoutRoles } from '@determined/master/identity/roles/shared/rights-of.ts';
import { createHttpServer, listen } from '@determined/master/platform/http/http-server.ts';
import { servePublic } from '@determined/master/platform/http/serve.ts';
import { expect, test } from 'vitest';
import { describeFinding, fuzz, fuzzedRoutes } from './fuzz.ts';
import { startFuzzWorld } from './fuzz-world.ts';

/** Of one request, on the slowest machine that the tests run on. */
const mainThreadMs = 400;
const seed = 1;

test(`no request makes a built route fail or holds up the others (seed ${seed})`, async () => {
  const { findings, unasked } = await fuzz({ routes: fuzzedRoutes, seed, requests: 800, seconds: 50, mainThreadMs });
  expect(findings.map(describeFinding)).toEqual([]);
  // On a slow machine the time ends it before all had their turn.
  expect(unasked.length).toBeLessThan(fuzzedRoutes.length / 2);
});

test('a route that fails and one that keeps the main thread busy are found', async () => {
  const planted = [
    servePublic(getMasterRoute, async () => {
      throw new Error('planted');
    }),
    servePublic(loginRoute, async () => {
      const before = process.threadCpuUsage().user;
      while (process.threadCpuUsage().user - before < 1.2 * mainThreadMs * 1_000);
      return { token: '' };
    }),
  ];
  const stops: (() => Promise<void>)[] = [];
  const { findings } = await fuzz({ routes: planted, seed, requests: 6, seconds: 20, mainThreadMs }, async () => {
    const world = await startFuzzWorld();
    const authenticate = () => Promise.reject(new Error('nobody signs in'));
    const { master } = world.cluster;
    const rights = rightsOf(master, withoutRoles);
    const server = createHttpServer({ master, authenticate, rights, finders: {} }, planted);
    stops.push(() => server.close());
    const address = `http://127.0.0.1:${await listen(server, '127.0.0.1', 0)}`;
    return { ...world, cluster: { ...world.cluster, address } };
  });
  for (const stop of stops) await stop();
  const found = findings.map(describeFinding).join('\n');
  expect(found).toMatch(/500: .*\n.*\/api\/v1\/master[\s\S]*planted/);
  expect(found).toMatch(/ms of the main thread\n.*\/api\/v1\/auth\/login/);
});
