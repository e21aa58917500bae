import type {
  putExperimentRetainLogsRoute,
  putExperimentsRetainLogsRoute,
} from '@determined/contract/training/experiments-routes.ts';
import type { Handler } from '#platform/http/serve.ts';
import { retainLogs } from '../../tasks/tasks/shared/task-store.ts';
import { editExperiment } from '../life/shared/experiment-store.ts';
import { retentionDays } from '../trials/shared/log-retention.ts';
import { actOnExperiment, actOnExperiments, type ExperimentAct, endedStates } from './act-on-experiments.ts';

const retain = (days: number): ExperimentAct => ({
  action: 'retainLogs',
  usualStates: endedStates,
  act: async (_ctx, tx, experiment) => {
    await editExperiment(tx, experiment, { logRetentionDays: days });
    const tasks = await tx.selectFrom('tasks').select('id').where('job_id', '=', experiment.job_id).execute();
    await retainLogs(
      tx,
      tasks.map(({ id }) => id),
      days,
    );
  },
});

/** How many days the logs of all its trials are kept; -1 for ever. Facts: platform semantics 7.4. */
export const retainExperimentLogs: Handler<typeof putExperimentRetainLogsRoute> = async (request, ctx) => {
  await actOnExperiment(ctx, request.experimentId, retain(retentionDays(request.numDays)));
  return {};
};

export const retainExperimentsLogs: Handler<typeof putExperimentsRetainLogsRoute> = async (request, ctx) =>
  actOnExperiments(ctx, request, retain(retentionDays(request.numDays)));
