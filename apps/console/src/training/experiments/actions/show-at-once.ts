import type { ExperimentState } from '@determined/contract/tasks/tasks-messages-generated.ts';
import { getExperimentRoute } from '@determined/contract/training/experiments-routes.ts';
import { getExperimentRowsRoute } from '@determined/contract/training/ext-routes.ts';
import type { QueryClient } from '@tanstack/react-query';

/** What an experiment looks like as soon as an action has been asked for, before the server has answered. */
export interface ShownAtOnce {
  state?: ExperimentState;
  archived?: boolean;
}

interface Shown {
  id: number;
}

/** Patches the answers that show an experiment; the next reading of them puts right what the server sees otherwise. */
export function showAtOnce(cache: QueryClient, id: number, shown: ShownAtOnce): void {
  const patch = <T extends Shown>(one: T): T => (one.id === id ? { ...one, ...shown } : one);
  cache.setQueriesData<{ rows: Shown[] }>(
    { queryKey: [getExperimentRowsRoute.name] },
    (reply) => reply && { ...reply, rows: reply.rows.map(patch) },
  );
  cache.setQueriesData<{ experiment: Shown | null }>(
    { queryKey: [getExperimentRoute.name] },
    (reply) => reply && { ...reply, experiment: reply.experiment && patch(reply.experiment) },
  );
}
