import { useWhyNot } from '#platform/session/may.ts';
import { useSetting } from '#platform/settings/settings.ts';
import { keysOf, type ShortcutEntry, shortcuts } from '#platform/shortcuts/shortcuts.ts';
import { useFocusBack } from '#ui/primitives/dialog-opener.ts';
import { Keys } from '#ui/primitives/keys.tsx';
import { Modal } from '#ui/primitives/overlays.ts';
import { useHasPage, usePlaces } from '../shell/places.ts';
import styles from './command-bar.module.css';
import { commandsOf } from './commands.ts';

const nothing = () => {};

/** Keys that are the same for everybody; what they do is said where they work, too. */
const fixedKeys: readonly [string, string[]][] = [
  ['This list', ['?']],
  ['Close the top layer', ['Esc']],
];

/** The commands of the command bar, and the keys that work on every page. */
export function HelpDialog({ onClose }: { onClose: () => void }) {
  useFocusBack();
  const commands = commandsOf({
    go: nothing,
    whyNot: useWhyNot(),
    places: usePlaces(),
    hasPage: useHasPage(),
  });
  const hasPage = useHasPage();
  const entries = [shortcuts.omnibar, ...(hasPage('/tasks') ? [shortcuts.jupyterLab] : []), shortcuts.navbarCollapsed];
  return (
    <Modal opened onClose={onClose} title="Help" size={720}>
      <div className={styles.columns}>
        <section>
          <h3>Commands</h3>
          <dl>
            {commands.map(({ title, note }) => (
              <div key={title}>
                <dt>
                  <code>{title}</code>
                </dt>
                <dd>{note}</dd>
              </div>
            ))}
          </dl>
        </section>
        <section>
          <h3>Keyboard shortcuts</h3>
          <dl>
            {entries.map((entry) => (
              <Shortcut key={entry.label} {...entry} />
            ))}
            {fixedKeys.map(([label, keys]) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>
                  <Keys of={keys} />
                </dd>
              </div>
            ))}
          </dl>
        </section>
      </div>
    </Modal>
  );
}

function Shortcut({ label, setting }: ShortcutEntry) {
  const [shortcut] = useSetting(setting);
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <Keys of={keysOf(shortcut)} />
      </dd>
    </div>
  );
}
