import { postProjectRoute } from '@determined/contract/organisation/projects-routes.ts';
import { postWorkspaceRoute } from '@determined/contract/organisation/workspaces-routes.ts';
import { createExperimentRoute } from '@determined/contract/training/experiments-routes.ts';
import { eventually } from '@determined/dev-cluster/eventually.ts';
import { beforeAll, expect, test } from 'vitest';
import { violations } from '../support/axe.ts';
import { consoleTest } from '../support/console-test.ts';
import { gone, seen } from '../support/seen.ts';

const at = consoleTest();
const main = () => at.page.getByRole('main');
const grid = () => main().getByRole('grid');
const link = (name: string) => main().getByRole('link', { name, exact: true });
const size = () => main().getByRole('combobox', { name: 'Rows per page' });

let project = 0;
async function create(name: string): Promise<void> {
  const config = `{name: ${name}, searcher: {name: single, metric: loss}, hyperparameters: {}}`;
  await at.cluster.admin.client.call(createExperimentRoute, { config, projectId: project, unmanaged: true });
}

beforeAll(async () => {
  const { client } = at.cluster.admin;
  const { workspace } = await client.call(postWorkspaceRoute, { name: 'Vision' });
  project = (await client.call(postProjectRoute, { workspaceId: workspace?.id ?? 0, name: 'Long' })).project?.id ?? 0;
  for (let n = 1; n <= 100; n++) await create(`row-${n}`);
});

test('a list without pages goes on as one scrolls, is kept for the project, and stays in its place as rows come in', async () => {
  const limits: string[] = [];
  at.page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname.endsWith('/experiment-rows')) limits.push(searchParams.get('limit') ?? '');
  });
  await at.visitor.signIn(`/projects/${project}/experiments?page=2`);
  await seen(link('row-80'));
  await size().selectOption('Endless');
  await seen(link('row-100'));
  expect(at.page.url()).not.toContain('page=');
  await seen(main().getByText('1–80 of 100', { exact: true }));
  await gone(main().getByRole('navigation', { name: 'Pages of experiments' }));
  expect(await grid().getAttribute('aria-rowcount')).toBe('101');
  expect(limits).not.toContain('160');
  await grid().hover();
  await eventually('the last row is there', async () => {
    await at.page.mouse.wheel(0, 2000);
    return link('row-1').isVisible();
  });
  await seen(main().getByText('1–100 of 100', { exact: true }));
  expect(limits).toContain('160');
  expect(await violations(at.page)).toEqual([]);

  const place = await link('row-1').boundingBox();
  await create('comes in');
  await seen(main().getByRole('button', { name: '1 new', exact: true }));
  expect(await link('row-1').boundingBox()).toEqual(place);
  await main().getByRole('button', { name: '1 new', exact: true }).click();
  await seen(link('comes in'));

  // Another day, and on a phone.
  await at.visitor.open(`/projects/${project}/experiments`);
  await seen(main().getByText('1–80 of 101', { exact: true }));
  await at.page.setViewportSize({ width: 390, height: 844 });
  const list = main().getByRole('list', { name: 'Experiments' });
  await seen(list.getByText('row-100', { exact: true }));
  await list.hover();
  await eventually('the last row is there', async () => {
    await at.page.mouse.wheel(0, 3000);
    return link('row-1').isVisible();
  });
  await at.page.setViewportSize({ width: 1440, height: 900 });
  await size().selectOption('40');
  await seen(main().getByText('1–40 of 101', { exact: true }));
  await seen(main().getByRole('navigation', { name: 'Pages of experiments' }));
});
