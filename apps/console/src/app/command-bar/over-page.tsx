import { useEffect } from 'react';
import { laterForm } from '#platform/actions/later-form.tsx';
import { shortcuts, useKey, useShortcut } from '#platform/shortcuts/shortcuts.ts';
import { ConfirmDialog } from '#ui/primitives/dialog.tsx';
import { openOver, useOver } from './opening.ts';

const CommandBar = laterForm(async () => (await import('./command-bar.tsx')).CommandBar, 'command bar');
const HelpDialog = laterForm(async () => (await import('./help-dialog.tsx')).HelpDialog, 'help');
const QuickSearch = laterForm(async () => (await import('./quick-search.tsx')).QuickSearch, 'search');

/** What can be opened over any page, by its key; its code comes when it is opened. */
export function OverPage() {
  const over = useOver();
  useShortcut(shortcuts.omnibar, () => openOver(over === 'bar' ? undefined : 'bar'));
  useKey('?', () => openOver('help'));
  // Whoever signs out leaves nothing open for the next.
  useEffect(() => () => openOver(undefined), []);
  const close = () => openOver(undefined);
  return (
    <>
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
    </>
  );
}
