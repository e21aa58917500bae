import { lazy, Suspense } from 'react';
import { DialogOpener } from '#ui/primitives/dialog-opener.ts';
import { closeSettings, useOpenedSettings } from './open-settings.ts';

// Fetched when it is asked for.
const SettingsDrawer = lazy(async () => ({ default: (await import('../drawer/settings-drawer.tsx')).SettingsDrawer }));

/** Draws the settings drawer over whatever page is shown. It belongs to the shell. */
export function SettingsHost() {
  const opened = useOpenedSettings();
  if (!opened) return null;
  return (
    <Suspense fallback={null}>
      <DialogOpener value={opened.opener}>
        <SettingsDrawer at={opened.at} onClose={closeSettings} />
      </DialogOpener>
    </Suspense>
  );
}
