import type { ReceiptAct } from '@determined/contract/training/receipt-facts.ts';
import * as calls from '@determined/contract/training/runs-routes.ts';
import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { Context } from '#platform/http/context.ts';
import { attemptRun, type RunAct } from '../../runs/shared/attempt-run.ts';
import * as acts from '../../runs/shared/run-acts.ts';
import type { Given } from '../receipt-tables.ts';
import { rightOf } from './ask-right.ts';
import type { Deed, Turn } from './deed.ts';
import { checkGoal } from './experiment-deeds.ts';

/** By the rule, the rights and the act of the compatible bulk call. */
function byCall(route: Parameters<typeof rightOf>[0], act: RunAct): Deed {
  return {
    right: rightOf(route),
    attempt: async (ctx, tx, turns) => {
      const done = new Map<number, { was?: Given }>();
      for (const { id } of turns) if ((await attemptRun(ctx, tx, id, act)).acted) done.set(id, {});
      return done;
    },
  };
}

const move: Deed = {
  right: rightOf(calls.moveRunsRoute),
  attempt: async (ctx, tx, turns) => {
    for (const goal of new Set(turns.map(({ given }) => given.projectId))) await checkGoal(ctx, goal, tx);
    const done = new Map<number, { was?: Given }>();
    for (const turn of turns) if (!done.has(turn.id)) await moveOne(ctx, tx, turn, done);
    return done;
  },
};

/** With its search goes what else of it was chosen: that is done as well, in this batch or by one before. */
async function moveOne(ctx: Context, tx: Tx, turn: Turn, done: Map<number, { was?: Given }>): Promise<void> {
  const { id, given, receipt } = turn;
  const from = await projectOf(tx, id);
  if (from !== given.projectId) {
    const { ids } = await attemptRun(ctx, tx, id, acts.moveTo(given.projectId ?? 0));
    for (const one of ids) if (from !== undefined) done.set(one, { was: { projectId: from } });
    return;
  }
  const before = await sql<{ was: Given | null }>`
    select i.was from receipt_items i join trials other on other.id = i.item_id
    where i.receipt_id = ${receipt.id} and i.result = 'done'
      and other.experiment_id = (select experiment_id from trials where id = ${id}) limit 1`.execute(tx);
  const [first] = before.rows;
  if (first) done.set(id, first.was ? { was: first.was } : {});
}

async function projectOf(tx: Tx, runId: number): Promise<number | undefined> {
  const asked = tx.selectFrom('trials as t').innerJoin('experiments as e', 'e.id', 't.experiment_id');
  return (await asked.select('e.project_id').where('t.id', '=', runId).executeTakeFirst())?.project_id;
}

export const runDeeds: Partial<Record<ReceiptAct, Deed>> = {
  activate: byCall(calls.resumeRunsRoute, acts.resume),
  pause: byCall(calls.pauseRunsRoute, acts.pause),
  kill: byCall(calls.killRunsRoute, acts.kill),
  archive: byCall(calls.archiveRunsRoute, acts.archive),
  unarchive: byCall(calls.unarchiveRunsRoute, acts.unarchive),
  move,
  delete: byCall(calls.deleteRunsRoute, acts.remove),
};
