import type { Page } from 'playwright-core';

export interface Told {
  managers?: string[] | 500;
  bindings?: Record<string, object> | 500;
  quotas?: Record<string, number> | 500;
  branding?: string;
}

/** This server has no Kubernetes clusters: says for them what they would say, and gives what is asked to change. */
export async function tellOfClusters(
  page: Page,
  { managers = ['east', 'west'], bindings = {}, quotas = {}, branding = 'hpe' }: Told,
) {
  const asked: { path: string; method: string; query: string; body: unknown }[] = [];
  const says = (path: string | RegExp, reply: object | 500) =>
    page.route(path, (route) =>
      reply === 500
        ? route.fulfill({ status: 500, json: { error: { code: 13, reason: 'Internal', error: 'out of order' } } })
        : route.fulfill({ json: reply }),
    );
  await page.route('**/api/v1/master', async (route) => {
    const reply = await route.fetch();
    await route.fulfill({ response: reply, json: { ...(await reply.json()), branding } });
  });
  await says('**/api/v1/k8s-resource-managers', managers === 500 ? 500 : { resourceManagers: managers });
  await says('**/list-namespace-bindings', bindings === 500 ? 500 : { namespaceBindings: bindings });
  await says('**/get-k8s-resource-quotas', quotas === 500 ? 500 : { resourceQuotas: quotas });
  await page.route(/\/api\/v1\/workspaces\/\d+(\/namespace-bindings.*|\/set-resource-quota)?$/, (route) => {
    const request = route.request();
    if (request.method() === 'GET') return route.fallback();
    const { pathname, search } = new URL(request.url());
    asked.push({
      method: request.method(),
      path: pathname.replace(/.*\/workspaces\/\d+/, ''),
      query: search,
      body: request.postDataJSON(),
    });
    return route.fulfill({ json: {} });
  });
  return asked;
}

export const bound = (clusterName: string, namespace: string, autoCreateNamespace = false) => ({
  [clusterName]: { workspaceId: 1, clusterName, namespace, autoCreateNamespace },
});
