import type { Action, AskProps, Subject } from './action.ts';
import { ask } from './asked-action.tsx';

/** Whether it is asked for several: those have a preview, one has its own dialog. */
export function previews<S extends Subject>({ receipt, bulk }: Action<S>): boolean {
  const selection = bulk?.chosen?.selection;
  if (!receipt || !selection) return false;
  return !('ids' in selection) || selection.ids.length > 1;
}

/** What it would do to each of what is chosen, before it does it. */
export function askForPreview<S extends Subject>(action: Action<S>, subjects: AskProps<S>['subjects']): Promise<void> {
  return ask({ ...action, ask: async () => (await import('../receipts/ask-preview.tsx')).AskPreview }, subjects);
}
