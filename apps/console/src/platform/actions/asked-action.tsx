import { useLocation } from '@tanstack/react-router';
import { type ComponentType, useSyncExternalStore } from 'react';
import { DialogOpener, openerNow } from '#ui/primitives/dialog-opener.ts';
import { missedStyles } from '#ui/primitives/missed-styles.ts';
import type { Action, AskProps, Subject } from './action.ts';
import { tellUnopened } from './later-form.tsx';

interface Asked {
  Dialog: ComponentType<AskProps<Subject>>;
  props: Omit<AskProps<Subject>, 'onClose'>;
  opener: HTMLElement | null;
  /** The page it was asked on: another page knows nothing of it. */
  pathname: string;
}

let asked: Asked | undefined;
const listeners = new Set<() => void>();

function set(next: Asked | undefined): void {
  asked = next;
  for (const listener of listeners) listener();
}

/** Opens the dialog of an action that asks first. */
export async function ask<S extends Subject>(
  action: Action<S>,
  subjects: AskProps<S>['subjects'],
  onGone?: () => void,
): Promise<void> {
  const opener = openerNow();
  const { pathname } = window.location;
  try {
    await missedStyles();
    const Dialog = await action.ask?.();
    if (!Dialog || window.location.pathname !== pathname) return;
    // The dialog and the things come together; which kind they are of does not matter to who draws it.
    set({ Dialog, props: { action, subjects, onGone }, opener, pathname } as unknown as Asked);
  } catch (error) {
    tellUnopened(error);
  }
}

/**
 * Draws the dialog of the action that asks. It belongs to the shell: a row may leave its table while the reader decides.
 */
export function AskedAction() {
  const now = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => asked,
  );
  // Drawn anew when the page changes, which takes the dialog away.
  useLocation({ select: ({ pathname }) => pathname });
  if (!now || now.pathname !== window.location.pathname) return null;
  const { Dialog, props, opener } = now;
  return (
    <DialogOpener value={opener}>
      {/* It may have been followed by another dialog. */}
      <Dialog {...props} onClose={() => asked === now && set(undefined)} />
    </DialogOpener>
  );
}
