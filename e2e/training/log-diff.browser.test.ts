import { ScriptedLauncher } from '@determined/dev-cluster/scripted-launcher.ts';
import { expect, test } from 'vitest';
import { consoleTest } from '../support/console-test.ts';
import { loggedTrial, type WrittenLine } from '../support/logged-trial.ts';
import { gone, seen } from '../support/seen.ts';

// Two trials' logs beside each other, as somebody reads them who wants to know where one went another way.
const machines = new ScriptedLauncher([8]);
const at = consoleTest({ launcher: machines });

const steps = (from: number, count: number, loss: number): WrittenLine[] =>
  Array.from({ length: count }, (_, i) => ({ log: `${'so '.repeat(i % 9)}step ${from + i}, loss ${loss + i / 7}` }));
const words = (text: string): WrittenLine => ({ log: text });

const list = () => at.page.getByRole('region', { name: 'Differences' });
const row = (text: string) => list().locator('[data-kind]').filter({ hasText: text });
const press = (name: string) => at.page.getByRole('button', { name, exact: true }).click();
const summary = (text: string) =>
  expect
    .poll(() =>
      at.page
        .getByRole('status')
        .allTextContents()
        .then((all) => all.join()),
    )
    .toContain(text);

test('a trial is compared with another: what both have folds, what one has bears its sign, numbers when asked for', async () => {
  const one = await loggedTrial(at.cluster, machines);
  const other = await loggedTrial(at.cluster, machines);
  await one.write([...steps(0, 60, 1), words('only the first one has this'), ...steps(60, 60, 1), words('done')]);
  await other.write([...steps(0, 60, 5), ...steps(60, 60, 5), words('gone astray'), words('lost'), words('done')]);

  await at.visitor.signIn(one.path);
  await press('Compare with…');
  const dialog = at.page.getByRole('dialog', { name: `Compare the log of trial ${one.trialId}` });
  const id = dialog.getByLabel('Number of the trial');
  await id.fill('many');
  await at.page.keyboard.press('Enter');
  await seen(dialog.getByText('Enter the number of a trial.'));
  await id.fill(String(one.trialId));
  await at.page.keyboard.press('Enter');
  await seen(dialog.getByText('This is the trial itself.'));
  await id.fill('999999');
  await at.page.keyboard.press('Enter');
  await seen(dialog.getByRole('alert').filter({ hasText: '999999' }));
  await id.fill(String(other.trialId));
  await at.page.keyboard.press('Enter');

  // The platform's own lines name the trial and are the same but for that.
  await summary(`− 1 only in trial ${one.trialId}, + 2 only in trial ${other.trialId}, ${one.first + 121} in both`);
  expect(at.page.url()).toContain(`versus=${other.trialId}`);
  expect(await row('only the first one').textContent()).toContain(`only in trial ${one.trialId}: `);
  expect(await row('only the first one').getAttribute('data-kind')).toBe('left');
  expect(await row('gone astray').textContent()).toContain('+');
  await gone(row('step 30,'));
  const folded = list().getByRole('button', { name: /lines that both have$/ });
  await expect.poll(() => folded.count()).toBe(2);
  await folded.first().focus();
  await at.page.keyboard.press('Enter');
  // What both have says what its numbers are in either.
  await expect.poll(() => row('step 0,').first().textContent()).toMatch(/loss 1.*loss 5/);
  expect(await list().evaluate((box) => box === document.activeElement)).toBe(true);

  await press('Next difference');
  await seen(at.page.getByText('1 of 2', { exact: true }));
  await press('Next difference');
  await seen(at.page.getByText('2 of 2', { exact: true }));
  await seen(row('gone astray'));
  await press('Numbers make a difference');
  await summary('− 124 only in');

  await at.page.reload();
  await summary('− 1 only in');
  await one.write([words('one more')]);
  await press('Read again');
  await summary('− 2 only in');
  await press('Back to the log');
  await seen(at.page.getByRole('log').getByText('one more'));
  expect(at.page.url()).not.toContain('versus');
});

test('of long logs both ends are compared, and that is said; a trial that cannot be read is told', async () => {
  const one = await loggedTrial(at.cluster, machines);
  const other = await loggedTrial(at.cluster, machines);
  for (let from = 0; from < 12_000; from += 4_000) await one.write(steps(from, 4_000, 1));
  await one.write([words('the end')]);
  await other.write([words('at the start'), ...steps(0, 200, 1), words('the end')]);
  await at.visitor.signIn(`${one.path}?versus=${other.trialId}`);
  await summary(`+ 1 only in trial ${other.trialId}`);
  await summary('of each log the first and last 5,000 lines are compared');
  await seen(row('at the start'));
  const gap = `Lines 5,001 to ${(one.first + 12_001 - 5_000).toLocaleString('en')} of trial ${one.trialId} are not compared`;
  for (let i = 0; i < 3; i++) await press('Next difference');
  await seen(list().getByText(gap));
  await at.visitor.open(`${one.path}?versus=999999`);
  await seen(at.page.getByRole('alert').filter({ hasText: 'Unable to read trial 999999' }));
  await press('Back to the log');
  await seen(at.page.getByRole('log').getByText('the end'));
});
