import type { ReceiptAct } from '@determined/contract/training/receipt-facts.ts';
import * as calls from '@determined/contract/training/runs-routes.ts';
import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import { attemptRuns, type RunAct } from '../../runs/shared/attempt-run.ts';
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
      const done = await attemptRuns(ctx, tx, turns.map(idOf), act);
      return new Map(done.map(({ trial }) => [trial.id, {}]));
    },
  };
}

const idOf = ({ id }: Turn) => id;

/** With its search goes what else of it was chosen: that is done as well, in this batch or by one before. */
const move: Deed = {
  right: rightOf(calls.moveRunsRoute),
  attempt: async (ctx, tx, turns) => {
    const done = new Map<number, { was?: Given }>();
    for (const [goal, some] of Map.groupBy(turns, ({ given }) => given.projectId)) {
      const projectId = await checkGoal(ctx, goal, tx);
      const there = await arrived(tx, some, projectId);
      for (const [id, was] of there) if (was) done.set(id, was);
      const open = some.map(idOf).filter((id) => !there.has(id));
      for (const { trial, experiment } of await attemptRuns(ctx, tx, open, acts.moveTo(projectId)))
        done.set(trial.id, { was: { projectId: experiment.project_id } });
    }
    return done;
  },
};

/** Those that are there already: by this receipt, with where it took their search from, or without it. */
async function arrived(
  tx: Tx,
  turns: readonly Turn[],
  goal: number,
): Promise<Map<number, { was?: Given } | undefined>> {
  const [first] = turns;
  const { rows } = await sql<{ id: number; moved: boolean; was: Given | null }>`
    select t.id, before.was is not null as moved, before.was from trials t join experiments e on e.id = t.experiment_id
    left join lateral (
      select i.was from receipt_items i join trials other on other.id = i.item_id
      where i.receipt_id = ${first?.receipt.id ?? null} and i.result = 'done' and other.experiment_id = e.id limit 1) before on true
    where t.id = any(${turns.map(idOf)}::int[]) and e.project_id = ${goal}`.execute(tx);
  return new Map(rows.map(({ id, moved, was }) => [id, moved && was ? { was } : undefined]));
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
