import { invalidArgument } from '@determined/contract/errors.ts';
import * as calls from '@determined/contract/training/experiments-routes.ts';
import type { ReceiptAct } from '@determined/contract/training/receipt-facts.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Context } from '#platform/http/context.ts';
import { recordAudits } from '../../../identity/audit/shared/record-audit.ts';
import { restoreExperiment } from '../../deletion/shared/restore-deleted.ts';
import { attemptActs, type ExperimentAct, requireOfEach } from '../../experiments/shared/attempt-act.ts';
import * as acts from '../../experiments/shared/experiment-acts.ts';
import { checkDestination } from '../../experiments/shared/move-to-project.ts';
import type { ActedExperiment } from '../../life/shared/experiment-state.ts';
import { retentionDays } from '../../trials/shared/log-retention.ts';
import type { Given } from '../receipt-tables.ts';
import { demand, rightOf } from './ask-right.ts';
import { type Deed, lockedOf, type Turn } from './deed.ts';
import { labels, notes } from './tags-and-notes.ts';

/** By the rule and the act of the compatible bulk call; what the act needs to know may be another for each. */
function byCall(
  route: Parameters<typeof rightOf>[0],
  actOf: (turn: Turn) => ExperimentAct,
  was: (experiment: ActedExperiment) => { was?: Given } = () => ({}),
): Deed {
  return {
    right: rightOf(route),
    attempt: async (ctx, tx, turns) => {
      const done = new Map<number, { was?: Given }>();
      for (const alike of Map.groupBy(turns, ({ given }) => JSON.stringify(given)).values()) {
        const [first] = alike;
        if (!first) continue;
        for (const one of await attemptActs(ctx, tx, lockedOf(alike), actOf(first))) done.set(one.id, was(one));
      }
      return done;
    },
  };
}

/** Where things are moved to; who may put experiments there was asked of whoever moves. */
export async function checkGoal(ctx: Context, projectId: number | undefined, tx?: Tx): Promise<number> {
  if (projectId === undefined) throw invalidArgument('given.projectId: where to is missing');
  const also = calls.moveExperimentsRoute.needs.checks.find(({ kind }) => kind === 'also');
  if (also) await demand(ctx, { on: 'project', id: projectId, right: also }, tx);
  await checkDestination(tx ?? ctx.db, projectId);
  return projectId;
}

const moveByCall = byCall(
  calls.moveExperimentsRoute,
  ({ given }) => acts.moveTo(given.projectId ?? 0),
  ({ project_id }) => ({ was: { projectId: project_id } }),
);

const move: Deed = {
  ...moveByCall,
  attempt: async (ctx, tx, turns) => {
    for (const goal of new Set(turns.map(({ given }) => given.projectId))) await checkGoal(ctx, goal, tx);
    const elsewhere = turns.filter(({ given, experiment }) => experiment?.project_id !== given.projectId);
    return moveByCall.attempt(ctx, tx, elsewhere);
  },
};

const restore: Deed = {
  right: rightOf(calls.deleteExperimentsRoute),
  eachAlone: true,
  attempt: async (ctx, tx, turns) => {
    const experiments = lockedOf(turns);
    await requireOfEach(ctx, tx, experiments);
    for (const experiment of experiments) await restoreExperiment(ctx.master, tx, experiment, ctx.user.id);
    const after = { deleted: false };
    await recordAudits(
      tx,
      ctx,
      experiments.map(({ id }) => ({ action: 'change', kind: 'experiment', id, after })),
    );
    return new Map(experiments.map(({ id }) => [id, {}]));
  },
};

export const experimentDeeds: Record<ReceiptAct, Deed> = {
  activate: byCall(calls.activateExperimentsRoute, () => acts.activate),
  pause: byCall(calls.pauseExperimentsRoute, () => acts.pause),
  cancel: byCall(calls.cancelExperimentsRoute, () => acts.cancel),
  kill: byCall(calls.killExperimentsRoute, () => acts.kill),
  archive: byCall(calls.archiveExperimentsRoute, () => acts.archive),
  unarchive: byCall(calls.unarchiveExperimentsRoute, () => acts.unarchive),
  move,
  retainLogs: byCall(calls.putExperimentsRetainLogsRoute, ({ given }) => acts.retain(retentionDays(given.days ?? 0))),
  labels,
  note: notes('note'),
  strikeNote: notes('strikeNote'),
  delete: byCall(calls.deleteExperimentsRoute, ({ receipt }) =>
    acts.remove(receipt.undo_until === null ? undefined : new Date(receipt.undo_until)),
  ),
  restore,
};
