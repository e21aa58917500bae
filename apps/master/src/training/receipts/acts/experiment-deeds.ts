import { invalidArgument, notFound } from '@determined/contract/errors.ts';
import * as calls from '@determined/contract/training/experiments-routes.ts';
import type { ReceiptAct } from '@determined/contract/training/receipt-facts.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Context } from '#platform/http/context.ts';
import { recordAudit } from '../../../identity/audit/shared/record-audit.ts';
import { restoreExperiment } from '../../deletion/shared/restore-deleted.ts';
import { attemptAct, type ExperimentAct } from '../../experiments/shared/attempt-act.ts';
import * as acts from '../../experiments/shared/experiment-acts.ts';
import { checkDestination } from '../../experiments/shared/move-to-project.ts';
import { type ExperimentRow, lockExperiment } from '../../life/shared/experiment-state.ts';
import { editExperiment } from '../../life/shared/experiment-store.ts';
import { retentionDays } from '../../trials/shared/log-retention.ts';
import type { Given } from '../receipt-tables.ts';
import { demand, rightOf } from './ask-right.ts';
import type { Deed, Turn } from './deed.ts';

/** By the rule and the act of the compatible bulk call. */
function byCall(
  route: Parameters<typeof rightOf>[0],
  actOf: (turn: Turn) => ExperimentAct,
  was?: (experiment: ExperimentRow) => Given,
): Deed {
  return {
    right: rightOf(route),
    attempt: async (ctx, tx, turn) => {
      const { act, ...rest } = actOf(turn);
      let before: Given | undefined;
      const noting: ExperimentAct['act'] = (...args) => {
        before = was?.(args[2]);
        return act(...args);
      };
      const acted = await attemptAct(ctx, tx, turn.id, { ...rest, act: noting }, { bulk: true, locked: turn.locked });
      if (!acted) return undefined;
      return before ? { was: before } : {};
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

const move = byCall(
  calls.moveExperimentsRoute,
  ({ given }) => acts.moveTo(given.projectId ?? 0),
  ({ project_id }) => ({ projectId: project_id }),
);

/** What of them comes and goes, so that a way back touches no label that others gave meanwhile. */
export function relabelled(labels: readonly string[], { add = [], remove = [] }: Given) {
  const added = [...new Set(add)].filter((label) => !labels.includes(label) && !remove.includes(label));
  const removed = labels.filter((label) => remove.includes(label));
  return { labels: [...labels.filter((label) => !remove.includes(label)), ...added], added, removed };
}

async function held(ctx: Context, tx: Tx, id: number): Promise<ExperimentRow> {
  await ctx.require('experiment', id, tx);
  const experiment = await lockExperiment(tx, id);
  if (!experiment) throw notFound('experiment', id);
  return experiment;
}

const labels: Deed = {
  right: rightOf(calls.putExperimentLabelRoute),
  attempt: async (ctx, tx, { id, given }) => {
    const experiment = await held(ctx, tx, id);
    const { labels, added, removed } = relabelled(experiment.labels, given);
    if (added.length === 0 && removed.length === 0) return undefined;
    await editExperiment(tx, experiment, { labels });
    return { was: { add: removed, remove: added } };
  },
};

const restore: Deed = {
  right: rightOf(calls.deleteExperimentsRoute),
  attempt: async (ctx, tx, { id }) => {
    const experiment = await held(ctx, tx, id);
    await restoreExperiment(ctx.master, tx, experiment, ctx.user.id);
    await recordAudit(tx, ctx, { action: 'change', kind: 'experiment', id, after: { deleted: false } });
    return {};
  },
};

export const experimentDeeds: Record<ReceiptAct, Deed> = {
  activate: byCall(calls.activateExperimentsRoute, () => acts.activate),
  pause: byCall(calls.pauseExperimentsRoute, () => acts.pause),
  cancel: byCall(calls.cancelExperimentsRoute, () => acts.cancel),
  kill: byCall(calls.killExperimentsRoute, () => acts.kill),
  archive: byCall(calls.archiveExperimentsRoute, () => acts.archive),
  unarchive: byCall(calls.unarchiveExperimentsRoute, () => acts.unarchive),
  move: {
    ...move,
    attempt: async (ctx, tx, turn) => {
      await checkGoal(ctx, turn.given.projectId, tx);
      const moved = await move.attempt(ctx, tx, turn);
      return moved?.was?.projectId === turn.given.projectId ? undefined : moved;
    },
  },
  retainLogs: byCall(calls.putExperimentsRetainLogsRoute, ({ given }) => acts.retain(retentionDays(given.days ?? 0))),
  labels,
  delete: byCall(calls.deleteExperimentsRoute, ({ receipt }) =>
    acts.remove(receipt.undo_until === null ? undefined : new Date(receipt.undo_until)),
  ),
  restore,
};
