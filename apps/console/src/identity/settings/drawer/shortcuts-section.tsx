import { Pencil } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { useSetting } from '#platform/settings/settings.ts';
import { isTakenByBrowser, keysOf, type ShortcutEntry, shortcutOf, shortcuts } from '#platform/shortcuts/shortcuts.ts';
import { IconButton } from '#ui/primitives/icon-button.tsx';
import { SettingRow } from './setting-row.tsx';
import styles from './settings-drawer.module.css';

const rows: { entry: ShortcutEntry; label: string }[] = [
  { entry: shortcuts.omnibar, label: 'Open Omnibar' },
  { entry: shortcuts.jupyterLab, label: 'Launch JupyterLab Notebook' },
  { entry: shortcuts.navbarCollapsed, label: 'Toggle Sidebar' },
];

export function ShortcutsSection() {
  return rows.map(({ entry, label }) => <ShortcutRow key={label} entry={entry} label={label} />);
}

/** Shows the keys; records what is pressed instead of them. */
function ShortcutRow({ entry, label }: { entry: ShortcutEntry; label: string }) {
  const [shortcut, setShortcut] = useSetting(entry.setting);
  const [recording, setRecording] = useState(false);
  const record = (event: KeyboardEvent) => {
    // Tab leaves the field, as everywhere.
    if (event.key === 'Tab') return;
    event.preventDefault();
    // Neither the drawer nor what the keys mean elsewhere hears of it.
    event.stopPropagation();
    const pressed = shortcutOf(event);
    if (pressed === undefined) return;
    if (pressed !== 'Escape') setShortcut(pressed);
    setRecording(false);
  };
  return (
    <SettingRow
      label={label}
      onReset={shortcut === entry.usual ? undefined : () => setShortcut(entry.usual)}
      hint={isTakenByBrowser(shortcut) ? 'Taken by your browser here; it may not arrive.' : undefined}
    >
      {recording ? (
        <input
          readOnly
          className={styles.record}
          aria-label={`Keys of ${label}`}
          placeholder="press keys, Esc keeps"
          // biome-ignore lint/a11y/noAutofocus: the reader has just asked to record keys
          autoFocus
          // Escape keeps the keys, and the drawer.
          data-mantine-stop-propagation="true"
          onKeyDown={record}
          onBlur={() => setRecording(false)}
        />
      ) : (
        <>
          <span className={styles.keys}>
            {keysOf(shortcut).map((key) => (
              <kbd key={key}>{key}</kbd>
            ))}
          </span>
          <IconButton size="xs" icon={Pencil} name={`Edit ${label}`} onClick={() => setRecording(true)} />
        </>
      )}
    </SettingRow>
  );
}
