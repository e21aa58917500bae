import { createExperimentRoute } from '@determined/contract/training/experiments-routes.ts';
import { getWaitingReasonsRoute } from '@determined/contract/training/ext-routes.ts';
import { getExperimentTrialsRoute } from '@determined/contract/training/trials-routes.ts';
import { eventually } from '@determined/dev-cluster/eventually.ts';
import { ScriptedLauncher } from '@determined/dev-cluster/scripted-launcher.ts';
import { expect, test } from 'vitest';
import { consoleTest } from '../support/console-test.ts';
import { seen } from '../support/seen.ts';

const machines = new ScriptedLauncher([4]);
const at = consoleTest({ launcher: machines });

test('who has run nothing is offered examples, and one press makes an experiment', async () => {
  await at.visitor.signIn('/dashboard');
  const main = at.page.getByRole('main');
  await seen(main.getByRole('heading', { name: 'Run your first experiment', exact: true }));
  await seen(main.getByText('det experiment create'));
  await main.getByRole('button', { name: 'Run The smallest script' }).click();
  await at.page.waitForURL(/\/det\/experiments\/\d+/);
  await at.visitor.open('/dashboard');
  await seen(main.getByText(/^Your experiment is (waiting|running)\.$/));
  const row = main.getByRole('region', { name: /^(Running|Waiting)$/ });
  expect(await row.getByRole('link').getAttribute('href')).toMatch(/\/det\/experiments\/\d+/);
  expect(await main.getByText('Run your first experiment').count()).toBe(0);
});

test('live hints bring what others start, without asking again', async () => {
  const { username, token } = await at.cluster.newUser();
  const connected = at.page.waitForEvent('websocket');
  await at.visitor.signIn('/dashboard', username);
  await connected;
  const main = at.page.getByRole('main');
  await seen(main.getByRole('heading', { name: 'Run your first experiment', exact: true }));
  const reply = await at.cluster.fetch('/api/ext/v1/examples/first-script/run', { method: 'POST', token });
  expect(reply.status).toBe(200);
  // Sooner than the fall-back of ten seconds would have brought it.
  await seen(main.getByText(/^Your experiment is (waiting|running)\.$/), 6_000);
});

test('what runs, what failed with its reason and logs, and what waits and why stand apart', async () => {
  const { username, client } = await at.cluster.newUser();
  const create = async (name: string, slots: number, activate = true) => {
    const config = `{name: ${name}, entrypoint: x, max_restarts: 0, searcher: {name: single, metric: loss}, resources: {slots_per_trial: ${slots}}}`;
    return (await client.call(createExperimentRoute, { config, activate })).experiment?.id ?? 0;
  };
  const running = async (experimentId: number) => {
    const [trial] = (await client.call(getExperimentTrialsRoute, { experimentId })).trials;
    return machines.running().find(({ environment }) => environment.DET_TRIAL_ID === String(trial?.id));
  };
  const failed = await create('broken', 0);
  const task = await eventually('it runs', () => running(failed));
  // The examples that others have run hold a slot.
  const waiting = await create('in the queue', 4);
  await create('put aside', 4, false);
  await at.visitor.signIn('/dashboard', username);
  const region = (name: string) => at.page.getByRole('region', { name, exact: true });
  const { reasons } = await eventually('the queue has seen it', async () => {
    const reply = await client.call(getWaitingReasonsRoute, { params: { experimentId: waiting } });
    return reply.reasons[0]?.reason.startsWith('It was') ? undefined : reply;
  });
  const queued = region('Waiting').getByRole('listitem').filter({ hasText: 'in the queue' });
  await seen(queued.filter({ hasText: reasons[0]?.reason ?? 'no reason' }));
  await seen(
    region('Waiting')
      .getByRole('listitem')
      .filter({ hasText: 'put aside' })
      .getByText('It goes on when it is activated.'),
  );
  await seen(region('Failed').getByText('Nothing failed since yesterday 18:00.'));
  machines.end(task.allocationId, { exitCode: 3 });
  const row = region('Failed').getByRole('listitem').filter({ hasText: 'broken' });
  await seen(row.getByText(/exit code 3/));
  const logs = row.getByRole('link', { name: 'Logs' });
  expect(await logs.getAttribute('href')).toBe(
    `/det/experiments/${failed}/trials/${task.environment.DET_TRIAL_ID}/logs`,
  );
  await seen(at.page.getByText('Since yesterday 18:00: 0 completed, 1 errored.'));
  expect(await region('Finished').getByRole('row').count()).toBe(0);
});
