import type { ExtReplyOf } from '@determined/contract/ext-route.ts';
import type { getReceiptRoute } from '@determined/contract/training/receipt-ext-routes.ts';
import type { ItemResult, ReceiptAct } from '@determined/contract/training/receipt-facts.ts';
import { nounOf } from '#platform/switches/thing-words.ts';
import { formatCount } from '#ui/format/numbers.ts';
import { manyOf, plural } from '#ui/format/words.ts';

export type Receipt = ExtReplyOf<typeof getReceiptRoute>;

interface ActWords {
  /** As menus and toasts name it. */
  label: string;
  /** "16 will be deleted". */
  done: string;
  /** "Deleting 16 experiments". */
  doing: string;
  danger?: true;
}

export const actWords: Record<ReceiptAct, ActWords> = {
  activate: { label: 'Resume', done: 'resumed', doing: 'Resuming' },
  pause: { label: 'Pause', done: 'paused', doing: 'Pausing' },
  cancel: { label: 'Stop', done: 'stopped', doing: 'Stopping', danger: true },
  kill: { label: 'Kill', done: 'killed', doing: 'Killing', danger: true },
  archive: { label: 'Archive', done: 'archived', doing: 'Archiving' },
  unarchive: { label: 'Unarchive', done: 'unarchived', doing: 'Unarchiving' },
  move: { label: 'Move', done: 'moved', doing: 'Moving' },
  retainLogs: { label: 'Retain Logs', done: 'given their log retention', doing: 'Retaining logs of' },
  labels: { label: 'Edit Tags', done: 'tagged', doing: 'Editing tags of' },
  note: { label: 'Add Note', done: 'given the note', doing: 'Adding the note to' },
  strikeNote: { label: 'Remove Note', done: 'rid of the note', doing: 'Removing the note from' },
  delete: { label: 'Delete', done: 'deleted', doing: 'Deleting', danger: true },
  restore: { label: 'Restore', done: 'restored', doing: 'Restoring' },
};

export const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** "1 experiment", "3,000 runs". */
export const countOf = ({ kind }: Pick<Receipt, 'kind'>, count: number): string => plural(count, nounOf(kind));

const titleLinks: Partial<Record<ReceiptAct, string>> = {
  retainLogs: 'of',
  labels: 'of',
  note: 'to',
  strikeNote: 'from',
};

/** "Delete", "Retain Logs of": goes on with what it is done to. */
export const actOn = (act: ReceiptAct): string => [actWords[act].label, titleLinks[act]].filter(Boolean).join(' ');

/** What is to be asked: all of what was chosen, or a part. */
export function previewTitle(receipt: Receipt): string {
  const { act, kind, total, results } = receipt;
  const number =
    results.waiting === total ? formatCount(total) : `${formatCount(results.waiting)} of ${formatCount(total)}`;
  return `${actOn(act)} ${number} selected ${total === 1 ? nounOf(kind) : manyOf(nounOf(kind))}?`;
}

/** Of those that it could be done to: those that it was done to, or tried. */
export const eligibleOf = ({ results }: Pick<Receipt, 'results'>): number => results.done + results.failed;

/** The specification's words for how a bulk act went. */
export function outcomeTitle({ act, results }: Pick<Receipt, 'act' | 'results'>): string {
  const { label } = actWords[act];
  if (results.failed === 0) return `${label} Success`;
  return results.done === 0 ? `${label} Failure` : `Partial ${label} Failure`;
}

export const resultWords = (act: ReceiptAct): Record<ItemResult, string> => ({
  done: capital(act === 'retainLogs' ? 'done' : actWords[act].done),
  failed: 'Failed',
  waiting: 'Waiting',
  nothing: 'Nothing to do',
  refused: 'Refused',
});

/** "ada 11, tove 3, linus 2", the most first, a few of them. */
export function tally(counts: readonly { name: string; count: number }[], most = 3): string {
  const told = counts.slice(0, most).map(({ name, count }) => `${name} ${formatCount(count)}`);
  const more = counts.length - told.length;
  return [...told, ...(more > 0 ? [`${more} more`] : [])].join(', ');
}
