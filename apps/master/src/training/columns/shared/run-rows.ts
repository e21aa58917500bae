import type { RunCells, RunTableRow } from '@determined/contract/training/run-columns.ts';
import { sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';
import type { StoredExperimentState, StoredTrialState } from '../../life/shared/life-tables.ts';
import { experimentAllocationState, shownState, trialAllocationState } from '../../life/shared/shown-state.ts';
import { named, runsWith } from './column-tables.ts';
import { type Chosen, readAlike, readRows } from './experiment-rows.ts';
import { runCell } from './run-columns.ts';

interface Facts {
  id: number;
  state: StoredTrialState;
  allocation_state: string | null;
  archived: boolean;
  multi_trial: boolean;
  experiment_id: number;
  name: string;
  experiment_state: StoredExperimentState;
  experiment_allocation_state: string | null;
  experiment_archived: boolean;
  parent_archived: boolean;
  unmanaged: boolean;
  owner_id: number;
  workspace_id: number;
}
const facts = named(
  sql`t.id, t.state, ${trialAllocationState} as allocation_state, t.archived,
    (e.searcher_type <> 'single' or e.num_trials > 1) as multi_trial, e.id as experiment_id, e.name,
    e.state as experiment_state, ${experimentAllocationState} as experiment_allocation_state,
    e.archived as experiment_archived, (p.archived or w.archived) as parent_archived, e.unmanaged, e.owner_id, p.workspace_id`,
  'project',
  'workspace',
);

/** Of these, what the rules of actions ask. */
const ruling = [
  'state',
  'allocation_state',
  'archived',
  'multi_trial',
  'experiment_state',
  'experiment_allocation_state',
  'experiment_archived',
  'parent_archived',
  'unmanaged',
  'owner_id',
  'workspace_id',
] as const satisfies (keyof Facts)[];

/** The chosen runs, of those that no rule of an action tells apart one for all. */
export async function readAlikeRuns(db: Db, chosen: Chosen): Promise<(RunTableRow & { standsFor: number })[]> {
  const counts = await readAlike(db, { id: sql`t.id`, facts, from: runsWith }, ruling, chosen);
  const rows = await readRunRows(db, [...counts.keys()], []);
  return rows.map((row) => ({ ...row, standsFor: counts.get(row.id) ?? 0 }));
}

/** Rows of these runs, in their order, with the cells of the asked columns. */
export async function readRunRows(db: Db, ids: readonly number[], columns: readonly string[]): Promise<RunTableRow[]> {
  const source = { id: sql`t.id`, facts, from: runsWith, cell: runCell };
  return (await readRows<Facts>(db, source, ids, columns)).map(({ facts: row, cells }) => ({
    id: row.id,
    name: row.name,
    state: shownState(row.state, row.allocation_state),
    archived: row.archived,
    multiTrial: row.multi_trial,
    userId: row.owner_id,
    workspaceId: row.workspace_id,
    experiment: {
      id: row.experiment_id,
      state: shownState(row.experiment_state, row.experiment_allocation_state),
      archived: row.experiment_archived,
      parentArchived: row.parent_archived,
      unmanaged: row.unmanaged,
    },
    // Each column's expression gives what its type says; a test holds every one of them to the contract.
    cells: cells as RunCells,
  }));
}
