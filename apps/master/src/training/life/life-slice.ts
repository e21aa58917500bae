import './shared/life-tables.ts';
import { hintsOf } from '#platform/bus/hint-source.ts';
import type { Slice } from '#platform/slice.ts';
import { experimentSubject, trialSubject } from './experiment-subject.ts';
import { experimentChanged, experimentProgressed } from './shared/experiment-events.ts';
import { trialsAreOver } from './shared/experiment-life.ts';
import { trialChanged } from './shared/trial-events.ts';
import { trialsOver } from './shared/trial-hooks.ts';

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
    trialsOver.on(master, (tx, { trials }) => trialsAreOver(master, tx, trials));
  },
};
