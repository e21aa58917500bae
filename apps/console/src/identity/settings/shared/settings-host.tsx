import { laterForm } from '#platform/actions/later-form.tsx';
import { DialogOpener } from '#ui/primitives/dialog-opener.ts';
import { closeSettings, useOpenedSettings } from './open-settings.ts';

// Fetched when it is asked for.
const SettingsDrawer = laterForm(
  async () => (await import('../drawer/settings-drawer.tsx')).SettingsDrawer,
  'settings',
);

/** Draws the settings drawer over whatever page is shown. It belongs to the shell. */
export function SettingsHost() {
  const opened = useOpenedSettings();
  if (!opened) return null;
  return (
    <DialogOpener value={opened.opener}>
      <SettingsDrawer at={opened.at} onClose={closeSettings} />
    </DialogOpener>
  );
}
