import './shared/life-tables.ts';
import { hintsOf } from '#platform/bus/hint-source.ts';
import type { Slice } from '#platform/slice.ts';
import { sealTaskLogs } from '../../tasks/logs/shared/seal-task-logs.ts';
import { experimentSubject, trialSubject } from './experiment-subject.ts';
import { experimentChanged, experimentProgressed } from './shared/experiment-events.ts';
import { trialsAreOver } from './shared/experiment-life.ts';
import { trialChanged, trialEnded } from './shared/trial-events.ts';
import { trialsOver } from './shared/trial-hooks.ts';
import { readTrialTasks } from './shared/trial-tasks.ts';

/** How experiments and their trials live: what the slices of metrics, checkpoints, trials and experiments stand on. */
export const lifeSlice: Slice = {
  subjects: { experiment: experimentSubject, trial: trialSubject, run: trialSubject },
  hints: [
    hintsOf(experimentChanged, ({ experimentId, projectId }) => [
      { entity: 'experiment', of: { experiment: experimentId, project: projectId } },
      { entity: 'job' },
    ]),
    hintsOf(experimentProgressed, ({ experimentId }) => [{ entity: 'progress', of: { experiment: experimentId } }]),
    hintsOf(trialChanged, ({ trialId, experimentId }) => [
      { entity: 'trial', of: { trial: trialId, experiment: experimentId } },
      { entity: 'run', of: { run: trialId, experiment: experimentId } },
    ]),
  ],
  setUp: (master) => {
    trialsOver.on(master, (tx, { experimentId, trials }) => trialsAreOver(master, tx, experimentId, trials));
    master.bus.subscribe(trialEnded, ({ trialId }) => {
      // The task of an unmanaged one never ends.
      readTrialTasks(master.db, trialId)
        .then((taskIds) => sealTaskLogs(master, taskIds))
        .catch((error) => master.log.warn({ err: error }, 'logs could not be put away'));
    });
  },
};
