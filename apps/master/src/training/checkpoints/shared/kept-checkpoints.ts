import { invalidArgument } from '@determined/contract/errors.ts';
import type { Db } from '#platform/db/database.ts';
import type { Context } from '#platform/http/context.ts';
import { type Master, perMaster } from '#platform/master.ts';

type Viewer = Pick<Context, 'rights'>;

/** What needs checkpoints to stay. Registered by the slice that refers to them. */
export interface CheckpointKeeper {
  /** Why its checkpoints stay, as the end of `this subset of checkpoints provided …`. */
  says: string;
  /** The same of an experiment that has such checkpoints, as the end of `checkpoints …`. */
  saysOfExperiment: string;
  /** Of these checkpoints those that it needs, each with what for, as far as whoever asks may see that. */
  needed(db: Db, uuids: readonly string[], viewer?: Viewer): Promise<Map<string, string>>;
}

export const checkpointKeepers = perMaster((): CheckpointKeeper[] => []);

/** Refuses where something needs one of these checkpoints. Facts: platform semantics 5.7. */
export async function refuseNeeded(
  master: Master,
  db: Db,
  uuids: readonly string[],
  act: 'deleted' | 'patched',
  viewer?: Viewer,
): Promise<void> {
  for (const keeper of checkpointKeepers(master)) {
    const needed = await keeper.needed(db, uuids, viewer);
    if (needed.size === 0) continue;
    const each = [...needed].map(([uuid, what]) => `${uuid}, ${what}`).join('; ');
    throw invalidArgument(`this subset of checkpoints provided ${keeper.says} and cannot be ${act}: ${each}.`);
  }
}

/** Refuses where something needs a checkpoint of one of these experiments. Facts: platform semantics 1.1. */
export async function refuseExperimentsNeeded(master: Master, db: Db, experimentIds: readonly number[]): Promise<void> {
  const needed = await neededExperiment(master, db, experimentIds);
  if (needed) throw invalidArgument(needed.why);
}

/** One of these experiments of which something needs a checkpoint, and why it cannot be deleted. */
export async function neededExperiment(
  master: Master,
  db: Db,
  experimentIds: readonly number[],
): Promise<{ id: number; why: string } | undefined> {
  const stored = await db
    .selectFrom('checkpoints')
    .select(['uuid', 'experiment_id'])
    .where('experiment_id', '=', (eb) => eb.fn.any(eb.val(experimentIds)))
    .where('state', '<>', 'DELETED')
    .orderBy('experiment_id')
    .execute();
  const uuids = stored.map(({ uuid }) => uuid);
  for (const keeper of checkpointKeepers(master)) {
    const needed = await keeper.needed(db, uuids);
    const found = stored.find(({ uuid }) => needed.has(uuid));
    if (found) return { id: found.experiment_id ?? 0, why: `checkpoints ${keeper.saysOfExperiment}` };
  }
  return undefined;
}

/** Those of these checkpoints that nothing needs. */
export async function notNeeded(master: Master, db: Db, uuids: readonly string[]): Promise<string[]> {
  const needed = new Set<string>();
  for (const keeper of checkpointKeepers(master)) {
    for (const uuid of (await keeper.needed(db, uuids)).keys()) needed.add(uuid);
  }
  return uuids.filter((uuid) => !needed.has(uuid));
}

/** What opens a checkpoint to a caller besides a right on its experiment. Registered by the slice that knows. */
export type CheckpointOpener = (db: Db, viewer: Pick<Context, 'rights'>, uuid: string) => Promise<boolean>;

export const checkpointOpeners = perMaster((): CheckpointOpener[] => []);

/** Throws where the caller may not see the checkpoint, as where there is none. */
export async function requireCheckpoint(ctx: Context, uuid: string, db: Db = ctx.db): Promise<void> {
  for (const opens of checkpointOpeners(ctx.master)) if (await opens(db, ctx, uuid)) return;
  await ctx.require('checkpoint', uuid, db);
}
