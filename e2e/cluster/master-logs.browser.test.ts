import { readFile } from 'node:fs/promises';
import { assignRolesRoute } from '@determined/contract/identity/roles-routes.ts';
import { expect, test } from 'vitest';
import { consoleTest } from '../support/console-test.ts';
import { ownPort } from '../support/own-port.ts';
import { phone } from '../support/seeded-console.ts';
import { gone, seen } from '../support/seen.ts';

// The master's own log, as an administrator reads it.
const at = consoleTest({ env: { DET_SECURITY_AUTHZ_TYPE: 'rbac', DET_PORT: String(await ownPort()) } });

const levels = ['TRACE', 'DEBUG', 'INFO', 'WARNING', 'ERROR', 'CRITICAL'] as const;
/** Lines with a second between; gives the number of the first. */
function write(what: string, count: number): number {
  const { recentLog } = at.cluster.master;
  const first = recentLog.total;
  for (let i = 0; i < count; i++)
    recentLog.push({
      message: `${what} ${i}${i % 100 === 42 ? ' unheard of' : ''}`,
      timestamp: new Date(Date.UTC(2036, 0, 1) + i * 1_000).toISOString(),
      level: `LOG_LEVEL_${levels[i % 6] ?? 'INFO'}`,
    });
  return first;
}

const log = () => at.page.getByRole('log');
const nav = () => at.page.getByRole('navigation', { name: 'Main' });
const press = (name: string) => at.page.getByRole('button', { name, exact: true }).click();
const search = () => at.page.getByLabel('Search the log');
const passing = (count: string) => seen(at.page.getByText(new RegExp(`^${count} of [\\d,]+ lines pass$`)));
const commandNamed = async (typed: string) => {
  await at.page.keyboard.press('Control+Space');
  const bar = at.page.getByRole('dialog', { name: 'Command bar' });
  await bar.getByRole('combobox', { name: 'Find anything' }).fill(typed);
  return bar;
};

test('[OMNI-013, CLUSTER-005, CLUSTER-052] the command clusterLogs opens the log of the master, which is followed line by line', async () => {
  write('said before', 3);
  await at.visitor.signIn('/dashboard');
  await at.visitor.pageNamed('Home');
  const bar = await commandNamed('clusterLogs');
  await bar.getByRole('option', { name: /^clusterLogs/ }).click();
  await at.visitor.pageNamed('Cluster');
  expect(at.visitor.place).toBe('/clusters/logs');
  const tab = at.page.getByRole('navigation', { name: 'Cluster' }).getByRole('link', { name: 'Master Logs' });
  await expect.poll(() => tab.getAttribute('aria-current')).toBe('page');
  await seen(log().getByText('said before 2'));
  await seen(at.page.getByText('Following', { exact: true }));

  at.cluster.master.log.warn('something is slow');
  await seen(log().getByText('something is slow'));
  write('more and more', 200);
  await seen(log().getByText('more and more 199'));
  at.cluster.master.log.error({ err: new Error('no room') }, 'something could not be written');
  await seen(log().getByText('something could not be written: no room'));
  await log().hover();
  await at.page.mouse.wheel(0, -2_000);
  await seen(at.page.getByText('Follow paused by scrolling'));
  write('unseen', 5);
  await seen(at.page.getByText('5 new lines'));
  await press('Follow');
  await seen(log().getByText('unseen 4'));
});

test('[SHELL-029] /logs leads to the log of the master, as the side bar does', async () => {
  await at.visitor.signIn('/logs');
  await at.visitor.pageNamed('Cluster');
  expect(at.visitor.place).toBe('/clusters/logs');
  await at.visitor.open('/dashboard');
  await nav().getByRole('link', { name: 'Cluster' }).click();
  await at.visitor.pageNamed('Cluster');
  await expect.poll(() => at.visitor.place).toBe('/clusters/logs');
});

test('lines are filtered by level, text, expression and time, and gone to by number, time and first error', async () => {
  const first = write('probe', 1_200);
  await at.visitor.signIn('/clusters/logs');
  await seen(log().getByText('probe 1199'));
  // What only lines of tasks have is not asked for.
  for (const field of ['Agent', 'Container', 'Rank', 'Source'])
    expect(await at.page.getByRole('button', { name: field, exact: true }).count()).toBe(0);

  await search().fill('PROBE');
  await passing('1,200');
  await at.page.getByRole('button', { name: /^Level/ }).click();
  for (const name of ['Warning', 'Critical'])
    await at.page.getByRole('menuitemcheckbox', { name, exact: true }).click();
  await at.page.keyboard.press('Escape');
  await passing('400');
  await seen(log().getByText('probe 1197'));
  await gone(log().getByText('probe 1198'));
  await at.page.reload();
  await passing('400');
  await press('Clear Filters');
  await search().fill('probe (7|9)42 un');
  await press('Regular expression');
  await passing('2');
  await seen(log().getByText('probe 742 unheard of'));
  await press('Only lines with the text');
  await seen(at.page.getByText('2 hits', { exact: true }));
  await press('Previous hit');
  await press('Previous hit');
  await seen(at.page.getByText('1 of 2', { exact: true }));
  await seen(log().getByText(/probe 743\s*$/));
  at.visitor.mayBeRefused.push(/regex=true/);
  await search().fill('(');
  await seen(at.page.getByRole('alert').filter({ hasText: 'not a regular expression' }));

  await at.visitor.open('/clusters/logs?q=probe&since=2036-01-01T00:10:00Z&until=2036-01-01T00:10:09Z');
  await passing('10');
  await at.visitor.open('/clusters/logs');
  await seen(log().getByText('probe 1199'));
  await press('Go to');
  const place = () => at.page.getByRole('dialog', { name: 'Go to' }).getByLabel('Line or time');
  await place().fill(String(first + 301));
  await at.page.keyboard.press('Enter');
  await seen(log().getByText(/probe 300\s*$/));
  await press('Go to');
  const zone = await at.page.evaluate((ms) => new Date(ms).toLocaleString('sv'), Date.UTC(2036, 0, 1) + 900_000);
  await place().fill(zone);
  await at.page.keyboard.press('Enter');
  await seen(log().getByText(/probe 900\s*$/));
  await search().fill('probe');
  await passing('1,200');
  await press('First Error');
  await seen(log().getByText(/probe 4\s*$/));
});

test('lines are pointed to, copied and downloaded', async () => {
  const first = write('copied', 50);
  await at.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await at.visitor.signIn(`/clusters/logs#L${first + 11}-${first + 13}`);
  await seen(at.page.getByText('3 lines chosen'));
  await press('Copy');
  await seen(at.page.getByText('Copied 3 lines'));
  expect(await at.page.evaluate(() => navigator.clipboard.readText())).toBe('copied 10\ncopied 11\ncopied 12\n');
  await press('Download logs');
  const dialog = at.page.getByRole('dialog', { name: 'Confirm Download for Logs' });
  await seen(dialog.getByText('det master logs'));
  const proceed = dialog.getByRole('button', { name: 'Proceed to Download' });
  const [download] = await Promise.all([at.page.waitForEvent('download'), proceed.click()]);
  expect(download.suggestedFilename()).toBe('master_logs.txt');
  const lines = (await readFile(await download.path(), 'utf8')).trimEnd().split('\n');
  expect(lines).toHaveLength(at.cluster.master.recentLog.total);
  expect(lines.slice(first, first + 2)).toEqual([
    '2036-01-01T00:00:00.000Z [TRACE]: copied 0',
    '2036-01-01T00:00:01.000Z [DEBUG]: copied 1',
  ]);
});

test('on a phone lines wrap, are found and fit', async () => {
  write('on the phone, with words enough that they do not fit beside each other', 300);
  await at.page.setViewportSize(phone);
  await at.visitor.signIn('/dashboard');
  await nav().getByRole('link', { name: 'Cluster' }).click();
  await at.visitor.pageNamed('Cluster');
  const last = log().getByText(/each other 299/);
  await seen(last);
  const box = await last.boundingBox();
  expect(box?.height).toBeGreaterThan(30);
  await search().fill('on the phone');
  await passing('300');
  await at.page.getByRole('button', { name: /^Level/ }).click();
  await at.page.getByRole('menuitemcheckbox', { name: 'Error', exact: true }).click();
  await at.page.keyboard.press('Escape');
  await passing('50');
  expect(await at.page.evaluate('document.documentElement.scrollWidth')).toBe(phone.width);
});

test('who may not see it is not led there, and finds nothing; with the role for it the log is there', async () => {
  write('for some', 10);
  const user = await at.cluster.newUser();
  const asked: string[] = [];
  at.page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await at.visitor.signIn('/clusters/logs', user.username);
  await seen(at.page.getByText("Page not found or you don't have access"));
  expect(asked.filter((path) => path.startsWith('/api/ext/v1/master'))).toEqual([]);
  await seen(nav().getByRole('link', { name: 'Home' }));
  await gone(nav().getByRole('link', { name: 'Cluster' }));
  const bar = await commandNamed('cluster');
  await seen(bar.getByText('no matching options'));
  await at.page.keyboard.press('Escape');
  const clusterAdmin = { role: { roleId: 1 } };
  await at.cluster.admin.client.call(assignRolesRoute, {
    userRoleAssignments: [{ userId: user.id, roleAssignment: clusterAdmin }],
  } as never);
  await nav().getByRole('link', { name: 'Cluster' }).click();
  await seen(log().getByText('for some 9'));
});

test('of a long log the oldest lines are gone, and said to be', async () => {
  write('long ago', 100);
  write('of late', 25_000);
  const { total } = at.cluster.master.recentLog;
  await at.visitor.signIn('/clusters/logs');
  await seen(log().getByText('of late 24999'));
  const oldest = at.cluster.master.recentLog.first;
  await seen(at.page.getByText(new RegExp(`kept from ${(oldest + 1).toLocaleString('en')}`)));
  await search().fill('long ago');
  await seen(at.page.getByText('No lines pass the filters'));
  await search().fill('');
  await press('Go to');
  const place = at.page.getByRole('dialog', { name: 'Go to' }).getByLabel('Line or time');
  await place.fill(String(oldest));
  await at.page.keyboard.press('Enter');
  await seen(at.page.getByText('This is no line of the log and no time.'));
  await place.fill(String(oldest + 1));
  await at.page.keyboard.press('Enter');
  await seen(log().getByText((oldest + 1).toLocaleString('en'), { exact: true }));
  expect(total - oldest).toBeGreaterThanOrEqual(25_000);
});

test('when the master is started again its new log is read', async () => {
  write('before the end', 400);
  await at.visitor.signIn('/clusters/logs');
  await seen(log().getByText('before the end 399'));
  await at.cluster.restart();
  write('after the start', 5);
  await seen(log().getByText('after the start 4'), 30_000);
  await gone(log().getByText('before the end 399'));
  at.cluster.master.log.warn('it goes on');
  await seen(log().getByText('it goes on'));
}, 90_000);
