import { archiveCache } from '#platform/archives/archive-cache.ts';
import type { Context } from '#platform/http/context.ts';
import { wholeConfig } from '../life/shared/whole-config.ts';
import { redactSecrets } from '../shared/config/redact-secrets.ts';
import { readArchive } from '../shared/read-archive.ts';
import { type Found, leaves, type Made, packageLeaves, settingLeaves } from './compared-paths.ts';
import type { RecordRow } from './read-records.ts';

/** What each of the records was made with, as everybody may read it who sees them. */
export async function readMade(ctx: Context, rows: readonly RecordRow[]): Promise<Made[]> {
  const files = await readFiles(ctx, rows);
  return rows.map((row) => {
    // The format's values are plain JSON.
    const config = redactSecrets(wholeConfig(row)) as unknown as Record<string, unknown>;
    return {
      hyperparameter: leaves(row.hparams ?? {}),
      setting: settingLeaves(config),
      code: files.get(row.code ?? '') ?? new Map(),
      environment: new Map([...leaves(config.environment ?? {}), ...packageLeaves(row.requirements ?? [])]),
    };
  });
}

/** Path → SHA-256 of the content, by archive. Equal archives are looked into once, and not at all where all are the same one. */
async function readFiles({ db, master, user }: Context, rows: readonly RecordRow[]) {
  const archives = new Map(rows.flatMap((row) => (row.code === null ? [] : [[row.code, row.experiment_id] as const])));
  const found = await Promise.all(
    [...archives].map(async ([hash, experimentId]) => {
      const archive = { hash, read: () => readArchive(db, experimentId) };
      const files = await archiveCache(master).use(archive, `user ${user.id}`, async ({ entries }) =>
        entries.flatMap((entry): [string, Found][] => (entry.type === 'file' ? [[entry.path, entry.hash]] : [])),
      );
      return [hash, new Map(files)] as const;
    }),
  );
  return new Map(found);
}
