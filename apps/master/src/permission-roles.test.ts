import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EntityKind } from '@determined/contract/entities.ts';
import { viewPermissions } from '@determined/contract/permissions.ts';
import { type DevCluster, type DevUser, startDevCluster } from '@determined/dev-cluster/dev-cluster.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allRoutes } from './app.ts';
import { closedOpenings, type Opening } from './testing/closed-openings.ts';
import { built, requestOf, rpcOf } from './testing/permission-requests.ts';
import type { World } from './testing/permission-world.ts';
import { isRecorded, refusalWords } from './testing/refusal-words.ts';
import { actorHolds, RolesWorld } from './testing/roles-world.ts';
import vectors from './vectors/permissions-with-roles.json' with { type: 'json' };

// Who was measured to get past the platform's check of permissions with roles in force: every call that is built, each
// variant, on a thing in workspace A, in B, and outside. `npm run permissions` asks every actor, `npm test` some of each row.

const whole = process.env.DET_PERMISSIONS === 'all';
const marks: Record<string, Outcome> = { '+': 'allowed', '0': 'missing', '-': 'forbidden', '?': 'unauthenticated' };
type Outcome = 'allowed' | 'missing' | 'forbidden' | 'unauthenticated';

interface Cell {
  target: string;
  call: string;
  measured: Record<string, Outcome>;
}
const cells: Cell[] = vectors.rows.flatMap(({ target, answers, calls }) =>
  calls.map((call) => ({
    target,
    call,
    measured: Object.fromEntries(
      vectors.actors.flatMap((actor, i) => {
        const outcome = marks[answers[i] ?? ''];
        return outcome ? [[actor, outcome]] : [];
      }),
    ),
  })),
);
const ofInteractiveWork = /notebook|tensorboard\]|shell|command/;
const rawRoutes = allRoutes.flatMap((entry) =>
  entry.kind === 'raw' && entry.built
    ? [{ name: `${entry.method} ${entry.path.replace(/:\w+/g, ':')}`, needs: entry.needs }]
    : [],
);
const rawPaths = rawRoutes.map(({ name }) => name);
const isBuilt = ({ call, target }: Cell) =>
  target !== 'global' &&
  // Of a checkpoint elsewhere: registry/models/versions.
  !call.includes('registered it as a version') &&
  (call.includes(' /')
    ? rawPaths.includes(rpcOf(call).replace(/:\w+/g, ':'))
    : built.has(rpcOf(call)) && !ofInteractiveWork.test(call));
const played = cells.filter(isBuilt);

let cluster: DevCluster;
let roles: RolesWorld;
const folder = mkdtempSync(join(tmpdir(), 'determined-roles-'));
beforeAll(async () => {
  const file = join(folder, 'master.yaml');
  writeFileSync(
    file,
    'launch_error: false\nresource_pools: [{pool_name: default}, {pool_name: extra}]\nsecurity: {authz: {type: rbac, strict_job_queue_control: true}}\n',
  );
  cluster = await startDevCluster({ env: { DET_CONFIG_FILE: file } });
  roles = new RolesWorld(cluster);
  await roles.start(vectors.actors);
});
afterAll(async () => {
  await cluster.stop();
  rmSync(folder, { recursive: true });
});

/** What is gone, or elsewhere, or named otherwise for whoever comes next. */
const spoils =
  /^(Delete|Move|Remove|KillTrial|PatchTemplateName|PatchModel \[workspaceName|CheckpointsRemoveFiles|PatchUser \[other|PATCH \/users|SetUserPassword \[other)/;
/** Need what others have not ended or named anew. */
const alone =
  /\[managed trial\]|by name in the config|Runs$|^(KillTrial|ContinueExperiment|ReportTrialSearcherEarlyExit)/;
/** Things are shared by so many calls. */
const lasts = whole ? 12 : 80;
const worlds = new Map<string, { made: Promise<Omit<World, 'actor'>>; left: number }>();

function worldFor(target: string, fresh: boolean): Promise<Omit<World, 'actor'>> {
  if (fresh) return roles.make(target);
  const known = worlds.get(target);
  if (known && known.left-- > 0) return known.made;
  const made = roles.make(target);
  worlds.set(target, { made, left: lasts });
  return made;
}

async function tokenOf(userId: number): Promise<number> {
  const body = JSON.stringify({ userId });
  const reply = await cluster.fetch('/api/v1/tokens', { method: 'POST', token: roles.userOf('admin').token, body });
  return ((await reply.json()) as { tokenId: number }).tokenId;
}

/** Calls that answer when something happens. Whoever is refused is told at once. */
const waiting = /^(AllocationPreemptionSignal|AllocationAllGather|AllocationRendezvousInfo)/;
/** Of nothing that is there: past the check they are told so. */
const ofNothing = /missing\]|unknown agent/;

/** What is asked for is seen, and has no such thing in it. */
const withoutContent =
  /no validations for experiment|file not found|file 'x' not found|checkpoint archive failed|resources '1' not found|binding of pool|pin of workspace|operation not supported|default binding/;

async function outcome(call: string, world: World, token: string | undefined): Promise<string> {
  const { method, path, body } = await requestOf(call, world, tokenOf);
  const given = method === 'GET' || body === undefined ? {} : { body: JSON.stringify(body) };
  const follows = built.get(rpcOf(call))?.streaming ?? false;
  const patience = follows || waiting.test(call) ? { signal: AbortSignal.timeout(500) } : {};
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
  if (reply.status === 403) return 'forbidden';
  if (reply.ok && /"error":"[^"]*(permission|only admin|access denied)/i.test(text)) return 'forbidden';
  if (reply.status === 404) return ofNothing.test(call) || withoutContent.test(text) ? 'allowed' : 'missing';
  if (reply.ok && /"error":"[^"]*not found/i.test(text)) return 'missing';
  return reply.status >= 500 ? `${reply.status} ${text}` : 'allowed';
}

/** Name on the way what they are about. */
const placed: [calls: RegExp, kind: EntityKind][] = [
  [/^(AssignRoles|RemoveAssignments|SearchRolesAssignableToScope)/, 'workspace'],
  [/^UpdateJobQueue|^POST \/task-logs|^ReportTrialSourceInfo/, 'experiment'],
  [/^PutTemplate/, 'template'],
  [/^PostModel( |$)/, 'workspace'],
  [/^PostModelVersion \[model of Alpha/, 'checkpoint'],
  [/^GetCheckpoint$/, 'checkpoint'],
  [/^CreateGenericTask \[into Alpha, (child|forked)/, 'genericTask'],
];

/** Whether the actor sees what the call is about. */
function sees(call: string, actor: string, target: string): boolean {
  // Beta as well.
  if (/^(Patch|Move)Model .*Beta/.test(call) && !actorHolds(actor, 'VIEW_WORKSPACE', 'B')) return false;
  const raw = rawRoutes.find(({ name }) => name === rpcOf(call).replace(/:\w+/g, ':'));
  const kind = (built.get(rpcOf(call)) ?? raw)?.needs.on;
  const onTheWay = placed.find(([calls]) => calls.test(call))?.[1];
  const view = viewPermissions[(onTheWay ?? kind) as EntityKind];
  return view === undefined || view === 'none' || actorHolds(actor, view, target);
}

const openingOf = (call: string, target: string): Opening | undefined =>
  closedOpenings.find(({ calls, on }) => calls.test(call) && (on === undefined || on === target));

/** Why an answer may be another than the measured one; undefined: nobody has decided that. */
function reasonFor({ call, target, measured }: Cell, actor: string, found: string): string | undefined {
  const was = measured[actor];
  const opening = openingOf(call, target);
  if (opening) {
    const may = opening.may(actor, target);
    const expected = may
      ? ['allowed']
      : actor === 'nobody'
        ? ['unauthenticated']
        : sees(call, actor, target)
          ? ['forbidden']
          : ['missing', 'forbidden'];
    if (expected.includes(found)) return opening.because;
  }
  if (was === 'missing' && found === 'forbidden' && sees(call, actor, target))
    return 'Do not copy: 404 although the caller sees it';
  if (was === 'forbidden' && found === 'missing' && !sees(call, actor, target))
    return 'Do not copy: 403 where an unknown id gives 404';
  return undefined;
}

/** Some actors of a row: one of each answer, others each time. */
function sampleOf({ measured }: Cell, row: number): string[] {
  const actors = Object.keys(measured);
  if (whole) return actors;
  const picked = new Set<string>();
  for (const answer of ['allowed', 'missing', 'forbidden'] as const) {
    const such = actors.filter((actor) => measured[actor] === answer);
    const one = such[(row * 7) % such.length];
    if (one) picked.add(one);
  }
  const another = actors[(row * 5) % actors.length];
  if (another) picked.add(another);
  return [...picked];
}

/** With a model or version of the actor's, who might have made it when he had another role. */
async function withOwnModel<W extends Omit<World, 'actor'>>(call: string, world: W, { id }: DevUser): Promise<W> {
  const ofModel = call.includes("of another's model") ? 1 : id;
  const model = `own ${randomUUID()}`;
  await sql`insert into models (name, description, labels, metadata, notes, workspace_id, user_id)
    values (${model}, '', '{}', '{}', '', ${world.workspace}, ${ofModel})`.execute(cluster.master.db);
  await sql`insert into model_versions (model_id, version, checkpoint_uuid, name, comment, labels, metadata, notes, user_id)
    select m.id, 1, ${world.registered}, '', '', '{}', '{}', '', ${id} from models m where name = ${model}`.execute(
    cluster.master.db,
  );
  return { ...world, model };
}

let equal = 0;
const differing = new Map<string, number>();
/** Of those who are refused there and here. */
const refusals: Record<string, readonly string[] | undefined> = vectors.refusals;

/** Where the platform asks in another order, so that another permission is the first that is lacking. */
const askedInOrder: Record<string, string> = {
  'MoveExperiment [to Alpha2 (same rights)]': 'PERMISSION_TYPE_DELETE_EXPERIMENT',
  'MoveExperiment [to Beta]': 'PERMISSION_TYPE_DELETE_EXPERIMENT',
};
const unknown: string[] = [];
/** What was answered last, for who has to find out why. */
const texts = new Map<string, string>();

describe('who may with roles in force, as measured', () => {
  test.each(played.map((cell, row) => [`${cell.call} on ${cell.target}`, cell, row] as const))(
    '%s',
    async (_name, cell, row) => {
      const { target, call, measured } = cell;
      const actors = sampleOf(cell, row);
      const strict = cluster.master.config.security.authz;
      strict.strict_job_queue_control = !call.includes('strict control off');
      const ask = async (actor: string, given: Omit<World, 'actor'>) => {
        if (actor === 'nobody') return outcome(call, { ...given, actor: roles.userOf('admin') }, undefined);
        // Signing out and a new password end the sessions of whoever asks: not of those who ask on.
        const ends = /^Logout|SetUserPassword \[self/.test(call);
        const asker = ends ? await roles.anew(actor) : roles.userOf(actor);
        const world = /\[own (model|version)/.test(call) ? await withOwnModel(call, given, asker) : given;
        const found = await outcome(call, { ...world, actor: asker }, asker.token);
        if (call.startsWith('SetUserPassword [self')) roles.users[actor] = await roles.anew(actor);
        return found;
      };
      const found: Record<string, string> = {};
      // Whoever is refused changes nothing.
      const refused = actors.filter((actor) => measured[actor] !== 'allowed');
      const world = await worldFor(target, spoils.test(call) || alone.test(call));
      const together = async (some: readonly string[]) => {
        await Promise.all(
          some.map(async (actor) => {
            found[actor] = await ask(actor, world);
          }),
        );
      };
      const allowed = actors.filter((actor) => measured[actor] === 'allowed');
      if (spoils.test(call)) {
        await together(refused);
        for (const [i, actor] of allowed.entries())
          found[actor] = await ask(actor, i === 0 ? world : await roles.make(target));
      } else {
        await together(refused);
        await together(allowed);
      }
      const unexplained: Record<string, string> = {};
      for (const actor of actors) {
        const answer = found[actor] ?? '';
        if (answer === measured[actor]) {
          equal += 1;
          const recorded = answer === 'forbidden' ? refusals[call] : undefined;
          if (!recorded) continue;
          const words = refusalWords(texts.get(`${call} ${roles.users[actor]?.username}`) ?? '');
          const own = askedInOrder[call];
          if (!isRecorded(words, own ? [`access denied; required permissions: ${own}`] : recorded))
            unexplained[actor] = `refused by ${words}, not ${recorded.join(' or ')}`;
          continue;
        }
        const reason = reasonFor(cell, actor, answer);
        if (reason) differing.set(reason, (differing.get(reason) ?? 0) + 1);
        else
          unexplained[actor] =
            `${measured[actor]} measured, ${answer} here: ${texts.get(`${call} ${roles.users[actor]?.username}`) ?? ''}`;
      }
      for (const [actor, words] of Object.entries(unexplained))
        unknown.push(`${call} on ${target}: ${actor}: ${words}`);
      expect(unexplained).toEqual({});
    },
  );
});

test('all that is built has been played', () => {
  expect(cells).toHaveLength(697);
  // Grows with what is built; the rest is of calls that are not.
  expect(played.length).toBeGreaterThanOrEqual(500);
  const left = Map.groupBy(
    cells.filter((cell) => !isBuilt(cell)),
    ({ call }) => rpcOf(call),
  );
  const lines = [
    `${equal} answers as measured, of ${played.length} rows ${whole ? 'every actor' : 'some actors'}`,
    ...[...differing].map(([reason, n]) => `${n} otherwise: ${reason}`),
    `${unknown.length} unexplained`,
    ...unknown,
    `not built: ${[...left].map(([call, of]) => `${call} (${of.length})`).join(', ')}`,
  ];
  console.log(lines.join('\n'));
  expect(equal).toBeGreaterThan(0);
});
