import { postProjectRoute } from '@determined/contract/organisation/projects-routes.ts';
import { postWorkspaceRoute } from '@determined/contract/organisation/workspaces-routes.ts';
import { createExperimentRoute } from '@determined/contract/training/experiments-routes.ts';
import { archiveRunsRoute } from '@determined/contract/training/runs-routes.ts';
import { createTrialRoute, patchTrialRoute } from '@determined/contract/training/trials-routes.ts';
import { beforeAll, expect, test } from 'vitest';
import { consoleTest } from '../support/console-test.ts';
import { seen } from '../support/seen.ts';

const at = consoleTest({ flatRuns: true });

const admin = () => at.cluster.admin.client;
const main = () => at.page.getByRole('main');
const pane = () => main().getByRole('complementary', { name: 'Compare' });
const tick = (name: string) =>
  main()
    .getByRole('row')
    .filter({ has: at.page.getByRole('link', { name, exact: true }) })
    .getByRole('checkbox');
/** Over how many the comparison says that settings move with the metric. */
const over = (runs: number) => main().getByText(new RegExp(`over ${runs} runs of this view\\.$`));
const records = () => main().getByRole('region', { name: 'Compared records' }).getByRole('listitem');
const tab = (name: string) => at.page.getByRole('link', { name, exact: true });

let project = 0;
let search = 0;
/** The first one's last is archived; there are three single ones besides. */
let [ofSearch, ofOther]: [number[], number[]] = [[], []];

beforeAll(async () => {
  const workspaceId = (await admin().call(postWorkspaceRoute, { name: 'Vision' })).workspace?.id ?? 0;
  project = (await admin().call(postProjectRoute, { workspaceId, name: 'Digits' })).project?.id ?? 0;
  const create = async (name: string, searcher: string, count: number) => {
    const config = `{name: ${name}, searcher: {name: ${searcher}, metric: loss}, hyperparameters: {}}`;
    const asked = { config, projectId: project, unmanaged: true };
    const experimentId = (await admin().call(createExperimentRoute, asked)).experiment?.id ?? 0;
    const runs: number[] = [];
    for (let width = 0; width < count; width++) {
      const { trial } = await admin().call(createTrialRoute, { experimentId, hparams: { width }, unmanaged: true });
      runs.push(trial?.id ?? 0);
    }
    return { experimentId, runs };
  };
  ({ experimentId: search, runs: ofSearch } = await create('sweep', 'random, max_trials: 9', 4));
  ({ runs: ofOther } = await create('other', 'random, max_trials: 9', 2));
  for (const name of ['s0', 's1', 's2']) await create(name, 'single', 1);
  const [last = 0] = ofSearch.slice(-1);
  await admin().call(patchTrialRoute, { trialId: last, state: 'STATE_COMPLETED' });
  await admin().call(archiveRunsRoute, { projectId: project, runIds: [last] });
});

async function compare(address: string, names: readonly string[]): Promise<void> {
  await at.visitor.signIn(address);
  await main().getByRole('button', { name: 'Compare', exact: true }).click();
  for (const name of names) await tick(name).check();
  await pane().getByRole('tab', { name: 'Details', exact: true }).click();
}

test('what the table leaves out does not count: beside searches only their runs do', async () => {
  await compare(`/projects/${project}/searches`, ['sweep', 'other']);
  await seen(over(6));
  await pane().getByRole('link', { name: 'Open page' }).click();
  await seen(at.page.getByRole('heading', { name: 'Compare 2 searches', exact: true }));
  await seen(over(6));
});

test('beside the runs of a search its runs count, archived ones as the table shows them; so they do on the page', async () => {
  const [first = 0, second = 0] = ofSearch;
  await compare(`/searches/${search}/runs`, [`${first}`, `${second}`]);
  await seen(over(3));
  await main().getByRole('switch', { name: 'Show Archived' }).click();
  await seen(over(4));
  await pane().getByRole('link', { name: 'Open page' }).click();
  await seen(at.page.getByRole('heading', { name: 'Compare 2 runs', exact: true }));
  await seen(over(4));
  // Each tab is of the same view, and so is the address where it is opened anew.
  await tab('Metrics').click();
  await seen(records().first());
  await tab('Details').click();
  await seen(over(4));
  await at.visitor.open(at.visitor.place);
  await seen(over(4));
});

test('an address that says nothing of a view, or nothing that is one, compares in the project of the first record', async () => {
  const address = `/experiment-compare?id=${ofSearch[0]}&id=${ofOther[0]}&of=run&tab=details`;
  await at.visitor.signIn(address);
  await seen(over(8));
  await at.visitor.open(`${address}&projectId=shoe&filter=shoe&archived=shoe`);
  await seen(over(8));
  await at.visitor.open(`${address}&filter=${encodeURIComponent('{"kind":"shoe"}')}`);
  await seen(over(8));
  await at.visitor.open(`${address}&archived=true`);
  await seen(over(9));
  // Whatever else the address says, its tab is the one that is looked at.
  const tabs = at.page.getByRole('navigation', { name: 'Compare 2 runs' });
  for (const more of ['', '&f_flat_runs=on']) {
    await at.visitor.open(`${address}${more}`);
    await expect.poll(() => tabs.locator('[aria-current="page"]').allTextContents()).toEqual(['Details']);
    await tabs.getByRole('link', { name: 'Metrics' }).click();
    await expect.poll(() => tabs.locator('[aria-current="page"]').allTextContents()).toEqual(['Metrics']);
  }
});

test('what is chosen by the filter is asked for only when it is known which it is', async () => {
  const refused: string[] = [];
  at.page.on('response', (response) => {
    if (response.status() === 400) refused.push(response.url());
  });
  await at.visitor.signIn(`/projects/${project}/runs`);
  await main().getByRole('button', { name: 'Compare', exact: true }).click();
  await main().getByRole('button', { name: 'Select rows' }).click();
  await at.page.getByRole('menuitem', { name: /that match$/ }).click();
  await seen(records().first());
  expect(refused).toEqual([]);
});
