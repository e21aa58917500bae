import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { postUserRoute } from '@determined/contract/identity/users-routes.ts';
import { postModelRoute, postModelVersionRoute } from '@determined/contract/registry/models-routes.ts';
import { type DevCluster, type DevUser, startDevCluster } from '@determined/dev-cluster/dev-cluster.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allRoutes } from './app.ts';
import { built, requestOf, rpcOf } from './testing/permission-requests.ts';
import { newPlaces, newThings, nothing, type World } from './testing/permission-world.ts';
import { isRecorded, refusalWords } from './testing/refusal-words.ts';
import vectors from './vectors/permissions-without-roles.json' with { type: 'json' };
import refusals from './vectors/refusals-without-roles.json' with { type: 'json' };

// Who was measured to get past the platform's check of permissions without roles: every call that is built, each
// variant, on a thing in workspace A (of `wsowner`, the thing of `owner`) and in B (of an admin, the thing of `owner`).

/** What differs here on purpose: who may in the place of those who were measured. */
const decided: Record<string, readonly string[]> = {
  // Nobody may in bulk what he may not one by one.
  'PatchUsers [other, activate]': ['admin'],
  DeleteExperiments: ['owner', 'admin'],
  DeleteRuns: ['owner', 'admin'],
  // Nobody is told which tokens there are whose change is not his business.
  'PatchAccessToken [missing]': ['admin'],
  'POST /task-logs [trial]': ['plain', 'owner', 'wsowner', 'admin'],
  'GET /debug/prom/metrics': ['admin'],
};
/** The owner of a project may archive, move and delete it: here he may change it, too. */
const ownersToo = /^PatchProject \[/;
/** Open to nobody without a token there, and to everybody here, who then sees less. */
const openHere = ['GET /health'];

let cluster: DevCluster;
const users: Record<string, DevUser> = {};
const folder = mkdtempSync(join(tmpdir(), 'determined-replay-'));
beforeAll(async () => {
  const file = join(folder, 'master.yaml');
  // Nobody may bind the pool that is the default.
  writeFileSync(file, 'launch_error: false\nresource_pools: [{pool_name: default}, {pool_name: extra}]\n');
  cluster = await startDevCluster({ env: { DET_CONFIG_FILE: file } });
  users.admin = cluster.admin;
  for (const name of ['plain', 'owner', 'wsowner']) users[name] = await cluster.newUser();
});
afterAll(async () => {
  await cluster.stop();
  rmSync(folder, { recursive: true });
});

const userOf = (name: string) => users[name] ?? cluster.admin;

/** What only some may do is mostly done to places and accounts; what everybody may, to all there is. */
async function newWorld(target: string, actorName: string, everything: boolean): Promise<World> {
  const actor = userOf(actorName);
  if (target !== 'A' && target !== 'B') return { ...nothing, actor, other: await newAccount() };
  const host = userOf(target === 'A' ? 'wsowner' : 'admin').client;
  const { client } = userOf('owner');
  const things = await (everything ? newThings(cluster.master.db, host, client) : newPlaces(host, client));
  return { ...things, actor, other: { id: 1, username: 'admin' } };
}

async function withOwnModel(world: World): Promise<World> {
  const model = `model ${randomUUID()}`;
  await world.actor.client.call(postModelRoute, { name: model, workspaceId: world.workspace });
  await world.actor.client.call(postModelVersionRoute, { modelName: model, checkpointUuid: world.registered });
  return { ...world, model };
}

/** Nobody signs in to it. */
async function newAccount(): Promise<World['other']> {
  const username = `other-${randomUUID()}`;
  const { user } = await cluster.admin.client.call(postUserRoute, { user: { username, active: true } });
  return { id: user?.id ?? 0, username };
}

async function tokenOf(userId: number): Promise<number> {
  const body = JSON.stringify({ userId });
  const reply = await cluster.fetch('/api/v1/tokens', { method: 'POST', token: cluster.admin.token, body });
  return ((await reply.json()) as { tokenId: number }).tokenId;
}

/** Calls that answer when something happens. Whoever is refused is told at once. */
const waiting = /^(AllocationPreemptionSignal|AllocationAllGather|AllocationRendezvousInfo)/;

/** Past the check, whatever follows; `unauthenticated` and `forbidden` as the platform's tables have it. */
async function outcome(call: string, world: World, token: string | undefined): Promise<string> {
  const { method, path, body } = await requestOf(call, world, tokenOf);
  const given = method === 'GET' || body === undefined ? {} : { body: JSON.stringify(body) };
  const follows = built.get(rpcOf(call))?.streaming ?? false;
  const patience = follows || waiting.test(call) ? { signal: AbortSignal.timeout(1_000) } : {};
  let reply: Response;
  let text: string;
  try {
    reply = await cluster.fetch(path, { method, ...given, ...patience, ...(token === undefined ? {} : { token }) });
    text = follows && reply.ok ? '' : await reply.text();
  } catch (error) {
    if (error instanceof Error && error.name === 'TimeoutError') return 'allowed';
    throw error;
  }
  if (follows) await reply.body?.cancel().catch(() => {});
  texts.set(`${call} ${world.actor.username}`, text);
  if (reply.status === 401) return 'unauthenticated';
  // Of calls for many each item has its own answer.
  if (reply.status === 403 || (reply.ok && /"error":"[^"]*(permission|only admin)/i.test(text))) return 'forbidden';
  return reply.status >= 500 ? `${reply.status} ${text}` : 'allowed';
}

/** What was answered last. */
const texts = new Map<string, string>();
const recordedRefusals: Record<string, readonly string[] | undefined> = refusals;

interface Cell {
  target: string;
  call: string;
  allowed: readonly string[];
}
const cells: Cell[] = vectors.flatMap(({ target, calls, allowed }) => calls.map((call) => ({ target, call, allowed })));
const ofInteractiveWork = /notebook|tensorboard\]|shell|command/;
const rawPaths = allRoutes.flatMap((entry) =>
  entry.kind === 'raw' && entry.built ? [`${entry.method} ${entry.path.replace(/:\w+/g, ':')}`] : [],
);
const isBuilt = ({ call }: Cell) =>
  call.includes(' /')
    ? rawPaths.includes(rpcOf(call).replace(/:\w+/g, ':'))
    : built.has(rpcOf(call)) && !ofInteractiveWork.test(call);
const played = cells.filter(isBuilt);

test('all that is built is played, in every variant', () => {
  const unmeasured = [...built.keys()].filter((rpc) => !cells.some(({ call }) => rpcOf(call) === rpc));
  // It failed for everybody; the platform had lost the others.
  expect(unmeasured).toEqual([
    'DeleteExperimentLabel',
    'GetSearcherEvents',
    'PostSearcherOperations',
    'GetCurrentTrialSearcherOperation',
    'CompleteTrialSearcherOperation',
  ]);
  expect(cells).toHaveLength(697);
  // Grows with what is built; the rest is of calls that are not.
  expect(played.length).toBeGreaterThanOrEqual(500);
});

const everybody = ['nobody', 'plain', 'owner', 'wsowner', 'admin'];

/** The same for all calls that everybody may make: they leave each other enough to be about. */
const shared = new Map<string, Promise<World>>();
function sharedWorld(target: string, actor: string): Promise<World> {
  const key = `${target} ${actor}`;
  const world = shared.get(key) ?? newWorld(target, actor, true);
  shared.set(key, world);
  return world;
}

describe('who may without roles, as measured', () => {
  test.each(played.map((cell) => [`${cell.call} on ${cell.target}`, cell] as const))('%s', async (_name, cell) => {
    const { target, call } = cell;
    const allowed = [...(decided[call] ?? cell.allowed), ...(ownersToo.test(call) ? ['owner'] : [])];
    const may = (actor: string) => allowed.includes(actor) || openHere.includes(call);
    const ask = async (actor: string, given: World) => {
      const world = /\[own (model|version)/.test(call) && actor !== 'nobody' ? await withOwnModel(given) : given;
      if (actor === 'nobody') return outcome(call, world, undefined);
      // Signing out and a new password end the sessions of whoever asks: not of those who ask on.
      const ends = /^Logout|SetUserPassword \[self/.test(call);
      const asker = ends ? await cluster.newUser() : world.actor;
      return outcome(call, { ...world, actor: asker }, asker.token);
    };
    const found: Record<string, string> = {};
    if (allowed.includes('plain')) {
      await Promise.all(
        everybody.map(async (actor) => {
          found[actor] = await ask(actor, await sharedWorld(target, actor));
        }),
      );
    } else {
      // Who is refused changes nothing.
      let untouched: World | undefined;
      for (const actor of everybody) {
        const world = {
          ...(untouched ?? (await newWorld(target, actor, /trial|Experiment|Runs|Model/.test(call)))),
          actor: userOf(actor),
        };
        untouched = may(actor) ? undefined : world;
        found[actor] = await ask(actor, world);
      }
    }
    const expected = everybody.map((actor) => [
      actor,
      may(actor) ? 'allowed' : actor === 'nobody' ? 'unauthenticated' : 'forbidden',
    ]);
    expect(found).toEqual(Object.fromEntries(expected));
    // One check of the whole call, which speaks of the name.
    const recorded = recordedRefusals[call === 'PatchProject [key]' ? 'PatchProject [name]' : call];
    for (const actor of everybody.filter((one) => recorded && found[one] === 'forbidden')) {
      const words = refusalWords(texts.get(`${call} ${userOf(actor).username}`) ?? '');
      expect(isRecorded(words, recorded ?? []), `${words}, not ${recorded?.join(' or ')}`).toBe(true);
    }
  });
});
