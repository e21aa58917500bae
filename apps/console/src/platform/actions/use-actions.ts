import { useState } from 'react';
import { useWhyNot, type WhyNot } from '#platform/session/may.ts';
import { type Action, countOf, offerActions, type Subject } from './action.ts';
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
  {
    onGone,
    inSight,
  }: {
    onGone?: () => void;
    /** Where the subjects stand for others: those whose rows are in sight. */
    inSight?: readonly S[];
  } = {},
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
    count: countOf(acting),
    disabledReason,
    working: working === action.key,
    run: () => {
      const [first, ...others] = acting;
      if (!first) return;
      const asked = inSight ? withInSight(action, inSight, whyNot) : action;
      if (previews(asked) && !asked.receipt?.form) {
        void askForPreview(asked, [first, ...others]);
        return;
      }
      if (asked.ask) {
        void ask(asked, [first, ...others], onGone);
        return;
      }
      setWorking(asked.key);
      void performAndReport(asked, acting).finally(() => setWorking(undefined));
    },
  }));
}

/** Of the rows in sight, those that it acts on show at once what comes of them. */
function withInSight<S extends Subject>(action: Action<S>, rows: readonly S[], whyNot: WhyNot): Action<S> {
  const [offered] = offerActions([action], rows, whyNot);
  return action.bulk
    ? { ...action, bulk: { ...action.bulk, inSight: new Set(offered?.acting.map(({ id }) => id)) } }
    : action;
}
