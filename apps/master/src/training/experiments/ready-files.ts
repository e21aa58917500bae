import { notFound } from '@determined/contract/errors.ts';
import { sql } from 'kysely';
import { archiveCache } from '#platform/archives/archive-cache.ts';
import type { PackedFiles } from '#platform/archives/pack-now.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Context } from '#platform/http/context.ts';
import { noteModelDefinition } from '../life/shared/experiment-store.ts';
import { readArchive } from '../shared/read-archive.ts';
import { missingScript } from './missing-script.ts';
import { namedList } from './named-list.ts';
import type { PreparedExperiment } from './prepare-experiment.ts';

/** An experiment's files, packed and looked through: what is left to do is to store them. */
export interface ReadyFiles {
  /** Those that came with it, or the experiment whose files it takes. */
  from: Buffer | number;
  hash: string;
  /** What is likely a mistake. */
  caution: string | undefined;
}

/** Before the transaction that stores them: unpacking takes as long as the files are many. A fork takes its parent's. */
export async function readyFiles(
  ctx: Context,
  prepared: PreparedExperiment,
  sent: PackedFiles | undefined,
): Promise<ReadyFiles | undefined> {
  const { parentId } = prepared;
  if (parentId === null) {
    if (!sent) return undefined;
    const caution = await entrypointCaution(prepared, async () => sent.paths);
    return { from: sent.archive, hash: sent.hash, caution };
  }
  const parent = await ctx.db
    .selectFrom('experiment_model_definitions')
    .select('hash')
    .where('experiment_id', '=', parentId)
    .executeTakeFirst();
  if (!parent) return undefined;
  const { hash } = parent;
  const stored = { hash, read: () => readArchive(ctx.db, parentId) };
  const caution = await entrypointCaution(prepared, () =>
    archiveCache(ctx.master).use(stored, `user ${ctx.user.id}`, async ({ entries }) =>
      entries.filter(({ type }) => type !== 'directory').map(({ path }) => path),
    ),
  );
  return { from: parentId, hash, caution };
}

/** A fork's are copied inside the database. */
export async function storeFiles(tx: Tx, id: number, { from, hash, caution }: ReadyFiles): Promise<void> {
  const archive =
    typeof from === 'number'
      ? sql`(select archive from experiment_model_definitions where experiment_id = ${from})`
      : sql`${from}::bytea`;
  const { rows } = await sql`
    insert into experiment_model_definitions (experiment_id, archive, hash, entrypoint_caution)
    select ${id}::int, archive, ${hash}::text, ${caution ?? null}::text from (select ${archive} as archive) a where archive is not null
    returning experiment_id`.execute(tx);
  if (rows.length === 0) throw notFound('experiment', String(from));
  await noteModelDefinition(tx, id);
}

async function entrypointCaution(
  { config, managed }: PreparedExperiment,
  pathsOf: () => Promise<string[]>,
): Promise<string | undefined> {
  if (!managed) return undefined;
  const paths = await pathsOf();
  const missing = missingScript(config.entrypoint, paths);
  if (missing === undefined) return undefined;
  return `The entrypoint names ${missing}, which is not among the experiment's files: ${namedList(paths)}.`;
}
