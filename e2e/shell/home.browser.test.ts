import { ScriptedLauncher } from '@determined/dev-cluster/scripted-launcher.ts';
import { expect, test } from 'vitest';
import { consoleTest } from '../support/console-test.ts';
import { seen } from '../support/seen.ts';

const at = consoleTest({ launcher: new ScriptedLauncher([4]) });

test('who has run nothing is offered examples, and one press makes an experiment', async () => {
  await at.visitor.signIn('/dashboard');
  const main = at.page.getByRole('main');
  await seen(main.getByRole('heading', { name: 'Run your first experiment' }));
  await seen(main.getByText('det experiment create'));
  await main.getByRole('button', { name: 'Run The smallest script' }).click();
  await at.page.waitForURL(/\/det\/experiments\/\d+/);
  await at.visitor.open('/dashboard');
  await seen(main.getByText('Your experiment is active.'));
  const row = main.getByRole('row').filter({ hasText: 'Uncategorized' });
  expect(await row.getByRole('link').getAttribute('href')).toMatch(/\/det\/experiments\/\d+/);
  expect(await main.getByText('Run your first experiment').count()).toBe(0);
});

test('live hints bring what others start, without asking again', async () => {
  const { username, token } = await at.cluster.newUser();
  const connected = at.page.waitForEvent('websocket');
  await at.visitor.signIn('/dashboard', username);
  await connected;
  const main = at.page.getByRole('main');
  await seen(main.getByRole('heading', { name: 'Run your first experiment' }));
  const reply = await at.cluster.fetch('/api/ext/v1/examples/first-script/run', { method: 'POST', token });
  expect(reply.status).toBe(200);
  // Sooner than the fall-back of ten seconds would have brought it.
  await seen(main.getByText('Your experiment is active.'), 6_000);
});
