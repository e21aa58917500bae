import { invalidArgument, notFound } from '@determined/contract/errors.ts';
import type { getRunMetadataRoute, postRunMetadataRoute } from '@determined/contract/training/runs-routes.ts';
import { publish } from '#platform/bus/bus.ts';
import { inTransaction } from '#platform/db/transaction.ts';
import type { Handler } from '#platform/http/serve.ts';
import { trialChanged } from '../life/shared/trial-events.ts';
import { updateTrial } from '../life/shared/trial-store.ts';

const limits = { keyLength: 50, depth: 10, textLength: 5000, keys: 1000 };

export const getRunMetadata: Handler<typeof getRunMetadataRoute> = async ({ runId }, { db }) => {
  const row = await db.selectFrom('trials').select('metadata').where('id', '=', runId).executeTakeFirst();
  if (!row) throw notFound('trial', runId);
  return { metadata: row.metadata ?? {} };
};

/** Replaces what stood there. */
export const postRunMetadata: Handler<typeof postRunMetadataRoute> = async (request, ctx) => {
  const metadata = request.metadata ?? {};
  checkMetadata(metadata);
  await inTransaction(ctx.db, async (tx) => {
    const row = await updateTrial(tx, request.runId, { metadata: JSON.stringify(metadata) });
    if (!row) throw notFound('trial', request.runId);
    publish(tx, trialChanged, { trialId: request.runId, experimentId: row.experiment_id });
  });
  return { metadata };
};

const refuse = (text: string) => invalidArgument(`error flattening metadata: ${text}`);

/** Keys become column names, so they carry no path characters. */
export function checkMetadata(metadata: Record<string, unknown>): void {
  let keys = 0;
  const visit = (value: unknown, depth: number): void => {
    if (typeof value === 'string' && value.length > limits.textLength) {
      throw refuse(`metadata value exceeds maximum length of ${limits.textLength} characters`);
    }
    if (typeof value === 'string' && (value.includes('\0') || !value.isWellFormed())) {
      throw refuse('metadata values can not contain the character U+0000 or half a surrogate pair');
    }
    if (typeof value !== 'object' || value === null) return;
    if (depth > limits.depth) throw refuse(`metadata exceeds maximum nesting depth of ${limits.depth}`);
    if (Array.isArray(value)) {
      for (const item of value) visit(item, depth + 1);
      return;
    }
    for (const [key, item] of Object.entries(value)) {
      keys += 1;
      if (keys > limits.keys) throw refuse(`metadata exceeds maximum number of ${limits.keys} keys`);
      if (key.length > limits.keyLength)
        throw refuse(`metadata key exceeds maximum length of ${limits.keyLength} characters`);
      if (/[.$[\]]/.test(key)) throw refuse('metadata keys can not contain the following character(s):  $ . [ ]');
      if (key.includes('\0') || !key.isWellFormed())
        throw refuse('metadata keys can not contain the character U+0000 or half a surrogate pair');
      visit(item, depth + 1);
    }
  };
  visit(metadata, 1);
}
