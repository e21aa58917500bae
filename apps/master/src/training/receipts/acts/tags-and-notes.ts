import { failedPrecondition } from '@determined/contract/errors.ts';
import { acts, nothingToDo, refused, type Verdict } from '@determined/contract/rule.ts';
import { patchExperimentRoute, putExperimentLabelRoute } from '@determined/contract/training/experiments-routes.ts';
import type { Tx } from '#platform/db/database.ts';
import { requireOfEach } from '../../experiments/shared/attempt-act.ts';
import { liesInArchive } from '../../experiments/shared/lies-in-archive.ts';
import type { ActedExperiment } from '../../life/shared/experiment-state.ts';
import { editExperiments } from '../../life/shared/experiment-store.ts';
import type { Given } from '../receipt-tables.ts';
import { rightOf } from './ask-right.ts';
import { type Deed, lockedOf } from './deed.ts';

/** What of them comes and goes, so that a way back touches no label that others gave meanwhile. */
export function relabelled(labels: readonly string[], { add = [], remove = [] }: Given) {
  const added = [...new Set(add)].filter((label) => !labels.includes(label) && !remove.includes(label));
  const removed = labels.filter((label) => remove.includes(label));
  return { labels: [...labels.filter((label) => !remove.includes(label)), ...added], added, removed };
}

export function labelsVerdict(labels: readonly string[], given: Given): { verdict: Verdict<unknown>; why: string } {
  const { added, removed } = relabelled(labels, given);
  if (added.length + removed.length > 0) return { verdict: acts(undefined), why: '' };
  return { verdict: nothingToDo, why: 'has them so already' };
}

export const labels: Deed = {
  right: rightOf(putExperimentLabelRoute),
  attempt: async (ctx, tx, turns) => {
    const experiments = lockedOf(turns);
    await requireOfEach(ctx, tx, experiments);
    const done = new Map<number, { was: Given }>();
    const edits = experiments.flatMap((experiment, at) => {
      const { labels, added, removed } = relabelled(experiment.labels, turns[at]?.given ?? {});
      if (added.length === 0 && removed.length === 0) return [];
      done.set(experiment.id, { was: { add: removed, remove: added } });
      return [{ experiment, edit: { labels } }];
    });
    if (edits.length > 0) await editExperiments(tx, edits);
    return done;
  },
};

/** A paragraph of its own below what stands there, and all that came with it: what takes it back takes out exactly that. */
export function noted(notes: string, note: string): { notes: string; was: Given } {
  const between = notes === '' || notes.endsWith('\n\n') ? '' : notes.endsWith('\n') ? '\n' : '\n\n';
  const added = `${between}${note.trim()}`;
  return { notes: `${notes}${added}`, was: { note: added } };
}

/** Without what was added, which others may have written around; undefined where it is not there any more. */
export function struck(notes: string, added: string): string | undefined {
  const at = notes.lastIndexOf(added);
  return at === -1 ? undefined : `${notes.slice(0, at)}${notes.slice(at + added.length)}`;
}

/** Notes of what is archived are read-only, also for a way back. */
export function notesVerdict(archived: boolean, parentArchived: boolean): { verdict: Verdict<unknown>; why: string } {
  const why = archived ? 'archived' : 'in an archived project';
  return archived || parentArchived ? { verdict: refused(why), why } : { verdict: acts(undefined), why: '' };
}

/** Writes to the notes of these, or strikes what was written; answers with what takes back what it wrote. */
export async function writeNotes(
  tx: Tx,
  act: 'note' | 'strikeNote',
  wishes: readonly { experiment: ActedExperiment; given: Given }[],
): Promise<Map<number, { was: Given }>> {
  const done = new Map<number, { was: Given }>();
  const edits: Parameters<typeof editExperiments>[1][number][] = [];
  for (const { experiment, given } of wishes) {
    if (experiment.archived || (await liesInArchive(tx, experiment.id)) === true)
      throw failedPrecondition('Notes of an archived experiment are read-only. Unarchive it first.');
    const note = given.note ?? '';
    const after = act === 'note' ? noted(experiment.notes, note) : { notes: struck(experiment.notes, note), was: {} };
    if (after.notes === undefined) continue;
    edits.push({ experiment, edit: { notes: after.notes } });
    done.set(experiment.id, { was: after.was });
  }
  if (edits.length > 0) await editExperiments(tx, edits);
  return done;
}

export const notes = (act: 'note' | 'strikeNote'): Deed => ({
  right: rightOf(patchExperimentRoute),
  eachAlone: true,
  attempt: async (ctx, tx, turns) => {
    const experiments = lockedOf(turns);
    await requireOfEach(ctx, tx, experiments);
    return writeNotes(
      tx,
      act,
      experiments.map((experiment, at) => ({ experiment, given: turns[at]?.given ?? {} })),
    );
  },
});
