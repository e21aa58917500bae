import { createContext, useContext, useEffect, useState } from 'react';

/** What a dialog was opened from, where that is known before the dialog is there. */
export const DialogOpener = createContext<HTMLElement | null>(null);

/** Where the focus is; of a menu that closes behind its entry, the button that opened the menu. */
export function openerNow(): HTMLElement | null {
  const active = document.activeElement;
  const menu = active?.closest('[role="menu"]');
  const opener = menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : active;
  return opener instanceof HTMLElement && opener !== document.body ? opener : null;
}

/** Puts the focus back to where it came from when the dialog goes; where that has gone too, to the page. */
export function useFocusBack(): void {
  const given = useContext(DialogOpener);
  const [opener] = useState(() => given ?? openerNow());
  // The browser's focus is outside React, and the dialog takes it along when it goes.
  useEffect(
    () => () => {
      // Whatever has taken the focus meanwhile keeps it.
      if (document.activeElement && document.activeElement !== document.body) return;
      const back = opener?.isConnected ? opener : document.getElementById('main');
      back?.focus({ preventScroll: true });
    },
    [opener],
  );
}
