import { notFound } from '@determined/contract/errors.ts';
import { acts, nothingToDo, refused, type Verdict } from '@determined/contract/rule.ts';
import { type ExperimentFacts, experimentRule } from '@determined/contract/training/experiment-rules.ts';
import type { ReceiptAct } from '@determined/contract/training/receipt-facts.ts';
import { whyLeftAlone } from '@determined/contract/training/receipt-words.ts';
import type { Context } from '#platform/http/context.ts';
import { shownState } from '../../life/shared/shown-state.ts';
import type { Given } from '../receipt-tables.ts';
import type { Found } from './deed.ts';
import { type ExperimentFactsRow, readExperimentFacts } from './experiment-facts.ts';
import { leaveNeeded } from './leave-needed.ts';
import { relabelled } from './relabelled.ts';
import { rightsByPlace } from './rights-by-place.ts';

const rowsAtOnce = 5_000;

/** What an act on many experiments would do to each; `ctx` asks the act's right. What one may not see is not there. */
export async function judgeExperiments(
  ctx: Context,
  act: ReceiptAct,
  chosen: readonly { id: number; given: Given | null }[],
  given: Given,
): Promise<Found[]> {
  const found: Found[] = [];
  const allowed = rightsByPlace(ctx, 'experiment');
  for (let at = 0; at < chosen.length; at += rowsAtOnce) {
    const some = chosen.slice(at, at + rowsAtOnce);
    const byId = await readExperimentFacts(
      ctx,
      some.map(({ id }) => id),
    );
    for (const { id, given: own } of some) {
      const row = byId.get(id);
      found.push(row ? await judge(ctx, act, row, own ?? given, allowed) : unknown(id));
      const last = found.at(-1);
      if (last) last.given = own;
    }
  }
  return act === 'delete' ? leaveNeeded(ctx, found) : found;
}

async function judge(
  ctx: Context,
  act: ReceiptAct,
  row: ExperimentFactsRow,
  given: Given,
  allowed: (row: ExperimentFactsRow) => Promise<string>,
): Promise<Found> {
  const lacking = await allowed(row);
  const verdict = lacking === '' ? verdictOf(ctx, act, row, given) : { verdict: refused(lacking), why: lacking };
  return {
    id: row.id,
    name: row.name,
    state: shownState(row.state, row.allocation_state),
    ownerId: row.owner_id,
    projectId: row.project_id,
    result: verdict.verdict.verdict === 'acts' ? 'waiting' : verdict.verdict.verdict,
    reason: verdict.why,
    given: null,
    checkpoints: row.checkpoint_count,
    bytes: row.checkpoint_size,
  };
}

function verdictOf(
  ctx: Context,
  act: ReceiptAct,
  row: ExperimentFactsRow,
  given: Given,
): { verdict: Verdict<unknown>; why: string } {
  const because = (verdict: Verdict<unknown>, why = '') => ({ verdict, why });
  if (act === 'labels') {
    const { added, removed } = relabelled(row.labels, given);
    return added.length + removed.length > 0 ? because(acts(undefined)) : because(nothingToDo, 'has them so already');
  }
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

const unknown = (id: number): Found => ({
  id,
  name: '',
  state: '',
  ownerId: 0,
  projectId: 0,
  result: 'refused',
  reason: notFound('experiment').message,
  given: null,
  checkpoints: 0,
  bytes: 0,
});
