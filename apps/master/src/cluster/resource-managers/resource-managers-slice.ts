import { runEvery } from '#platform/run-every.ts';
import type { Slice } from '#platform/slice.ts';
import { forgetAgents } from './shared/agent-store.ts';

export const resourceManagersSlice: Slice = {
  setUp: (master) => runEvery(master, 60_000, 'forgetting machines that are gone', () => forgetAgents(master.db)),
};
