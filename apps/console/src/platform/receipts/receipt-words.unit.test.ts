import { type ReceiptAct, receiptActs } from '@determined/contract/training/receipt-facts.ts';
import { expect, test } from 'vitest';
import { actOn, outcomeTitle } from './receipt-words.ts';

const outcomes = (act: ReceiptAct) =>
  [
    { done: 2, failed: 0 },
    { done: 1, failed: 1 },
    { done: 0, failed: 2 },
  ].map((results) => outcomeTitle({ act, results: { waiting: 0, nothing: 0, refused: 0, ...results } }));

test('how an act on several went is said by its name, whatever it is', () => {
  expect(outcomes('move')).toEqual(['Move Success', 'Partial Move Failure', 'Move Failure']);
  expect(outcomes('retainLogs')).toEqual(['Retain Logs Success', 'Partial Retain Logs Failure', 'Retain Logs Failure']);
  expect(outcomes('activate')).toEqual(['Resume Success', 'Partial Resume Failure', 'Resume Failure']);
  expect(new Set(receiptActs.flatMap(outcomes)).size).toBe(3 * receiptActs.length);
});

test('what is done to something goes on with it', () => {
  expect((['delete', 'retainLogs', 'labels', 'note', 'strikeNote'] as const).map(actOn)).toEqual([
    'Delete',
    'Retain Logs of',
    'Edit Tags of',
    'Add Note to',
    'Remove Note from',
  ]);
});
