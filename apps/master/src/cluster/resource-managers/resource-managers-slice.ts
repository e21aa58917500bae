import { runEvery } from '#platform/run-every.ts';
import type { Slice } from '#platform/slice.ts';
import { forgetAgents } from './shared/agent-store.ts';
import { agentHints, watchAgents } from './watch-agents.ts';

export const resourceManagersSlice: Slice = {
  hints: [agentHints],
  setUp: (master) => {
    watchAgents(master);
    runEvery(master, 60_000, 'forgetting machines that are gone', () => forgetAgents(master.db));
  },
};
