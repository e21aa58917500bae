import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { consoleTest } from '../support/console-test.ts';
import { seen } from '../support/seen.ts';

// A hosting service leads people here with a token of its own in the address.
const at = consoleTest();

let keys: Awaited<ReturnType<typeof generateKeyPair>>;
let key: string;
beforeAll(async () => {
  keys = await generateKeyPair('RS256', { extractable: true });
  const { n = '', e = '' } = await exportJWK(keys.publicKey);
  const decimal = (text: string) => BigInt(`0x${Buffer.from(text, 'base64url').toString('hex')}`);
  key = `{"N": ${decimal(n)}, "E": ${decimal(e)}}`;
});
const settings = () => at.cluster.master.config.__internal.external_sessions;
beforeEach(() => {
  Object.assign(settings(), { jwt_key: key, org_id: 'tide', cluster_id: 'deep' });
});
afterEach(() => {
  Object.assign(settings(), { jwt_key: null, login_uri: null });
});

function tokenOf(name: string, key = keys.privateKey): Promise<string> {
  const orgs = { tide: { Role: 'user', DefaultClusterRole: 'user' } };
  return new SignJWT({ UserID: `id-${name}`, Email: `${name}@corp.example`, Name: name, OrgRoles: orgs })
    .setProtectedHeader({ alg: 'RS256' })
    .setIssuedAt()
    .setExpirationTime('10m')
    .sign(key);
}

const userMenu = (name: string) => at.page.getByRole('button', { name: `User menu of ${name}` });

/** What a page can find of a token: addresses it has had, what it keeps, and the cookies that scripts may read. */
const kept = () =>
  at.page.evaluate<string>(
    'JSON.stringify([location.href, history.state, performance.getEntriesByType("resource").map(({ name }) => name), {...localStorage}, {...sessionStorage}, document.cookie])',
  );

/** Counts how often the form of the sign-in page stands in the page. */
async function watchForm(): Promise<() => Promise<number>> {
  await at.page.addInitScript({
    content: `sessionStorage.forms ??= 0; new MutationObserver(() => {
        if (document.querySelector('input[name=username]')) sessionStorage.forms++; })
      .observe(document, { childList: true, subtree: true })`,
  });
  return async () => Number(await at.page.evaluate<string>('sessionStorage.forms'));
}

test('[AUTH-016, AUTH-044] a token in the address signs in to the page that was wanted, and stays nowhere', async () => {
  const forms = await watchForm();
  const token = await tokenOf('ada');
  await at.visitor.open(`/dashboard?jwt=${token}`);
  await seen(userMenu('ada'));
  expect(at.visitor.place).toBe('/dashboard');
  expect(await forms()).toBe(0);
  expect(await kept()).not.toContain(token.slice(0, 30));
  // Nor is a step back the address that had it.
  expect(await at.page.evaluate('history.length')).toBeLessThanOrEqual(2);
  await at.page.reload();
  await seen(userMenu('ada'));
  // Without one, the session that there is counts; a token of somebody else goes before it.
  await at.visitor.open(`/login?jwt=${await tokenOf('bob')}`);
  await seen(userMenu('bob'));
});

test('[AUTH-044] of two tokens in the address none is taken', async () => {
  const token = await tokenOf('cy');
  await at.visitor.open(`/dashboard?jwt=${token}&jwt=${token}`);
  await seen(at.page.getByLabel('Username'));
  expect(await kept()).not.toContain(token.slice(0, 30));
});

test('a token that is not good leads to the sign-in page, which says so', async () => {
  const { privateKey } = await generateKeyPair('RS256');
  const token = await tokenOf('mal', privateKey);
  await at.visitor.open(`/dashboard?jwt=${token}`);
  await seen(at.page.getByText('The address you came by does not sign you in here any more. Sign in again.'));
  expect(await kept()).not.toContain(token.slice(0, 30));
});

test('[AUTH-019, AUTH-020] while the cluster is not ready that is said, and the token tried again', async () => {
  const forms = await watchForm();
  await at.page.addInitScript({
    content: `const answered = fetch;
      window.fetch = async (input, more) => String(input).includes('/external-session') && !sessionStorage.ready
        ? new Response('', { status: 503 }) : answered(input, more);`,
  });
  await at.visitor.open(`/workspaces?jwt=${await tokenOf('dan')}`);
  await seen(at.page.getByRole('heading', { name: 'Cluster Not Available', exact: true }));
  await seen(at.page.getByText('Cluster is not ready. Please try again later.'));
  await at.page.evaluate('sessionStorage.ready = "yes"');
  await at.page.getByRole('button', { name: 'Try Again' }).click();
  await at.visitor.pageNamed('Workspaces');
  expect(await forms()).toBe(0);
});

test('[AUTH-045, AUTH-049] without a token the session counts, and without that the page stands', async () => {
  await at.visitor.open('/login');
  await seen(at.page.getByLabel('Username'));
  expect(await at.page.evaluate('localStorage.getItem("global/auth-token")')).toBeNull();
  settings().jwt_key = null;
  await at.visitor.fillSignIn();
  await seen(userMenu('admin'));
  expect(await at.page.evaluate('localStorage.getItem("global/auth-token")')).not.toBeNull();
  await at.visitor.open('/login');
  await seen(userMenu('admin'));
});

test('[SETTINGS-006] where accounts are managed elsewhere, nobody changes a password here', async () => {
  settings().jwt_key = null;
  await at.visitor.signInByForm('/dashboard');
  const open = async () => {
    await userMenu('admin').click();
    await at.page.getByRole('menuitem', { name: 'User Settings' }).click();
    await seen(at.page.getByRole('button', { name: 'Edit Display Name' }));
  };
  await open();
  await seen(at.page.getByRole('button', { name: 'Edit Password' }));
  settings().jwt_key = key;
  await at.page.reload();
  await open();
  expect(await at.page.getByRole('button', { name: 'Edit Password' }).count()).toBe(0);
});

test('[SETTINGS-005] who is signed in by others does not change a password here', async () => {
  await at.visitor.open(`/dashboard?jwt=${await tokenOf('eve')}`);
  await seen(userMenu('eve'));
  settings().jwt_key = null;
  await at.page.reload();
  await userMenu('eve').click();
  await at.page.getByRole('menuitem', { name: 'User Settings' }).click();
  await seen(at.page.getByRole('button', { name: 'Edit Display Name' }));
  expect(await at.page.getByRole('button', { name: 'Edit Password' }).count()).toBe(0);
});
