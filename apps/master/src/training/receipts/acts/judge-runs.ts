import { invalidArgument } from '@determined/contract/errors.ts';
import { acts, nothingToDo, refused, type Verdict } from '@determined/contract/rule.ts';
import type { ReceiptAct } from '@determined/contract/training/receipt-facts.ts';
import { whyRunLeftAlone } from '@determined/contract/training/receipt-words.ts';
import { type RunAction, type RunFacts, runRule } from '@determined/contract/training/run-rules.ts';
import { sql } from 'kysely';
import type { Context } from '#platform/http/context.ts';
import { visible } from '../../../identity/roles/shared/visible.ts';
import { named, runsWith } from '../../columns/shared/column-tables.ts';
import { heldRuns } from '../../deletion/shared/restore-deleted.ts';
import type { StoredExperimentState, StoredTrialState } from '../../life/shared/life-tables.ts';
import { runIsGoing, shownState, trialAllocationState } from '../../life/shared/shown-state.ts';
import type { Given } from '../receipt-tables.ts';
import type { Found } from './deed.ts';
import { type Chosen, type FactsRow, judgeEach } from './judge-each.ts';
import { rightsByPlace } from './rights-by-place.ts';
import { labelsVerdict, notesVerdict } from './tags-and-notes.ts';

interface RunFactsRow extends FactsRow {
  state: StoredTrialState;
  allocation_state: string | null;
  archived: boolean;
  /** Its search has, or may have, several. */
  multi_trial: boolean;
  experiment_id: number;
  experiment_state: StoredExperimentState;
  experiment_archived: boolean;
  unmanaged: boolean;
  parent_archived: boolean;
  /** Of its search. */
  labels: string[];
  /** Its deletion can be taken back. */
  held: boolean;
}

const facts = named(
  sql`t.id, e.name, t.state, ${trialAllocationState} as allocation_state, t.archived,
    (e.searcher_type <> 'single' or e.num_trials > 1) as multi_trial, e.id as experiment_id, e.state as experiment_state,
    e.archived as experiment_archived, e.unmanaged, (p.archived or w.archived) as parent_archived, e.owner_id, e.project_id,
    p.workspace_id, e.labels, t.checkpoint_count, t.checkpoint_size::float8 as checkpoint_size`,
  'project',
  'workspace',
);

/** What acts are decided by, of those of these runs that one may see: of what is being deleted only that can be taken back. */
async function readRunFacts(ctx: Context, act: ReceiptAct, ids: readonly number[]): Promise<Map<number, RunFactsRow>> {
  const there = sql`e.state <> 'DELETING' and not ${runIsGoing}`;
  const { rows } = await sql<RunFactsRow>`select ${facts.sql} from ${runsWith(facts)}
    where t.id = any(${[...ids]}::int[]) and ${visible('run', ctx, { project: 'e.project_id' })}
      and ${act === 'restore' ? sql`true` : there}`.execute(ctx.db);
  const held = act === 'restore' ? await heldRuns(ctx.master, ctx.db, ids) : new Set();
  return new Map(rows.map((row) => [row.id, { ...row, held: held.has(row.id) }]));
}

/** What each is by the rules of runs; the others are nothing that is done to a run. */
const actions: Partial<Record<ReceiptAct, RunAction>> = {
  activate: 'resume',
  pause: 'pause',
  kill: 'kill',
  archive: 'archive',
  unarchive: 'unarchive',
  move: 'move',
  delete: 'delete',
};

/** What an act on many runs would do to each; `ctx` asks the act's right. */
export const judgeRuns = (ctx: Context, act: ReceiptAct, chosen: readonly Chosen[], given: Given): Promise<Found[]> =>
  judgeEach<RunFactsRow>(chosen, given, {
    read: (ids) => readRunFacts(ctx, act, ids),
    lacking: rightsByPlace(ctx, 'run'),
    verdict: (row, own) => verdictOf(act, row, own),
    state: (row) => shownState(row.state, row.allocation_state),
    noun: 'run',
  });

function verdictOf(act: ReceiptAct, row: RunFactsRow, given: Given): { verdict: Verdict<unknown>; why: string } {
  if (act === 'move' && row.project_id === given.projectId) return { verdict: nothingToDo, why: 'there already' };
  if (act === 'restore') {
    if (row.held) return { verdict: acts(undefined), why: '' };
    return { verdict: refused('too late'), why: 'its files are being deleted already' };
  }
  if (act === 'retainLogs') return { verdict: acts(undefined), why: '' };
  if (act === 'note' || act === 'strikeNote') return notesVerdict(row.experiment_archived, row.parent_archived);
  if (act === 'labels') return labelsVerdict(row.labels, given);
  const action = actions[act];
  if (!action) throw invalidArgument(`act: ${act} is nothing that is done to a run`);
  const run: RunFacts = {
    id: row.id,
    state: `STATE_${row.state}`,
    archived: row.archived,
    multiTrial: row.multi_trial,
    experiment: {
      id: row.experiment_id,
      state: `STATE_${row.experiment_state}`,
      archived: row.experiment_archived,
      unmanaged: row.unmanaged,
      parentArchived: row.parent_archived,
    },
  };
  const verdict = runRule(action, run);
  return { verdict, why: whyRunLeftAlone(action, run, verdict) };
}
