import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getMasterRoute } from '@determined/contract/cluster/master-info-routes.ts';
import { type DevCluster, startDevCluster } from '@determined/dev-cluster/dev-cluster.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'logos-'));
const file = (look: string) => join(folder, `${look}.svg`);
const looks = ['light_horizontal', 'light_vertical', 'dark_horizontal', 'dark_vertical'];
let cluster: DevCluster;
beforeAll(async () => {
  for (const look of looks) writeFileSync(file(look), `<svg xmlns="http://www.w3.org/2000/svg" id="${look}"/>`);
  const env = Object.fromEntries(
    looks.map((look) => [`DET_UI_CUSTOMIZATION_LOGO_PATHS_${look.toUpperCase()}`, file(look)]),
  );
  cluster = await startDevCluster({ env });
});
afterAll(async () => {
  await cluster.stop();
  rmSync(folder, { recursive: true });
});

const logo = async (query: string) => {
  const reply = await cluster.fetch(`/det/customer-assets/logo${query}`);
  return [reply.status, /id="(\w+)"/.exec(await reply.text())?.[1], reply.headers.get('content-type')];
};

test('[SHELL-041] a logo of the customer’s has an orientation and a mode', async () => {
  expect((await cluster.admin.client.call(getMasterRoute, {})).hasCustomLogo).toBe(true);
  for (const [query, look] of [
    ['', 'light_horizontal'],
    ['?mode=dark', 'dark_horizontal'],
    ['?orientation=vertical', 'light_vertical'],
    ['?orientation=vertical&mode=dark', 'dark_vertical'],
    ['?orientation=sideways&mode=dim', 'light_horizontal'],
  ])
    expect([query, ...(await logo(query ?? ''))]).toEqual([query, 200, look, 'image/svg+xml']);
  const reply = await cluster.fetch('/det/customer-assets/logo');
  expect([reply.headers.get('cache-control'), reply.headers.get('content-security-policy')]).toEqual([
    null,
    expect.stringContaining("default-src 'none'"),
  ]);
});

test('one that is gone is not found, and no other look takes its place', async () => {
  rmSync(file('dark_vertical'));
  expect((await logo('?orientation=vertical&mode=dark'))[0]).toBe(404);
  expect((await logo('?mode=dark'))[0]).toBe(200);
  expect((await cluster.fetch('/det/customer-assets/other')).status).toBe(404);
});
