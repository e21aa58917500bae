import { invalidArgument } from '@determined/contract/errors.ts';
import type { CreateExperimentRequest } from '@determined/contract/training/experiments-generated.ts';
import type { createExperimentRoute, putExperimentRoute } from '@determined/contract/training/experiments-routes.ts';
import { sql } from 'kysely';
import { packFiles } from '#platform/archives/pack-files.ts';
import type { PackedFiles } from '#platform/archives/pack-now.ts';
import { inTransaction } from '#platform/db/transaction.ts';
import type { Context } from '#platform/http/context.ts';
import type { Handler } from '#platform/http/serve.ts';
import { namesFile, neededPackages } from './needed-packages.ts';
import { prepareExperiment } from './prepare-experiment.ts';
import { readyFiles } from './ready-files.ts';
import { shownConfig, shownExperiment } from './shared/experiment-view.ts';
import { storeExperiment } from './store-experiment.ts';

export const createExperiment: Handler<typeof createExperimentRoute> = async (request, ctx) => {
  const prepared = await prepareExperiment(ctx, request);
  const { config, warnings } = prepared;
  const sent = request.validateOnly && !namesFile(config) ? undefined : await packed(ctx, request);
  const packages = await neededPackages(ctx, prepared, sent);
  if (request.validateOnly) return { experiment: {} };
  const files = await readyFiles(ctx, prepared, sent);
  const id = await inTransaction(ctx.db, (tx) =>
    storeExperiment(ctx, tx, prepared, { files, packages, activate: request.activate }),
  );
  // Of the pool this says what was asked for; the experiment says which one was chosen.
  const resources = { ...config.resources, resource_pool: prepared.askedPool };
  return {
    experiment: await shownExperiment(ctx.db, id),
    config: shownConfig({ ...config, resources }),
    warnings,
  };
};

/** Makes an unmanaged experiment under the client's own name for it, or finds it again. Facts: platform semantics 1.8. */
export const putExperiment: Handler<typeof putExperimentRoute> = async (request, ctx) => {
  const asked = request.createExperimentRequest;
  const externalId = request.externalExperimentId;
  if (!asked?.unmanaged) throw invalidArgument('only unmanaged experiments are supported');
  if (asked.parentId !== 0) throw invalidArgument("can't fork into an unmanaged experiment");
  if (externalId.trim() === '') throw invalidArgument('externalExperimentId must not be blank');
  const prepared = await prepareExperiment(ctx, asked);
  const files = await readyFiles(ctx, prepared, await packed(ctx, asked));
  const id = await inTransaction(ctx.db, async (tx) => {
    // Two processes of one detached job may come at once: the second finds what the first has made.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`experiment ${externalId}`}, 0))`.execute(tx);
    const known = await tx
      .selectFrom('experiments')
      .select('id')
      .where('external_id', '=', externalId)
      .executeTakeFirst();
    if (!known) return storeExperiment(ctx, tx, prepared, { files, externalId });
    // The name may be another's, of a project that the caller may not see.
    await ctx.require('experiment', known.id, tx);
    return known.id;
  });
  const experiment = await shownExperiment(ctx.db, id);
  // The caller has just said what it calls it.
  return { experiment: { ...experiment, externalExperimentId: undefined }, config: experiment.config };
};

/** Packed once everything else is known to be good; a fork takes its parent's files instead. */
async function packed(ctx: Context, request: CreateExperimentRequest): Promise<PackedFiles | undefined> {
  if (request.parentId !== 0 || request.modelDefinition.length === 0) return undefined;
  return packFiles(`user ${ctx.user.id}`, { what: 'model definition', files: request.modelDefinition });
}
