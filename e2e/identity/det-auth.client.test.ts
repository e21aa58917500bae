import { type DevCluster, devPassword, startDevCluster } from '@determined/dev-cluster/dev-cluster.ts';
import { type OidcProvider, startOidcProvider } from '@determined/dev-cluster/oidc-provider.ts';
import { WalkingBrowser } from '@determined/dev-cluster/walking-browser.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DetClient, type Finished } from '../support/det-client.ts';

let provider: OidcProvider;
let cluster: DevCluster;
let det: DetClient;
beforeAll(async () => {
  provider = await startOidcProvider();
  cluster = await startDevCluster({ env: provider.env({ DET_OIDC_AUTO_PROVISION_USERS: 'true' }) });
  provider.lead(cluster);
  det = new DetClient(cluster.address);
});
afterAll(async () => {
  await cluster.stop();
  await provider.stop();
});

test('det auth login signs in by the provider, and the token that it keeps works', async () => {
  provider.account = { sub: 'ada', claims: { email: 'ada@corp.example' } };
  expect(await det.det('auth', 'list-providers')).toBe('Available providers: Corp.\n');
  const listening = 'http://localhost:49176';
  const { code, stdout, stderr } = await det.answering(
    ['auth', 'login', '--provider', 'corp', '--headless'],
    (printed) => {
      const start = /'(http\S+relayState=cli)'/.exec(printed)?.[1];
      return start === undefined ? undefined : new WalkingBrowser().walk(start, listening);
    },
  );
  expect(stderr + stdout).toContain('Authenticated as ada@corp.example.');
  expect(code).toBe(0);
  expect(await det.det('-u', 'ada@corp.example', 'user', 'whoami')).toContain(
    "You are logged in as user 'ada@corp.example'",
  );
  // Not the token of whoever started the command.
  expect(await det.det('user', 'whoami')).toContain("'admin'");
});

test('at a terminal: det user login, change-password and logout; det token login with a token of another', async () => {
  const { username } = await cluster.newUser();
  const person = DetClient.unknown(cluster.address);
  const said = (told: Finished) => `${told.stdout}${told.stderr}`;
  const wrong = await person.atTerminal(['user', 'login', username], ['not the password']);
  expect([wrong.code, said(wrong)]).toEqual([1, expect.stringContaining('Invalid username/password combination')]);
  const login = await person.atTerminal(['user', 'login'], [username, devPassword]);
  expect(login.stdout).toContain(`Password for user '${username}':`);
  expect([login.code, await person.det('user', 'whoami')]).toEqual([0, `You are logged in as user '${username}'\n`]);
  const other = await person.atTerminal(['user', 'change-password'], ['Another-Pass-1', 'Another-Pass-2']);
  expect([other.code, said(other)]).toEqual([1, expect.stringContaining('Passwords do not match')]);
  const changed = await person.atTerminal(['user', 'change-password'], ['Another-Pass-1', 'Another-Pass-1']);
  expect([changed.code, said(changed)]).toEqual([0, expect.not.stringContaining('Traceback')]);
  // Who changed his own is signed in with it.
  expect(await person.det('user', 'whoami')).toContain(username);
  expect(await person.det('user', 'logout')).toBe('');
  const after = await person.run('user', 'whoami');
  expect([after.code, said(after)]).toEqual([1, expect.not.stringContaining(username)]);
  const again = await person.atTerminal(['user', 'login', username], [devPassword]);
  expect(again.code).toBe(1);
  const token = await person.atTerminal(['user', 'login', username], ['Another-Pass-1']);
  expect(token.code).toBe(0);
  const made = await det.det('token', 'create', username, '--expiration-days', '1', '--yaml');
  expect(await person.det('user', 'logout', '--all')).toBe('');
  const [, secret = ''] = /(?:token|TokenValue)[^:]*:\s*(\S+)/i.exec(made) ?? [];
  expect(await person.det('token', 'login', secret)).toBe(`Authenticated as ${username}.\n`);
  expect(await person.det('user', 'whoami')).toContain(username);
});

test('what is not built says what to use', async () => {
  const { code, stderr, stdout } = await det.run('oauth', 'client', 'list');
  expect(code).not.toBe(0);
  expect(stderr + stdout).toContain('access tokens (det token create)');
});
