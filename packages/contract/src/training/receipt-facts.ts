import type { ExperimentAction } from './experiment-rules.ts';

/** Most things that one act may be asked for. */
export const mostReceiptItems = 100_000;

/** A preview that nobody executes is good for so long. */
export const previewMinutes = 60;

/** Things that a preview names. */
export const previewSamples = 20;

/** A note that is added to many has at most so many characters. */
export const longestNote = 10_000;

/**
 * What can be done to many things at once; `labels` adds and takes away, `note` adds to their notes and `strikeNote` takes that out again, `restore`
 * takes a deletion back.
 */
export const receiptActs = [
  'activate',
  'pause',
  'cancel',
  'kill',
  'archive',
  'unarchive',
  'move',
  'retainLogs',
  'labels',
  'note',
  'strikeNote',
  'delete',
  'restore',
] as const satisfies readonly (ExperimentAction | 'labels' | 'note' | 'strikeNote' | 'restore')[];
export type ReceiptAct = (typeof receiptActs)[number];

/** The act that takes one back: of a move to where each came from, of labels to those that each had. */
export const takesBack: Partial<Record<ReceiptAct, ReceiptAct>> = {
  activate: 'pause',
  pause: 'activate',
  archive: 'unarchive',
  unarchive: 'archive',
  move: 'move',
  labels: 'labels',
  note: 'strikeNote',
  delete: 'restore',
};

/**
 * What came of a thing, in the order of the receipt: `waiting` has its turn to come, or would be acted on; `refused` and
 * `nothing` were so when it was chosen, `failed` when its turn came.
 */
export const itemResults = ['failed', 'done', 'waiting', 'nothing', 'refused'] as const;
export type ItemResult = (typeof itemResults)[number];
