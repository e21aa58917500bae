import { readFile } from 'node:fs/promises';
import { getAuditEntriesRoute } from '@determined/contract/identity/audit-ext-routes.ts';
import { patchUserRoute } from '@determined/contract/identity/users-routes.ts';
import { postWorkspaceRoute } from '@determined/contract/organisation/workspaces-routes.ts';
import { eventually } from '@determined/dev-cluster/eventually.ts';
import { expect, test } from 'vitest';
import { Visitor } from '../support/console-browser.ts';
import { consoleTest } from '../support/console-test.ts';
import { gone, seen } from '../support/seen.ts';

const at = consoleTest();
const main = () => at.page.getByRole('main');
const rows = () => main().getByRole('row');

test('the log of who changed what: filtered, one entry whole, as a file, and further down', async () => {
  const { client } = at.cluster.admin;
  const user = await at.cluster.newUser();
  // More than one piece of the list.
  for (let i = 0; i < 120; i++) await client.call(postWorkspaceRoute, { name: `audited ${i}` });
  await client.call(patchUserRoute, { userId: user.id, user: { displayName: 'Emmy N', admin: true } });
  const entry = (await client.call(getAuditEntriesRoute, { query: { limit: 1 } })).entries[0];
  await at.cluster.fetch('/api/v1/auth/login', {
    method: 'POST',
    body: JSON.stringify({ username: user.username, password: 'wrong' }),
  });
  await at.visitor.signIn('/admin/user-management');
  await at.page.getByRole('link', { name: 'Audit Log' }).click();
  await seen(rows().filter({ hasText: 'failed to sign in' }));
  expect(await rows().filter({ hasText: 'failed to sign in' }).textContent()).toContain('not signed in');

  const changed = rows()
    .filter({ hasText: `user ${user.username}` })
    .filter({ hasText: 'changed' });
  const cells = await changed.getByRole('gridcell').allTextContents();
  expect(cells[1]).toContain('admin');
  expect(cells.slice(2)).toEqual(['changed', `user ${user.username}`, expect.stringContaining('display name')]);
  expect(await changed.getByRole('time').getAttribute('datetime')).toBe(entry?.at);
  await changed.click();
  const detail = at.page.getByRole('dialog', { name: `admin changed user ${user.username}` });
  await seen(detail.getByText(entry?.requestId ?? 'none', { exact: true }));
  const changes = await detail.getByRole('list', { name: 'What changed' }).getByRole('listitem').allTextContents();
  expect(changes).toContain('- display_name: ""');
  expect(changes).toContain('+ display_name: "Emmy N"');
  await at.page.keyboard.press('Escape');
  await gone(detail);

  await main().getByRole('button', { name: /^What/ }).click();
  await at.page.getByRole('menuitemradio', { name: 'Created', exact: true }).click();
  await gone(rows().filter({ hasText: 'failed to sign in' }));
  await gone(at.page.getByRole('menu'));
  await main().getByRole('button', { name: /^Of/ }).click();
  await at.page.getByRole('menuitemradio', { name: 'Workspace', exact: true }).click();
  await seen(rows().filter({ hasText: 'workspace audited 119' }));
  expect(at.visitor.place).toBe('/admin/audit-log?action=create&kind=workspace');
  const download = at.page.waitForEvent('download');
  await at.page.getByRole('link', { name: 'Download CSV' }).click();
  const file = await readFile(await (await download).path(), 'utf8');
  // A head, and the 120; no sign-ins among them.
  expect(file.trimEnd().split('\n')).toHaveLength(121);
  // The oldest comes when it is scrolled to.
  await rows().nth(1).getByRole('gridcell').first().focus();
  await eventually('the first workspace is in sight', async () => {
    await at.page.keyboard.press('Control+End');
    return (
      (await rows()
        .filter({ hasText: /workspace audited 0(?!\d)/ })
        .count()) === 1
    );
  });

  await main().getByLabel('On or after').fill('2099-01-01');
  await seen(main().getByText('Nothing was changed that fits these filters'));
  await at.page.context().setOffline(true);
  await main().getByLabel('On or after').fill('2098-01-01');
  const failure = main().getByRole('alert').filter({ hasText: 'Unable to fetch the audit log.' });
  await seen(failure);
  await at.page.context().setOffline(false);
  await failure.getByRole('button', { name: 'Retry' }).click();
  await seen(main().getByText('Nothing was changed that fits these filters'));
});

test('it is for administrators alone', async () => {
  const { username } = await at.cluster.newUser();
  const other = await Visitor.arrive(at.browser, at.cluster);
  await other.signIn('/admin/audit-log', username);
  await seen(other.page.getByText("Page not found or you don't have access"));
  await other.leave();
});
