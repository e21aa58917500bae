import { resetUserSettingRoute } from '@determined/contract/identity/settings-routes.ts';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useCall } from '#platform/api/call.ts';
import { reportError } from '#platform/api/report-error.ts';
import { forgetSettings } from '#platform/settings/settings.ts';
import { Button } from '#ui/primitives/button.tsx';
import { ConfirmDialog } from '#ui/primitives/dialog.tsx';
import { useFocusBack } from '#ui/primitives/dialog-opener.ts';
import { Drawer } from '#ui/primitives/overlays.ts';
import { type SettingsSection, settingsSections } from '../shared/open-settings.ts';
import { AdvancedSection } from './advanced-section.tsx';
import { ExperimentalSection } from './experimental-section.tsx';
import { PreferencesSection } from './preferences-section.tsx';
import { ProfileSection } from './profile-section.tsx';
import styles from './settings-drawer.module.css';
import { ShortcutsSection } from './shortcuts-section.tsx';

const parts: Record<SettingsSection, () => ReactNode> = {
  Profile: () => <ProfileSection />,
  Preferences: () => <PreferencesSection />,
  Shortcuts: () => <ShortcutsSection />,
  Experimental: () => <ExperimentalSection />,
  Advanced: () => <AdvancedSection />,
};

/** Everything that a user sets for himself; it applies at once, but for names and passwords, which others meet. */
export function SettingsDrawer({ at, onClose }: { at: SettingsSection; onClose: () => void }) {
  useFocusBack();
  const body = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState<SettingsSection>(at);
  const headOf = (section: SettingsSection) => body.current?.querySelector(`#settings-${section}`);
  const goTo = (section: SettingsSection) => {
    headOf(section)?.scrollIntoView({ block: 'start' });
    setCurrent(section);
  };
  // The scroll box is the browser's.
  useEffect(() => {
    if (at !== 'Profile') body.current?.querySelector(`#settings-${at}`)?.scrollIntoView({ block: 'start' });
  }, [at]);
  const follow = () => {
    const top = body.current?.getBoundingClientRect().top ?? 0;
    const passed = settingsSections.filter(
      (section) => (headOf(section)?.getBoundingClientRect().top ?? 0) <= top + 40,
    );
    setCurrent(passed.at(-1) ?? 'Profile');
  };
  return (
    <Drawer opened onClose={onClose} title="User Settings" classNames={{ body: styles.frame, content: styles.content }}>
      <nav aria-label="Sections of settings" className={styles.tabs}>
        {settingsSections.map((section) => (
          <button
            key={section}
            type="button"
            className={styles.tab}
            aria-current={section === current ? 'true' : undefined}
            onClick={() => goTo(section)}
          >
            {section}
          </button>
        ))}
      </nav>
      <div ref={body} className={styles.body} onScroll={follow}>
        {settingsSections.map((section) => (
          <section key={section} aria-labelledby={`settings-${section}`} className={styles.section}>
            <h2 id={`settings-${section}`}>{section}</h2>
            {parts[section]()}
          </section>
        ))}
      </div>
      <footer className={styles.foot}>
        <span className="muted">Everything here applies at once</span>
        <ResetAll />
      </footer>
    </Drawer>
  );
}

function ResetAll() {
  const [asking, setAsking] = useState(false);
  const reset = useCall(resetUserSettingRoute);
  const confirm = () =>
    reset.mutate(
      {},
      {
        onSuccess: () => forgetSettings(),
        onError: (error) => reportError(error, { title: 'Unable to reset user settings, try again later.' }),
        onSettled: () => setAsking(false),
      },
    );
  return (
    <>
      <Button variant="quiet" onClick={() => setAsking(true)}>
        Reset all…
      </Button>
      {asking ? (
        <ConfirmDialog
          title="Reset all settings"
          confirm="Reset"
          danger
          working={reset.isPending}
          onConfirm={confirm}
          onClose={() => setAsking(false)}
        >
          Theme, density, shortcuts, switches and the state of tables are as at the first sign-in again. Name and
          password stay.
        </ConfirmDialog>
      ) : null}
    </>
  );
}
