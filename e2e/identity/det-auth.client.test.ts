import { type DevCluster, startDevCluster } from '@determined/dev-cluster/dev-cluster.ts';
import { type OidcProvider, startOidcProvider } from '@determined/dev-cluster/oidc-provider.ts';
import { WalkingBrowser } from '@determined/dev-cluster/walking-browser.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DetClient } from '../support/det-client.ts';

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

test('what is not built says what to use', async () => {
  const { code, stderr, stdout } = await det.run('oauth', 'client', 'list');
  expect(code).not.toBe(0);
  expect(stderr + stdout).toContain('access tokens (det token create)');
});
