import { userChanged } from './identity/users/user-events.ts';
import { projectChanged } from './organisation/projects/project-events.ts';
import { workspaceChanged } from './organisation/workspaces/workspace-events.ts';
import { type Hint, type HintSource, hintsOf } from './outbound/live-updates/hint-source.ts';
import { allocationChanged, queueChanged } from './tasks/allocations/allocation-events.ts';
import { linesAppended } from './tasks/logs/shared/log-events.ts';
import { checkpointsChanged } from './training/checkpoints/shared/checkpoint-events.ts';
import { experimentChanged } from './training/life/shared/experiment-events.ts';
import { trialChanged } from './training/life/shared/trial-events.ts';
import { metricsReported } from './training/metrics/shared/metric-events.ts';

const ofTrial = (trialId: number): Hint[] => [
  { entity: 'trial', id: trialId },
  { entity: 'run', id: trialId },
];
const ofExperiment = (id: number): Hint => ({ entity: 'experiment', id });
/** What shows the state of allocations without being one. */
const besideAllocations: Hint[] = (
  ['job', 'agent', 'resourcePool', 'notebook', 'shell', 'command', 'tensorboard'] as const
).map((entity) => ({ entity }));

/** What the bands' events mean to those who look at the console. */
export const hintSources: readonly HintSource[] = [
  hintsOf(userChanged, ({ userId }) => [{ entity: 'user', id: userId }]),
  hintsOf(workspaceChanged, ({ workspaceId }) => [{ entity: 'workspace', id: workspaceId }]),
  hintsOf(projectChanged, ({ projectId, workspaceId }) => [
    { entity: 'project', id: projectId },
    { entity: 'workspace', id: workspaceId },
  ]),
  hintsOf(queueChanged, () => [{ entity: 'job' }]),
  hintsOf(allocationChanged, ({ allocationId, taskId }) => [
    { entity: 'allocation', id: allocationId },
    { entity: 'task', id: taskId },
    ...besideAllocations,
  ]),
  hintsOf(linesAppended, ({ taskId }) => [{ entity: 'log', id: taskId }]),
  hintsOf(experimentChanged, ({ experimentId, projectId }) => [
    ofExperiment(experimentId),
    { entity: 'project', id: projectId },
    { entity: 'job' },
  ]),
  hintsOf(trialChanged, ({ trialId, experimentId }) => [...ofTrial(trialId), ofExperiment(experimentId)]),
  hintsOf(metricsReported, ({ trials }) =>
    trials.flatMap(({ trialId, experimentId }) => [
      { entity: 'metric', id: trialId },
      ...ofTrial(trialId),
      ofExperiment(experimentId),
    ]),
  ),
  hintsOf(checkpointsChanged, ({ trialIds, experimentIds }) => [
    { entity: 'checkpoint' },
    ...trialIds.flatMap(ofTrial),
    ...experimentIds.map(ofExperiment),
  ]),
];
