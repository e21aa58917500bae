import { acts, nothingToDo, refused, type Verdict } from '@determined/contract/rule.ts';
import { type ExperimentFacts, experimentRule } from '@determined/contract/training/experiment-rules.ts';
import type { ReceiptAct } from '@determined/contract/training/receipt-facts.ts';
import { whyLeftAlone } from '@determined/contract/training/receipt-words.ts';
import { sql } from 'kysely';
import type { Context } from '#platform/http/context.ts';
import { visible } from '../../../identity/roles/shared/visible.ts';
import { experimentsWith, named } from '../../columns/shared/column-tables.ts';
import type { StoredExperimentState } from '../../life/shared/life-tables.ts';
import { experimentAllocationState, shownState } from '../../life/shared/shown-state.ts';
import type { Given } from '../receipt-tables.ts';
import type { Found } from './deed.ts';
import { type Chosen, type FactsRow, judgeEach } from './judge-each.ts';
import { leaveNeeded } from './leave-needed.ts';
import { rightsByPlace } from './rights-by-place.ts';
import { labelsVerdict, notesVerdict } from './tags-and-notes.ts';

interface ExperimentFactsRow extends FactsRow {
  state: StoredExperimentState;
  allocation_state: string | null;
  archived: boolean;
  parent_archived: boolean;
  unmanaged: boolean;
  labels: string[];
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
async function readExperimentFacts(ctx: Context, ids: readonly number[]): Promise<Map<number, ExperimentFactsRow>> {
  const { rows } = await sql<ExperimentFactsRow>`select ${facts.sql} from ${experimentsWith(facts)}
    where e.id = any(${[...ids]}::int[]) and ${visible('experiment', ctx, { project: 'e.project_id' })}`.execute(
    ctx.db,
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** What an act on many experiments would do to each; `ctx` asks the act's right. */
export async function judgeExperiments(
  ctx: Context,
  act: ReceiptAct,
  chosen: readonly Chosen[],
  given: Given,
): Promise<Found[]> {
  const found = await judgeEach<ExperimentFactsRow>(chosen, given, {
    read: (ids) => readExperimentFacts(ctx, ids),
    lacking: rightsByPlace(ctx, 'experiment'),
    verdict: (row, own) => verdictOf(ctx, act, row, own),
    state: (row) => shownState(row.state, row.allocation_state),
    noun: 'experiment',
  });
  return act === 'delete' ? leaveNeeded(ctx, found) : found;
}

function verdictOf(
  ctx: Context,
  act: ReceiptAct,
  row: ExperimentFactsRow,
  given: Given,
): { verdict: Verdict<unknown>; why: string } {
  const because = (verdict: Verdict<unknown>, why = '') => ({ verdict, why });
  if (act === 'note' || act === 'strikeNote') return notesVerdict(row.archived, row.parent_archived);
  if (act === 'labels') return labelsVerdict(row.labels, given);
  if (act === 'restore') {
    const held =
      row.state === 'DELETING' && row.held_until !== null && new Date(row.held_until) > ctx.master.clock.now();
    return held ? because(acts(undefined)) : because(refused('too late'), 'its files are being deleted already');
  }
  if (act === 'move' && row.project_id === given.projectId) return because(nothingToDo, 'there already');
  const experiment: ExperimentFacts = {
    id: row.id,
    state: `STATE_${row.state}`,
    archived: row.archived,
    unmanaged: row.unmanaged,
    parentArchived: act === 'move' && row.parent_archived,
  };
  const verdict = experimentRule(act, experiment, { bulk: true });
  return because(verdict, whyLeftAlone(act, experiment, verdict));
}
