import type { Change } from '@determined/contract/staleness.ts';
import { userChanged } from './identity/users/user-events.ts';
import { projectChanged } from './organisation/projects/project-events.ts';
import { workspaceChanged } from './organisation/workspaces/workspace-events.ts';
import { type HintSource, hintsOf } from './outbound/live-updates/hint-source.ts';
import { allocationChanged, queueChanged } from './tasks/allocations/allocation-events.ts';
import { linesAppended } from './tasks/logs/shared/log-events.ts';
import { checkpointsChanged } from './training/checkpoints/shared/checkpoint-events.ts';
import { experimentChanged, experimentProgressed } from './training/life/shared/experiment-events.ts';
import { trialChanged } from './training/life/shared/trial-events.ts';
import { metricsReported } from './training/metrics/shared/metric-events.ts';

/** What shows the state of allocations without being one. */
const besideAllocations: Change[] = (
  ['job', 'agent', 'resourcePool', 'notebook', 'shell', 'command', 'tensorboard'] as const
).map((entity) => ({ entity }));

/** What the bands' events mean to those who look at the console. */
export const hintSources: readonly HintSource[] = [
  hintsOf(userChanged, ({ userId }) => [{ entity: 'user', of: { user: userId } }]),
  hintsOf(workspaceChanged, ({ workspaceId }) => [{ entity: 'workspace', of: { workspace: workspaceId } }]),
  hintsOf(projectChanged, ({ projectId, workspaceId }) => [
    { entity: 'project', of: { project: projectId, workspace: workspaceId } },
  ]),
  hintsOf(queueChanged, () => [{ entity: 'job' }]),
  hintsOf(allocationChanged, ({ allocationId, taskId }) => [
    { entity: 'allocation', of: { allocation: allocationId, task: taskId } },
    { entity: 'task', of: { task: taskId } },
    // A trial's state is shown as what its allocation does.
    { entity: 'trial', of: { task: taskId } },
    ...besideAllocations,
  ]),
  hintsOf(linesAppended, ({ taskId }) => [{ entity: 'log', of: { task: taskId } }]),
  hintsOf(experimentChanged, ({ experimentId, projectId }) => [
    { entity: 'experiment', of: { experiment: experimentId, project: projectId } },
    { entity: 'job' },
  ]),
  hintsOf(experimentProgressed, ({ experimentId }) => [{ entity: 'progress', of: { experiment: experimentId } }]),
  hintsOf(trialChanged, ({ trialId, experimentId }) => [
    { entity: 'trial', of: { trial: trialId, experiment: experimentId } },
    { entity: 'run', of: { run: trialId, experiment: experimentId } },
  ]),
  hintsOf(metricsReported, ({ trials }) =>
    trials.map(({ trialId, experimentId }) => ({
      entity: 'metric',
      of: { trial: trialId, experiment: experimentId },
    })),
  ),
  hintsOf(checkpointsChanged, ({ trialIds, experimentIds }) =>
    trialIds.length > 0
      ? trialIds.map((trial) => ({ entity: 'checkpoint', of: { trial } }))
      : [{ entity: 'checkpoint', of: { experiment: experimentIds[0] } }],
  ),
];
