import type { CreateExperimentRequest } from '@determined/contract/training/experiments-generated.ts';
import { packFiles } from '#platform/archives/pack-files.ts';
import { inTransaction } from '#platform/db/transaction.ts';
import type { Context } from '#platform/http/context.ts';
import { neededPackages } from '../needed-packages.ts';
import { prepareExperiment } from '../prepare-experiment.ts';
import { readyFiles } from '../ready-files.ts';
import { storeExperiment } from '../store-experiment.ts';

/** For calls of our own: an experiment of the caller, started. */
export async function startExperiment(
  ctx: Context,
  asked: Pick<CreateExperimentRequest, 'config' | 'modelDefinition' | 'projectId'>,
): Promise<number> {
  const prepared = await prepareExperiment(ctx, { ...asked, parentId: 0 });
  const sent = await packFiles(`user ${ctx.user.id}`, { what: 'model definition', files: asked.modelDefinition });
  const packages = await neededPackages(ctx, prepared, sent);
  const files = await readyFiles(ctx, prepared, sent);
  return inTransaction(ctx.db, (tx) => storeExperiment(ctx, tx, prepared, { files, packages, activate: true }));
}
