import { sql } from 'kysely';
import type { Context } from '#platform/http/context.ts';
import { visible } from '../../../identity/roles/shared/visible.ts';
import { experimentsWith, named } from '../../columns/shared/column-tables.ts';
import type { StoredExperimentState } from '../../life/shared/life-tables.ts';
import { experimentAllocationState } from '../../life/shared/shown-state.ts';

export interface ExperimentFactsRow {
  id: number;
  name: string;
  state: StoredExperimentState;
  allocation_state: string | null;
  archived: boolean;
  parent_archived: boolean;
  unmanaged: boolean;
  owner_id: number;
  project_id: number;
  workspace_id: number;
  labels: string[];
  checkpoint_count: number;
  checkpoint_size: number;
  held_until: string | null;
}
const facts = named(
  sql`e.id, e.name, e.state, ${experimentAllocationState} as allocation_state, e.archived,
    (p.archived or w.archived) as parent_archived, e.unmanaged, e.owner_id, e.project_id, p.workspace_id, e.labels,
    e.checkpoint_count, e.checkpoint_size::float8 as checkpoint_size,
    (select d.held_until from experiment_deletions d where d.experiment_id = e.id) as held_until`,
  'project',
  'workspace',
);

/** What acts are decided by, of those of these experiments that one may see. */
export async function readExperimentFacts(
  ctx: Context,
  ids: readonly number[],
): Promise<Map<number, ExperimentFactsRow>> {
  const { rows } = await sql<ExperimentFactsRow>`select ${facts.sql} from ${experimentsWith(facts)}
    where e.id = any(${[...ids]}::int[]) and ${visible('experiment', ctx, { project: 'e.project_id' })}`.execute(
    ctx.db,
  );
  return new Map(rows.map((row) => [row.id, row]));
}
