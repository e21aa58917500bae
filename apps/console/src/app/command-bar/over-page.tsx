import { lazy, Suspense, useEffect } from 'react';
import { shortcuts, useKey, useShortcut } from '#platform/shortcuts/shortcuts.ts';
import { ConfirmDialog } from '#ui/primitives/dialog.tsx';
import { openOver, useOver } from './opening.ts';

const CommandBar = lazy(() => import('./command-bar.tsx').then((file) => ({ default: file.CommandBar })));
const HelpDialog = lazy(() => import('./help-dialog.tsx').then((file) => ({ default: file.HelpDialog })));
const QuickSearch = lazy(() => import('./quick-search.tsx').then((file) => ({ default: file.QuickSearch })));

/** What can be opened over any page, by its key; its code comes when it is opened. */
export function OverPage() {
  const over = useOver();
  useShortcut(shortcuts.omnibar, () => openOver(over === 'bar' ? undefined : 'bar'));
  useKey('?', () => openOver('help'));
  // Whoever signs out leaves nothing open for the next.
  useEffect(() => () => openOver(undefined), []);
  const close = () => openOver(undefined);
  return (
    <Suspense>
      {over === 'bar' ? <CommandBar onClose={close} /> : null}
      {over === 'help' ? <HelpDialog onClose={close} /> : null}
      {over === 'quick-search' ? <QuickSearch onClose={close} /> : null}
      {typeof over === 'object' ? (
        <ConfirmDialog
          {...over}
          onClose={close}
          onConfirm={() => {
            close();
            void over.act();
          }}
        >
          <p>{over.text}</p>
        </ConfirmDialog>
      ) : null}
    </Suspense>
  );
}
