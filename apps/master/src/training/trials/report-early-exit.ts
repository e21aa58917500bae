import { invalidArgument, notFound } from '@determined/contract/errors.ts';
import type { reportTrialSearcherEarlyExitRoute } from '@determined/contract/training/trials-routes.ts';
import { inTransaction } from '#platform/db/transaction.ts';
import type { Handler } from '#platform/http/serve.ts';
import { findOpenAllocations } from '../../tasks/allocations/shared/allocation-store.ts';
import { killAllocationLater } from '../../tasks/allocations/shared/stop-allocation.ts';
import { lockTrial, refuseStranger } from '../life/shared/find-trial.ts';
import { updateTrial } from '../life/shared/trial-store.ts';
import { currentTasks } from '../life/shared/trial-tasks.ts';

/** Time for the process to end by itself (facts: platform semantics 1.5). */
const graceSeconds = 10;

const reasons: Record<string, string> = {
  EXITED_REASON_INVALID_HP: 'INVALID_HP',
  EXITED_REASON_INIT_INVALID_HP: 'INIT_INVALID_HP',
};

/** The user's code says that its hyperparameters can't work: the trial ends and the searcher is told when it is over. */
export const reportEarlyExit: Handler<typeof reportTrialSearcherEarlyExitRoute> = async (request, ctx) => {
  const { trialId } = request;
  const reason = reasons[request.earlyExit?.reason ?? ''];
  await refuseStranger(ctx, ctx.db, trialId);
  await inTransaction(ctx.db, async (tx) => {
    const { experiment } = await lockTrial(tx, trialId);
    if (experiment.unmanaged) throw notFound('experiment', experiment.id);
    if (!reason) throw invalidArgument('should not report special exit reason ERRORED to the master');
    await updateTrial(tx, trialId, { early_exit_reason: reason });
    const tasks = await currentTasks(tx, [{ id: trialId }]);
    for (const open of (await findOpenAllocations(tx, [...tasks.values()])).values())
      await killAllocationLater(ctx.master, tx, open.id, graceSeconds);
  });
  return {};
};
