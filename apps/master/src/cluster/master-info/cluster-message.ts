import type {
  deleteClusterMessageRoute,
  getClusterMessageRoute,
  setClusterMessageRoute,
} from '@determined/contract/cluster/master-info-routes.ts';
import { invalidArgument } from '@determined/contract/errors.ts';
import type { ReplyOf } from '@determined/contract/route.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import { inTransaction } from '#platform/db/transaction.ts';
import { goDurationMs } from '#platform/go-duration.ts';
import type { Handler } from '#platform/http/serve.ts';
import { recordAudit } from '../../identity/audit/shared/record-audit.ts';

type Message = NonNullable<ReplyOf<typeof getClusterMessageRoute>['clusterMessage']>;

const longest = 250;

/** Tells everyone something from one time to another; what was said before ends. Facts: platform semantics 10.7. */
export const setClusterMessage: Handler<typeof setClusterMessageRoute> = async (request, ctx) => {
  const { db, master, user } = ctx;
  const { message, endTime, duration } = request;
  if (endTime !== undefined && duration !== undefined)
    throw invalidArgument('EndTime and Duration are mutually exclusive');
  const now = master.clock.now();
  const start = request.startTime ?? now.toISOString();
  const end = duration === undefined ? endTime : addDuration(start, duration);
  if (end !== undefined && Date.parse(end) <= Date.parse(start))
    throw invalidArgument('invalid input, end time must be after start time');
  if (end !== undefined && Date.parse(end) <= now.getTime())
    throw invalidArgument('invalid input, end time must be after current time');
  const length = [...message].length;
  if (length > longest)
    throw invalidArgument(`invalid input: message must be at most ${longest} characters; got ${length}`);
  await inTransaction(db, async (tx) => {
    await endMessages(tx, now);
    await tx
      .insertInto('cluster_messages')
      .values({ message, start_time: start, end_time: end ?? null, created_by: user.id })
      .execute();
    await recordAudit(tx, ctx, { action: 'create', kind: 'clusterMessage', after: { message, start, end } });
  });
  return {};
};

/** The newest message, also before it begins; nothing once it has ended. */
export const getClusterMessage: Handler<typeof getClusterMessageRoute> = async (_request, { db, master }) => ({
  clusterMessage: await newestMessage(db, master.clock.now()),
});

export const deleteClusterMessage: Handler<typeof deleteClusterMessageRoute> = async (_request, ctx) => {
  await inTransaction(ctx.db, async (tx) => {
    await endMessages(tx, ctx.master.clock.now());
    await recordAudit(tx, ctx, { action: 'delete', kind: 'clusterMessage' });
  });
  return {};
};

/** What everyone is to be told now. */
export async function currentMessage(db: Db, now: Date): Promise<Message | undefined> {
  const newest = await newestMessage(db, now);
  return newest && Date.parse(newest.startTime ?? '') <= now.getTime() ? newest : undefined;
}

async function newestMessage(db: Db, now: Date): Promise<Message | undefined> {
  const row = await db.selectFrom('cluster_messages').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirst();
  if (!row || (row.end_time !== null && Date.parse(row.end_time) <= now.getTime())) return undefined;
  return {
    message: row.message,
    startTime: row.start_time,
    endTime: row.end_time ?? undefined,
    createdTime: row.created_time,
  };
}

async function endMessages(tx: Tx, now: Date): Promise<void> {
  await tx
    .updateTable('cluster_messages')
    .set({ end_time: now.toISOString() })
    .where((where) => where.or([where('end_time', 'is', null), where('end_time', '>', now.toISOString())]))
    .execute();
}

function addDuration(start: string, duration: string): string {
  const ms = goDurationMs(duration) ?? 0;
  const end = new Date(Date.parse(start) + ms);
  if (ms <= 0 || Number.isNaN(end.getTime()) || end.getUTCFullYear() > 9999)
    throw invalidArgument('Duration must be a Go-formatted duration string with a positive value');
  return end.toISOString();
}
