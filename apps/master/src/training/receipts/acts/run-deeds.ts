import { patchExperimentRoute, putExperimentLabelRoute } from '@determined/contract/training/experiments-routes.ts';
import type { ReceiptAct } from '@determined/contract/training/receipt-facts.ts';
import * as calls from '@determined/contract/training/runs-routes.ts';
import { putTrialRetainLogsRoute } from '@determined/contract/training/trials-routes.ts';
import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import { recordAudits } from '../../../identity/audit/shared/record-audit.ts';
import { retainLogs as retainLogsOf } from '../../../tasks/tasks/shared/task-store.ts';
import { restoreRuns } from '../../deletion/shared/restore-deleted.ts';
import { editExperiments } from '../../life/shared/experiment-store.ts';
import { attemptRuns, type RunAct } from '../../runs/shared/attempt-run.ts';
import { lockRuns } from '../../runs/shared/lock-runs.ts';
import * as acts from '../../runs/shared/run-acts.ts';
import { retentionDays } from '../../trials/shared/log-retention.ts';
import type { Given } from '../receipt-tables.ts';
import { rightOf } from './ask-right.ts';
import type { Deed, Turn } from './deed.ts';
import { checkGoal } from './experiment-deeds.ts';
import { relabelled, writeNotes } from './tags-and-notes.ts';

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

/** `i`, what the receipt of this turn wrote down of each run that it has acted on, `other`. */
const doneItems = (turn: Turn | undefined) => sql`receipt_items i join trials other on other.id = i.item_id
  where i.receipt_id = ${turn?.receipt.id ?? null} and i.result = 'done'`;

/** Those that are there already: by this receipt, with where it took their search from, or without it. */
async function arrived(
  tx: Tx,
  turns: readonly Turn[],
  goal: number,
): Promise<Map<number, { was?: Given } | undefined>> {
  const [first] = turns;
  const { rows } = await sql<{ id: number; moved: boolean; was: Given | null }>`
    select t.id, before.was is not null as moved, before.was from trials t join experiments e on e.id = t.experiment_id
    left join lateral (select i.was from ${doneItems(first)} and other.experiment_id = e.id limit 1) before on true
    where t.id = any(${turns.map(idOf)}::int[]) and e.project_id = ${goal}`.execute(tx);
  return new Map(rows.map(({ id, moved, was }) => [id, moved && was ? { was } : undefined]));
}

/** A run shows the tags of its search: these are edited, once for all of its runs that were chosen. */
const labels: Deed = {
  right: rightOf(putExperimentLabelRoute),
  attempt: async (ctx, tx, turns) => {
    const given = new Map(turns.map((turn) => [turn.id, turn.given]));
    const runs = await lockRuns(ctx, tx, turns.map(idOf));
    const done = new Map<number, { was: Given }>();
    const edits: Parameters<typeof editExperiments>[1][number][] = [];
    for (const [experiment, alike] of Map.groupBy(runs, (run) => run.experiment)) {
      const [first] = alike;
      const { labels, added, removed } = relabelled(experiment.labels, given.get(first?.trial.id ?? 0) ?? {});
      const changes = added.length + removed.length > 0;
      if (changes) edits.push({ experiment, edit: { labels } });
      const before = changes ? undefined : await doneBefore(tx, turns[0], [experiment.id]);
      const was = changes ? { add: removed, remove: added } : before?.get(experiment.id);
      if (was) for (const { trial } of alike) done.set(trial.id, { was });
    }
    if (edits.length > 0) await editExperiments(tx, edits);
    return done;
  },
};

/** What batches before this one did to the tags or notes of these searches. */
async function doneBefore(tx: Tx, turn: Turn | undefined, searches: readonly number[]): Promise<Map<number, Given>> {
  const { rows } = await sql<{ search: number; was: Given }>`
    select distinct on (t.experiment_id) t.experiment_id as search, before.was from trials t
    join lateral (select was from receipt_items where receipt_id = ${turn?.receipt.id ?? null} and result = 'done'
      and item_id = t.id offset 0) before on true
    where t.experiment_id = any(${[...searches]}::int[])`.execute(tx);
  return new Map(rows.map(({ search, was }) => [search, was]));
}

/** The notes are its search's, as its tags are: written once, whichever of its runs were chosen. */
const notes = (act: 'note' | 'strikeNote'): Deed => ({
  right: rightOf(patchExperimentRoute),
  eachAlone: true,
  attempt: async (ctx, tx, turns) => {
    const given = new Map(turns.map((turn) => [turn.id, turn.given]));
    const runs = await lockRuns(ctx, tx, turns.map(idOf));
    const bySearch = [...Map.groupBy(runs, ({ experiment }) => experiment)];
    const before = await doneBefore(
      tx,
      turns[0],
      bySearch.map(([{ id }]) => id),
    );
    const open = bySearch.filter(([{ id }]) => !before.has(id));
    const written = await writeNotes(
      tx,
      act,
      open.map(([experiment, [first]]) => ({ experiment, given: given.get(first?.trial.id ?? 0) ?? {} })),
    );
    return new Map(
      runs.flatMap(({ trial, experiment }) => {
        const was = before.get(experiment.id);
        const done = was ? { was } : written.get(experiment.id);
        return done ? [[trial.id, done] as const] : [];
      }),
    );
  },
});

const retainLogs: Deed = {
  right: rightOf(putTrialRetainLogsRoute),
  attempt: async (ctx, tx, turns) => {
    await lockRuns(ctx, tx, turns.map(idOf));
    for (const [days, some] of Map.groupBy(turns, ({ given }) => retentionDays(given.days ?? 0))) {
      const tasks = tx
        .selectFrom('trial_tasks')
        .select('task_id')
        .where('trial_id', '=', (eb) => eb.fn.any(eb.val(some.map(idOf))));
      await retainLogsOf(
        tx,
        (await tasks.execute()).map(({ task_id }) => task_id),
        days,
      );
    }
    return new Map(turns.map(({ id }) => [id, {}]));
  },
};

/** As long as the receipt can be taken back. */
const remove: Deed = {
  right: rightOf(calls.deleteRunsRoute),
  attempt: async (ctx, tx, turns) => {
    const until = turns[0]?.receipt.undo_until ?? null;
    const act = acts.remove(until === null ? undefined : new Date(until));
    const done = await attemptRuns(ctx, tx, turns.map(idOf), act);
    return new Map(done.map(({ trial }) => [trial.id, {}]));
  },
};

const restore: Deed = {
  right: rightOf(calls.deleteRunsRoute),
  eachAlone: true,
  attempt: async (ctx, tx, turns) => {
    const runs = await lockRuns(ctx, tx, turns.map(idOf), { deleted: true });
    await restoreRuns(ctx.master, tx, runs, ctx.user.id);
    const after = { deleted: false };
    await recordAudits(
      tx,
      ctx,
      runs.map(({ trial: { id } }) => ({ action: 'change', kind: 'run', id, after })),
    );
    return new Map(runs.map(({ trial }) => [trial.id, {}]));
  },
};

export const runDeeds: Partial<Record<ReceiptAct, Deed>> = {
  activate: byCall(calls.resumeRunsRoute, acts.resume),
  pause: byCall(calls.pauseRunsRoute, acts.pause),
  kill: byCall(calls.killRunsRoute, acts.kill),
  archive: byCall(calls.archiveRunsRoute, acts.archive),
  unarchive: byCall(calls.unarchiveRunsRoute, acts.unarchive),
  move,
  retainLogs,
  labels,
  note: notes('note'),
  strikeNote: notes('strikeNote'),
  delete: remove,
  restore,
};
