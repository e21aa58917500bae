import { orRefuse } from '@determined/contract/rule.ts';
import { experimentRule } from '@determined/contract/training/experiment-rules.ts';
import type { deleteRunsRoute } from '@determined/contract/training/runs-routes.ts';
import type { Handler } from '#platform/http/serve.ts';
import { recordAudit } from '../../identity/audit/shared/record-audit.ts';
import { beginDeletion } from '../deletion/shared/begin-deletion.ts';
import { beginRunDeletion } from '../deletion/shared/begin-run-deletion.ts';
import { actOnRuns, type RunAct } from './act-on-runs.ts';

/** The only run of its search goes with it. Facts: platform semantics 6.10. */
const remove: RunAct = {
  action: 'delete',
  act: async (ctx, tx, { trial, experiment, multiTrial }) => {
    const { master, user } = ctx;
    await recordAudit(tx, ctx, { action: 'delete', kind: 'run', id: trial.id });
    if (multiTrial) return beginRunDeletion(master, tx, trial, { userId: user.id });
    const { id, state, archived, unmanaged } = experiment;
    orRefuse(experimentRule('delete', { id, state: `STATE_${state}`, archived, unmanaged }));
    await beginDeletion(master, tx, experiment, { userId: user.id });
  },
};

export const deleteRuns: Handler<typeof deleteRunsRoute> = (request, ctx) => actOnRuns(ctx, request, remove);
