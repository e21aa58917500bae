import type { Change } from '@determined/contract/staleness.ts';
import { hintsOf } from '#platform/bus/hint-source.ts';
import type { Slice } from '#platform/slice.ts';
import { placeSwitched } from '../../cluster/agents/shared/agent-hooks.ts';
import { allocationChanged, queueChanged, waitingReasonChanged } from './allocation-events.ts';
import { allocationsRoutes } from './allocations-routes.ts';
import { stopSwitchedOff } from './stop-switched-off.ts';

/** What shows the state of allocations without being one. */
const besideAllocations: Change[] = (
  ['job', 'agent', 'resourcePool', 'notebook', 'shell', 'command', 'tensorboard'] as const
).map((entity) => ({ entity }));

export const allocationsSlice: Slice = {
  routes: allocationsRoutes,
  hints: [
    hintsOf(queueChanged, () => [{ entity: 'job' }]),
    hintsOf(allocationChanged, ({ allocationId, taskId }) => [
      { entity: 'allocation', of: { allocation: allocationId, task: taskId } },
      { entity: 'task', of: { task: taskId } },
      // A trial's state is shown as what its allocation does.
      { entity: 'trial', of: { task: taskId } },
      ...besideAllocations,
    ]),
    // While packages are made ready there are other words each second: no reason to look at all that allocations do.
    hintsOf(waitingReasonChanged, ({ allocationId, taskId }) => [
      { entity: 'allocation', of: { allocation: allocationId, task: taskId } },
    ]),
  ],
  setUp: (master) => void placeSwitched.on(master, (tx, place) => stopSwitchedOff(master, tx, place)),
};
