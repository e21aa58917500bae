import { invalidArgument } from '@determined/contract/errors.ts';
import type { StoredArchive } from '#platform/archives/archive-cache.ts';
import type { PackedFiles } from '#platform/archives/pack-now.ts';
import type { Context } from '#platform/http/context.ts';
import {
  configuredPackages,
  type NeededPackages,
  sentArchive,
} from '../../tasks/environments/shared/configured-packages.ts';
import type { ExperimentConfig } from '../shared/config/experiment-config-format.ts';
import { readArchive } from '../shared/read-archive.ts';
import type { PreparedExperiment } from './prepare-experiment.ts';

/** Whether the requirements lie among the experiment's files. */
export const namesFile = ({ environment }: Pick<ExperimentConfig, 'environment'>): boolean =>
  typeof environment.python?.requirements === 'string';

/**
 * The packages that an experiment's tasks need besides; undefined where it asks for none. Files of requirements are among
 * those that come with it, or its parent's, as which an experiment that goes on is its own.
 */
export async function neededPackages(
  ctx: Context,
  { config, parentId, managed }: Pick<PreparedExperiment, 'config' | 'parentId' | 'managed'>,
  sent: PackedFiles | undefined,
): Promise<NeededPackages | undefined> {
  if (!managed || !config.environment.python) return undefined;
  const own = sent && sentArchive(sent);
  return configuredPackages(ctx.master, config.environment.python, {
    files: namesFile(config) && parentId !== null ? await ofParent(ctx, parentId) : own,
    whose: "the experiment's",
    by: `user ${ctx.user.id}`,
    refuse: (message) => invalidArgument(`invalid experiment configuration: config is invalid: ${message}`),
  });
}

async function ofParent({ db }: Context, parentId: number): Promise<StoredArchive | undefined> {
  const row = await db
    .selectFrom('experiment_model_definitions')
    .select('hash')
    .where('experiment_id', '=', parentId)
    .executeTakeFirst();
  return row && { hash: row.hash, read: () => readArchive(db, parentId) };
}
