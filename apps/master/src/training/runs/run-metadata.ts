import { notFound } from '@determined/contract/errors.ts';
import type { getRunMetadataRoute, postRunMetadataRoute } from '@determined/contract/training/runs-routes.ts';
import { sql } from 'kysely';
import { publish } from '#platform/bus/bus.ts';
import type { Tx } from '#platform/db/database.ts';
import { inTransaction } from '#platform/db/transaction.ts';
import type { Handler } from '#platform/http/serve.ts';
import { trialChanged } from '../life/shared/trial-events.ts';
import { updateTrial } from '../life/shared/trial-store.ts';
import { flattenMetadata, type MetadataValue } from './flatten-metadata.ts';

export const getRunMetadata: Handler<typeof getRunMetadataRoute> = async ({ runId }, { db }) => {
  const row = await db.selectFrom('trials').select('metadata').where('id', '=', runId).executeTakeFirst();
  if (!row) throw notFound('trial', runId);
  return { metadata: row.metadata ?? {} };
};

/** Replaces what stood there. */
export const postRunMetadata: Handler<typeof postRunMetadataRoute> = async (request, ctx) => {
  const metadata = request.metadata ?? {};
  const values = flattenMetadata(metadata);
  await inTransaction(ctx.db, async (tx) => {
    const row = await updateTrial(tx, request.runId, { metadata: JSON.stringify(metadata) });
    if (!row) throw notFound('trial', request.runId);
    await replaceValues(tx, row.id, values);
    publish(tx, trialChanged, { trialId: request.runId, experimentId: row.experiment_id });
  });
  return { metadata };
};

async function replaceValues(tx: Tx, trialId: number, values: readonly MetadataValue[]): Promise<void> {
  await tx.deleteFrom('run_metadata').where('trial_id', '=', trialId).execute();
  await sql`insert into run_metadata (trial_id, project_id, key, kind, value, time)
    select m.trial_id, m.project_id, v.* from trial_metrics m cross join unnest(
      ${values.map(({ key }) => key)}::text[], ${values.map(({ kind }) => kind)}::text[],
      ${values.map(({ value }) => JSON.stringify(value))}::jsonb[], ${values.map(({ time }) => time)}::timestamptz[]) v
    where m.trial_id = ${trialId}`.execute(tx);
}
