import { postProjectRoute } from '@determined/contract/organisation/projects-routes.ts';
import { postWorkspaceRoute } from '@determined/contract/organisation/workspaces-routes.ts';
import { createExperimentRoute, getExperimentRoute } from '@determined/contract/training/experiments-routes.ts';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { consoleTest } from '../support/console-test.ts';
import { seen } from '../support/seen.ts';

// A route change starts its page's requests together with the page's code: nobody waits for one and then for the other.
// With roles in force there are all pages.
const place = consoleTest({ env: { DET_SECURITY_AUTHZ_TYPE: 'rbac' } });

/** What the tests use of TanStack Router's own object, which it leaves in the page. */
interface Router {
  routesById: Record<string, { options: { path?: string; component?: unknown; loader?: unknown } }>;
  navigate(to: { href: string }): Promise<void>;
}

let ids: Record<string, number>;
beforeAll(async () => {
  const { client } = place.cluster.admin;
  const workspaceId = (await client.call(postWorkspaceRoute, { name: 'Loaded' })).workspace?.id ?? 0;
  const projectId = (await client.call(postProjectRoute, { workspaceId, name: 'Loaded' })).project?.id ?? 0;
  const config = `{name: loaded, entrypoint: 'true', searcher: {name: random, metric: loss, max_trials: 2}, resources: {slots_per_trial: 0}}`;
  const experimentId =
    (await client.call(createExperimentRoute, { config, projectId, activate: false })).experiment?.id ?? 0;
  const trialId = (await client.call(getExperimentRoute, { experimentId })).experiment?.trialIds[0] ?? 0;
  ids = { workspaceId, projectId, experimentId, trialId };
});

const noReceipt = '00000000-0000-4000-8000-000000000001';

interface Reads {
  address: string;
  /** What the page itself asks; a page that asks nothing has none. */
  own: string[];
}

/** Each route that has a page, by its id, with an address of it and what the page itself asks. */
function pages(): Record<string, Reads> {
  const { workspaceId, projectId, experimentId, trialId } = ids;
  const experiment = `/api/v1/experiments/${experimentId}`;
  const trial = `/api/v1/trials/${trialId}`;
  const detail = '/signed-in/detail';
  return {
    '/signed-in/dashboard': {
      address: '/dashboard',
      own: ['/api/v1/user/projects/activity', '/api/ext/v1/own-experiment-rows'],
    },
    '/signed-in/workspaces': { address: '/workspaces?whose=mine', own: ['/api/v1/workspaces'] },
    '/signed-in/workspaces/$workspaceId/{-$tab}': {
      address: `/workspaces/${workspaceId}?whose=others`,
      own: [`/api/v1/workspaces/${workspaceId}`, '/api/v1/users'],
    },
    '/signed-in/projects/$projectId/{-$tab}': {
      address: `/projects/${projectId}/experiments?sort=name%3Dasc`,
      own: [`/api/v1/projects/${projectId}`, `/api/ext/v1/projects/${projectId}/experiment-rows`],
    },
    [`${detail}/experiments/$experimentId/{-$tab}`]: {
      address: `/experiments/${experimentId}/trials?size=20`,
      own: [experiment, `${experiment}/trials`],
    },
    [`${detail}/experiments/$experimentId/visualization/$viz`]: {
      address: `/experiments/${experimentId}/visualization/learning-curve`,
      own: [experiment],
    },
    [`${detail}/experiments/$experimentId/trials/$trialId/{-$tab}`]: {
      address: `/experiments/${experimentId}/trials/${trialId}/overview`,
      own: [experiment, trial],
    },
    [`${detail}/searches/$searchId/{-$tab}`]: { address: `/searches/${experimentId}`, own: [experiment] },
    '/signed-in/experiment-compare': {
      address: `/experiment-compare?id=${experimentId}`,
      own: ['/api/ext/v1/compare'],
    },
    '/signed-in/v/$key': { address: '/v/none', own: ['/api/ext/v1/view-links/none'] },
    '/signed-in/receipts': { address: '/receipts', own: ['/api/ext/v1/receipts'] },
    '/signed-in/receipts/$receiptId': { address: `/receipts/${noReceipt}`, own: [`/api/ext/v1/receipts/${noReceipt}`] },
    [`${detail}/trials/$trialId/{-$tab}`]: { address: `/trials/${trialId}`, own: [trial] },
    '/signed-in/models': { address: '/models?name=a', own: ['/api/v1/models'] },
    '/signed-in/models/$modelId': {
      address: '/models/none',
      own: ['/api/v1/models/none', '/api/v1/models/none/versions'],
    },
    '/signed-in/models/$modelId/versions/$versionNum/{-$tab}': {
      address: '/models/none/versions/1',
      own: ['/api/v1/models/none/versions/1'],
    },
    '/signed-in/templates': { address: '/templates', own: ['/api/v1/templates'] },
    '/signed-in/admin/user-management': { address: '/admin/user-management?name=a', own: ['/api/v1/users'] },
    '/signed-in/admin/group-management': { address: '/admin/group-management', own: ['/api/ext/v1/groups'] },
    '/signed-in/admin/config-policies': {
      address: '/admin/config-policies',
      own: ['/api/v1/config-policies/global/EXPERIMENT'],
    },
    '/signed-in/admin/audit-log': { address: '/admin/audit-log', own: ['/api/ext/v1/audit'] },
    '/signed-in/clusters/{-$tab}': { address: '/clusters/logs', own: [] },
    '/login': { address: '/login?hard_logout=true', own: [] },
    '/logout': { address: '/logout', own: [] },
    '/docs/{-$page}': { address: '/docs', own: [] },
  };
}

/** Goes there while no code comes, until that is let. */
async function goWithoutCode(address: string): Promise<() => void> {
  const { page } = place;
  const held = Promise.withResolvers<void>();
  await page.route(/\.js$/, async (route) => {
    await held.promise;
    await route.continue();
  });
  const code = page.waitForRequest((request) => request.url().endsWith('.js'));
  await page.evaluate(
    (href) => void (globalThis as unknown as { __TSR_ROUTER__: Router }).__TSR_ROUTER__.navigate({ href }),
    `/det${address}`,
  );
  await code;
  return held.resolve;
}

/** The calls that a change to an address makes while none of the page's code comes; those that are waited for come at once. */
async function askedWithoutCode(address: string, waitedFor: readonly string[] = []): Promise<string[]> {
  const { page } = place;
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) asked.push(pathname);
  });
  const come = await goWithoutCode(address);
  await expect
    .poll(() => asked, { timeout: 5_000 })
    .toEqual(expect.arrayContaining([...waitedFor]))
    .catch(() => undefined);
  const before = [...asked];
  come();
  await page.unrouteAll({ behavior: 'wait' });
  return before;
}

/** A page of the shell that asks nothing, and shares no code with where one goes from it. */
const quietPage = (address: string) => (address.startsWith('/experiments') ? '/workspaces/x' : '/experiments/x');

async function startAwayFrom(address: string): Promise<void> {
  await place.visitor.open(quietPage(address));
  await seen(place.page.getByText(/^Invalid (Workspace|Experiment) ID x$/));
  await place.page.waitForLoadState('networkidle');
}

beforeEach(() => place.visitor.signIn('/workspaces/x'));

test('each route with a page has its reads told here', async () => {
  await seen(place.page.getByText('Invalid Workspace ID x'));
  const withPage = await place.page.evaluate(() =>
    Object.entries((globalThis as unknown as { __TSR_ROUTER__: Router }).__TSR_ROUTER__.routesById)
      .filter(([, { options }]) => options.path !== undefined && options.component !== undefined)
      .map(([id]) => id),
  );
  expect(withPage.toSorted()).toEqual(Object.keys(pages()).toSorted());
});

test('each page’s own reads are on their way while its code has not come', async () => {
  for (const { address, own } of Object.values(pages())) {
    if (own.length === 0) continue;
    await startAwayFrom(address);
    expect(await askedWithoutCode(address, own), address).toEqual(expect.arrayContaining(own));
  }
});

test('a page whose route has no loader is found', async () => {
  await startAwayFrom('/workspaces');
  await place.page.evaluate(() => {
    const { routesById } = (globalThis as unknown as { __TSR_ROUTER__: Router }).__TSR_ROUTER__;
    delete routesById['/signed-in/workspaces']?.options.loader;
  });
  const later = place.page.waitForRequest((request) => new URL(request.url()).pathname === '/api/v1/workspaces');
  expect(await askedWithoutCode('/workspaces?whose=mine')).not.toContain('/api/v1/workspaces');
  await later;
});

test('a page is drawn as soon as its code has come, however short a while something stood in its place', async () => {
  const { page } = place;
  await seen(page.getByText('Invalid Workspace ID x'));
  await page.waitForLoadState('networkidle');
  await page.clock.install();
  const come = await goWithoutCode('/experiments/x');
  // Where it takes longer to say so, that moment is past already.
  const stopped = async () => page.clock.pauseAt((await page.evaluate(() => Date.now())) + 20).then(() => true);
  await expect.poll(() => stopped().catch(() => false)).toBe(true);
  await expect
    .poll(async () => {
      await page.clock.runFor(50);
      return page.getByText('Loading...').count();
    })
    .toBe(1);
  come();
  // While it comes the page's own time hardly goes on.
  await expect
    .poll(
      async () => {
        await page.clock.runFor(1);
        return page.getByText('Invalid Experiment ID x').count();
      },
      { interval: 50, timeout: 10_000 },
    )
    .toBe(1);
});
