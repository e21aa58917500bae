import type { Client } from '@determined/contract/client.ts';
import { logoutRoute } from '@determined/contract/identity/auth-routes.ts';
import { patchUserRoute, setUserPasswordRoute } from '@determined/contract/identity/users-routes.ts';
import {
  type DevCluster,
  type DevMaster,
  type DevUser,
  devPassword,
  signInAt,
  startDevCluster,
} from '@determined/dev-cluster/dev-cluster.ts';
import { ScriptedLauncher } from '@determined/dev-cluster/scripted-launcher.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rightsChanged } from './identity/shared/rights-events.ts';
import { endsAll, inUse as inUseAt } from './testing/in-use.ts';
import { LimitedSight } from './testing/limited-sight.ts';
import { newThings, type nothing } from './testing/permission-world.ts';

// What is taken away on one master ends on another one over the same database: its calls, what it streams, its websocket.

const sight = new LimitedSight();
let cluster: DevCluster;
let other: DevMaster;
let things: typeof nothing;
beforeAll(async () => {
  cluster = await startDevCluster({ policy: sight.policy, launcher: new ScriptedLauncher([2]) });
  other = await cluster.join();
  const { client } = cluster.admin;
  things = await newThings(cluster.master.db, client, client);
});
afterAll(() => cluster.stop());

const inUse = (user: DevUser) => inUseAt(other, things, user);

const taken: [how: string, take: (user: DevUser, admin: Client) => Promise<unknown>, expected: unknown[]][] = [
  ['signing out', ({ client }) => client.call(logoutRoute, {}), [401, 'refused', 'closed with 1008']],
  [
    'a new password',
    ({ id }, admin) => admin.call(setUserPasswordRoute, { userId: id, password: 'New-Passw0rd' }),
    [401, 'refused', 'closed with 1008'],
  ],
  [
    'the end of the account',
    ({ id }, admin) => admin.call(patchUserRoute, { userId: id, user: { active: false } }),
    [403, 'refused', 'closed with 1008'],
  ],
  [
    'taking a permission away',
    async ({ id }) => {
      sight.limit(id, { workspaces: [1] });
      cluster.master.bus.emit(rightsChanged, { userId: id });
    },
    [404, 'refused', 'closed with 1013'],
  ],
];

test.each(taken)('what %s on one master ends, ends on the other within a second', async (_how, take, expected) => {
  const user = await cluster.newUser();
  const use = await inUse(user);
  await take(user, cluster.admin.client);
  expect(await endsAll(use)).toEqual(expected);
});

test('so it does where the notice was lost with the connection that would have brought it', async () => {
  const user = await cluster.newUser();
  const use = await inUse(user);
  const { db } = cluster.master;
  // As a change whose notice nobody heard.
  await sql`update user_sessions set revoked_at = now(), end_cause = 'signed out' where user_id = ${user.id}`.execute(
    db,
  );
  const { rows } = await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query = 'listen determined_events'`.execute(db);
  expect(rows).toHaveLength(cluster.masters.length + 1);
  expect(await endsAll(use)).toEqual([401, 'refused', 'closed with 1013']);
});

test('planted: a master that hears nothing of the others is found out', async () => {
  const user = await signInAt(cluster.address, (await cluster.newUser()).username, devPassword);
  const use = await inUse(user);
  const emit = other.master.bus.emit;
  other.master.bus.emit = () => {};
  try {
    await user.client.call(logoutRoute, {});
    await expect(endsAll(use)).rejects.toThrow(/not all has ended within/);
  } finally {
    other.master.bus.emit = emit;
    use.close();
  }
});
