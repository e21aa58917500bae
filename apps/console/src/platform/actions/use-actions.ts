import { useState } from 'react';
import { useWhyNot } from '#platform/session/may.ts';
import { type Action, offerActions, type Subject } from './action.ts';
import { askForPreview, previews } from './ask-for-preview.ts';
import { ask } from './asked-action.tsx';
import { performAndReport } from './perform.tsx';

/** An action ready for a button, the entry of a menu or bar, or a key. */
export interface ReadyAction extends Pick<Action<Subject>, 'key' | 'label' | 'icon' | 'danger'> {
  /** Opens a dialog first. */
  asks: boolean;
  /** How many of the chosen things it acts on. */
  count: number;
  disabledReason: string | undefined;
  working: boolean;
  run: () => void;
}

/** The actions that one thing, or several chosen ones, offer now. */
export function useActions<S extends Subject>(
  actions: readonly Action<S>[],
  subjects: S | readonly S[],
  { onGone }: { onGone?: () => void } = {},
): ReadyAction[] {
  const whyNot = useWhyNot();
  const [working, setWorking] = useState<string>();
  // Arrays are the readonly ones; a subject is an object.
  const chosen = Array.isArray(subjects) ? (subjects as readonly S[]) : [subjects as S];
  return offerActions(actions, chosen, whyNot).map(({ action, acting, disabledReason }) => ({
    key: action.key,
    label: action.label,
    icon: action.icon,
    danger: action.danger,
    asks: action.ask !== undefined,
    count: acting.length,
    disabledReason,
    working: working === action.key,
    run: () => {
      const [first, ...others] = acting;
      if (!first) return;
      if (previews(action) && !action.receipt?.form) {
        void askForPreview(action, [first, ...others]);
        return;
      }
      if (action.ask) {
        void ask(action, [first, ...others], onGone);
        return;
      }
      setWorking(action.key);
      void performAndReport(action, acting).finally(() => setWorking(undefined));
    },
  }));
}
