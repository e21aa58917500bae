import { defineEvent } from '#platform/bus/bus.ts';
import { hintsOf } from '#platform/bus/hint-source.ts';
import type { Master } from '#platform/master.ts';
import { runEvery } from '#platform/run-every.ts';
import { readAgentRows } from './shared/agent-store.ts';

const lookEveryMs = 2_000;

/** A machine came, changed, went away or was forgotten. */
const agentsChanged = defineEvent<Record<string, never>>('agents-changed');

/** What waits for a machine says so where it is shown as a job. */
export const agentHints = hintsOf(agentsChanged, () => [
  { entity: 'agent' },
  { entity: 'resourcePool' },
  { entity: 'job' },
]);

/** A machine goes away by its silence, which no call tells of: it is looked for. */
export function watchAgents(master: Master): void {
  let known: string | undefined;
  runEvery(master, lookEveryMs, 'looking for machines', async () => {
    const rows = await readAgentRows(master.db);
    const now = JSON.stringify(rows.map(({ seen_at: _always, ...row }) => row));
    if (known !== undefined && now !== known) master.bus.emit(agentsChanged, {});
    known = now;
  });
}
