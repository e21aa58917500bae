import { maxCompared } from '@determined/contract/limits.ts';
import { compareRoute } from '@determined/contract/training/compare-ext-routes.ts';
import { prefetch } from '#platform/api/call.ts';
import { type CompareSubject, compareRequest } from './compared.ts';

/** The loader's part that needs the contract of our own calls, which the first screen does without. */
export function loadComparison(subject: CompareSubject): void {
  if (subject.ids.length > 0 && subject.ids.length <= maxCompared) prefetch(compareRoute, compareRequest(subject));
}
