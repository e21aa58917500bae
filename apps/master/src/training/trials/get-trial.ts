import { notFound } from '@determined/contract/errors.ts';
import type { getTrialByExternalIDRoute, getTrialRoute } from '@determined/contract/training/trials-routes.ts';
import type { Context } from '#platform/http/context.ts';
import type { Handler } from '#platform/http/serve.ts';
import { visible } from '../../identity/roles/shared/visible.ts';
import { joinedTrials, trialViews } from './shared/trial-view.ts';

export const getTrial: Handler<typeof getTrialRoute> = async ({ trialId }, ctx) => ({
  trial: await shownTrial(ctx, trialId),
});

/** By the names that the client gave to an unmanaged experiment and its trial. */
export const getTrialByExternalId: Handler<typeof getTrialByExternalIDRoute> = async (request, ctx) => {
  const row = await joinedTrials(ctx.db)
    .where('e.external_id', '=', request.externalExperimentId)
    .where('t.external_id', '=', request.externalTrialId)
    .where(visible('trial', ctx, { project: 'e.project_id' }))
    .executeTakeFirst();
  if (!row) throw notFound('trial', request.externalTrialId);
  await ctx.require('trial', row.id);
  return { trial: (await trialViews(ctx.master, ctx.db, [row]))[0] ?? null };
};

export async function shownTrial({ master, db }: Pick<Context, 'master' | 'db'>, id: number) {
  const row = await joinedTrials(db).where('t.id', '=', id).executeTakeFirst();
  if (!row) throw notFound('trial', id);
  const [trial] = await trialViews(master, db, [row]);
  return trial ?? null;
}
