import { notFound } from '@determined/contract/errors.ts';
import type { ExtReplyOf, ExtRequestOf } from '@determined/contract/ext-route.ts';
import type { Failure, getFailuresRoute } from '@determined/contract/training/failures-ext-routes.ts';
import { sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';
import type { Context } from '#platform/http/context.ts';
import { readTasks, type ShownLine } from '../../tasks/logs/shared/read-log.ts';
import { runIsGoing } from '../life/shared/shown-state.ts';
import { errorOfLines, signatureOf } from './error-of-lines.ts';

type Route = typeof getFailuresRoute;

/** More are counted and not looked at. */
const mostTrials = 200;
/** Of each log the latest lines: what ends a program stands at its end. */
const mostLines = 500;

/** Why trials of an experiment failed, from their logs and from who saw them end. */
export async function getFailures({ params, query }: ExtRequestOf<Route>, ctx: Context): Promise<ExtReplyOf<Route>> {
  const { experimentId } = params;
  const found = await ctx.db
    .selectFrom('experiments')
    .select('max_restarts')
    .where('id', '=', experimentId)
    .executeTakeFirst();
  if (!found) throw notFound('experiment', experimentId);
  const limit = Math.min(query.limit ?? mostTrials, mostTrials);
  const rows = await failedTrials(ctx.db, experimentId, query.trialId, limit);
  // Counted behind them, as trials go on failing: there are never fewer than are listed.
  const total = await countFailed(ctx.db, experimentId, query.trialId);
  const failures: Failure[] = [];
  for (const row of rows) {
    if (ctx.signal.aborted) break;
    const log = errorOfLines(await latestLines(ctx, row.task_id, row.allocation_id));
    const exit = row.exit_reason ?? '';
    failures.push({
      trialId: row.id,
      taskId: row.task_id,
      at: row.end_time,
      // The failure after which there was none counts there, too.
      restarts: Math.min(row.restarts, found.max_restarts),
      batches: row.total_batches ?? 0,
      nodes: row.nodes ?? [],
      exit,
      log,
      signature: signatureOf(log?.text ?? exit),
    });
  }
  return { total, failures };
}

async function countFailed(db: Db, experimentId: number, trialId: number | undefined): Promise<number> {
  const { count } = await db
    .selectFrom('trials as t')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('experiment_id', '=', experimentId)
    .where('state', '=', 'ERROR')
    .where(sql<boolean>`not ${runIsGoing}`)
    .$if(trialId !== undefined, (some) => some.where('id', '=', trialId ?? 0))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Each with the last of its parts that failed, the newest first. */
function failedTrials(db: Db, experimentId: number, trialId: number | undefined, limit: number) {
  return db
    .selectFrom('trials as t')
    .leftJoin('trial_metrics as m', 'm.trial_id', 't.id')
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('trial_tasks as o')
          .innerJoin('allocations as a', 'a.task_id', 'o.task_id')
          .select(['a.id as allocation_id', 'a.task_id', 'a.end_time', 'a.exit_reason'])
          .select((inner) =>
            inner
              .selectFrom('allocation_places as p')
              .select(sql<string[] | null>`array_agg(distinct p.agent_id) filter (where p.agent_id <> '')`.as('nodes'))
              .whereRef('p.allocation_id', '=', 'a.id')
              .as('nodes'),
          )
          .whereRef('o.trial_id', '=', 't.id')
          .where('a.exit_error', '=', true)
          .orderBy('a.end_time', 'desc')
          .limit(1)
          .as('l'),
      (join) => join.onTrue(),
    )
    .select(['t.id', 't.restarts', 'm.total_batches'])
    .select(['l.allocation_id', 'l.task_id', 'l.end_time', 'l.exit_reason', 'l.nodes'])
    .where('t.experiment_id', '=', experimentId)
    .where('t.state', '=', 'ERROR')
    .where(sql<boolean>`not ${runIsGoing}`)
    .$if(trialId !== undefined, (some) => some.where('t.id', '=', trialId ?? 0))
    .orderBy('l.end_time', 'desc')
    .orderBy('t.id', 'desc')
    .limit(limit)
    .execute();
}

/** In their order; lines of parts before are left out, those of nobody's not. */
async function latestLines(ctx: Context, taskId: string, allocationId: string): Promise<ShownLine[]> {
  const lines: ShownLine[] = [];
  for await (const line of readTasks(ctx, [taskId], { filter: undefined, descending: true, limit: mostLines })) {
    if (line.allocationId === null || line.allocationId === allocationId) lines.push(line);
  }
  return lines.reverse();
}
