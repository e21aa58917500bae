import { createClient } from '@determined/contract/client.ts';
import { logoutRoute } from '@determined/contract/identity/auth-routes.ts';
import {
  getAccessTokensRoute,
  patchAccessTokenRoute,
  postAccessTokenRoute,
} from '@determined/contract/identity/tokens-routes.ts';
import { getMeRoute, patchUserRoute, setUserPasswordRoute } from '@determined/contract/identity/users-routes.ts';
import { type DevCluster, type DevUser, startDevCluster } from '@determined/dev-cluster/dev-cluster.ts';
import { failureOf } from '@determined/dev-cluster/refusal.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

let cluster: DevCluster;
let plain: DevUser;
beforeAll(async () => {
  cluster = await startDevCluster();
  plain = await cluster.newUser();
});
afterAll(() => cluster.stop());

const create = (more: object = {}) => cluster.admin.client.call(postAccessTokenRoute, { userId: plain.id, ...more });
const withToken = (token: string) => createClient({ baseUrl: cluster.address, token });
const list = async (query: object, user = cluster.admin) =>
  (await user.client.call(getAccessTokensRoute, query)).tokenInfo;

test('a token signs its user in, outlives sign-out and a new password, and ends when it is revoked', async () => {
  const { token, tokenId } = await create({ lifespan: '1h30m', description: 'nightly job' });
  const client = withToken(token);
  expect((await client.call(getMeRoute, {})).user?.id).toBe(plain.id);
  await client.call(logoutRoute, {});
  await cluster.admin.client.call(setUserPasswordRoute, { userId: plain.id, password: 'Another-1' });
  expect((await client.call(getMeRoute, {})).user?.id).toBe(plain.id);
  const [info] = await list({ tokenIds: [tokenId] });
  expect(info).toMatchObject({
    id: tokenId,
    userId: plain.id,
    tokenType: 'TOKEN_TYPE_ACCESS_TOKEN',
    revoked: false,
    description: 'nightly job',
  });
  const life = Date.parse(info?.expiry ?? '') - Date.parse(info?.createdAt ?? '');
  expect(life / 60_000).toBeCloseTo(90, 0);
  const patch = (change: object) => cluster.admin.client.call(patchAccessTokenRoute, { tokenId, ...change });
  expect((await patch({ description: 'weekly job' })).tokenInfo?.description).toBe('weekly job');
  expect((await patch({ setRevoked: true })).tokenInfo).toMatchObject({ revoked: true, description: 'weekly job' });
  expect(await failureOf(client.call(getMeRoute, {}))).toBe('Unauthenticated: user access token revoked');
  expect(await failureOf(patch({ description: 'x' }))).toMatch(/^FailedPrecondition/);
  expect(await list({ tokenIds: [tokenId] })).toEqual([]);
  expect(await list({ tokenIds: [tokenId], showInactive: true })).toHaveLength(1);
});

test('a life is a duration up to the longest the cluster allows', async () => {
  const days = async (lifespan?: string) => {
    const { tokenId } = await create(lifespan === undefined ? {} : { lifespan });
    const [info] = await list({ tokenIds: [tokenId] });
    return (Date.parse(info?.expiry ?? '') - Date.parse(info?.createdAt ?? '')) / 86_400_000;
  };
  expect(await days()).toBeCloseTo(30, 1);
  expect(await days('-1')).toBeCloseTo(30, 1);
  expect(await days('48h')).toBeCloseTo(2, 1);
  for (const bad of ['soon', '', '-5h', '0', '100000h', '5']) {
    expect(await failureOf(create({ lifespan: bad }))).toMatch(/^InvalidArgument/);
  }
  expect(await failureOf(create({ userId: 9999 }))).toMatch(/^NotFound/);
});

test('lists go by user, id and order; others’ tokens are for admins', async () => {
  const [a, b] = [await create({ description: 'b' }), await create({ description: 'A' })];
  const ids = async (query: object, user = cluster.admin) =>
    (await list({ tokenIds: [a.tokenId, b.tokenId], ...query }, user)).map(({ id }) => id);
  expect(await ids({})).toEqual([a.tokenId, b.tokenId]);
  expect(await ids({ sortBy: 'SORT_BY_DESCRIPTION' })).toEqual([b.tokenId, a.tokenId]);
  expect(await ids({ orderBy: 'ORDER_BY_DESC', limit: 1 })).toEqual([b.tokenId]);
  expect(await ids({ username: 'admin' })).toEqual([]);
  const own = withToken(a.token);
  const mine = await own.call(getAccessTokensRoute, { username: plain.username });
  expect(mine.tokenInfo.every(({ userId }) => userId === plain.id)).toBe(true);
  expect(await failureOf(own.call(getAccessTokensRoute, {}))).toMatch(/^PermissionDenied/);
  expect(await failureOf(own.call(getAccessTokensRoute, { username: 'admin' }))).toMatch(/^PermissionDenied/);
});

test('deactivating a user revokes his tokens for good', async () => {
  const { token } = await create();
  const activate = (active: boolean) =>
    cluster.admin.client.call(patchUserRoute, { userId: plain.id, user: { active } });
  await activate(false);
  await activate(true);
  expect(await failureOf(withToken(token).call(getMeRoute, {}))).toBe('Unauthenticated: user access token revoked');
});
