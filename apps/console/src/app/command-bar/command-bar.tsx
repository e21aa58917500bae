import { useId } from '@mantine/hooks';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { messageOf } from '#platform/api/console-error.ts';
import { reportError } from '#platform/api/report-error.ts';
import { canAdministrateUsers } from '#platform/session/checks.ts';
import { useMay, useWhyNot } from '#platform/session/may.ts';
import { useFocusBack } from '#ui/primitives/dialog-opener.ts';
import { Icon } from '#ui/primitives/icon.tsx';
import { Keys } from '#ui/primitives/keys.tsx';
import { Modal } from '#ui/primitives/overlays.ts';
import { useHasPage, usePlaces } from '../shell/places.ts';
import { bare } from './bare-dialog.ts';
import styles from './command-bar.module.css';
import { commandsOf } from './commands.ts';
import { OptionLine } from './option-line.tsx';
import type { Option } from './options.ts';
import { noteUse } from './use-counts.ts';
import { useOptions } from './use-options.ts';

/** Finds anything and does anything by its name: a field, and what fits what is typed in it. */
export function CommandBar({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState('');
  useFocusBack();
  const router = useRouter();
  const navigate = useNavigate();
  const places = usePlaces();
  const may = useMay();
  const pages = places.map(
    ({ label, icon, link }): Option => ({ title: label, icon, link, group: 'Go to', key: `page ${label}` }),
  );
  const commands = commandsOf({
    go: (link) => void navigate(link),
    whyNot: useWhyNot(),
    places,
    hasPage: useHasPage(),
  });
  const { data, error, isFetching, isPlaceholderData, refetch } = useOptions(commands, pages, typed, {
    managesPeople: may(canAdministrateUsers),
  });
  const options = data?.options ?? [];
  const [at, setAt] = useState({ of: typed, line: 0 });
  // Other options: the first is chosen again.
  const line = at.of === typed ? Math.min(at.line, options.length - 1) : 0;
  const chosen = options[line];
  const id = useId();

  const hrefOf = (option: Option) => (option.link ? router.buildLocation(option.link).href : undefined);
  const complete = (option: Option, path = data?.path ?? '') => setTyped(`${path}${option.title} `);
  const choose = async (option: Option, newTab = false, path?: string) => {
    if (option.options) return complete(option, path);
    if (option.key) noteUse({ key: option.key, title: option.title, note: option.note, href: hrefOf(option) });
    if (option.link && newTab) window.open(router.history.createHref(hrefOf(option) ?? ''), '_blank', 'noopener');
    else if (option.link) void navigate(option.link);
    onClose();
    try {
      await option.run?.();
    } catch (problem) {
      reportError(problem, { title: 'Failed to query omnibar.', message: messageOf(problem) });
    }
  };

  /** Who types faster than the answer comes means what is typed, not what is still shown. */
  const take = async (act: (option: Option, path?: string) => unknown) => {
    const awaited = isPlaceholderData ? (await refetch({ cancelRefetch: false })).data : undefined;
    const option = isPlaceholderData ? awaited?.options[0] : chosen;
    if (option) act(option, awaited?.path);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const move = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (move !== undefined && options.length > 0) {
      event.preventDefault();
      setAt({ of: typed, line: (line + move + options.length) % options.length });
    } else if (event.key === 'Tab' && !event.shiftKey) {
      event.preventDefault();
      void take(complete);
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault();
      const newTab = event.ctrlKey || event.metaKey;
      void take((option, path) => choose(option, newTab, path));
    }
  };

  return (
    <Modal
      opened
      onClose={onClose}
      title="Command bar"
      size={640}
      padding={0}
      withCloseButton={false}
      classNames={bare}
    >
      <div className={styles.field}>
        <Icon of={Search} />
        <input
          data-autofocus
          role="combobox"
          aria-label="Find anything"
          aria-expanded={options.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={chosen ? `${id}-${line}` : undefined}
          aria-autocomplete="list"
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          placeholder={'Type a command or "help" for more info.'}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        <Keys of={['Esc']} />
      </div>
      <Lines
        id={id}
        options={options}
        chosen={line}
        typed={typed}
        hrefOf={(option) => router.history.createHref(hrefOf(option) ?? '')}
        onChoose={(option, newTab) => void choose(option, newTab)}
      />
      {error ? (
        <p className={styles.none} role="alert">
          Failed to query omnibar.
        </p>
      ) : null}
      {!error && !isFetching && options.length === 0 ? (
        <p className={styles.none} role="status">
          no matching options
        </p>
      ) : null}
      <Foot />
    </Modal>
  );
}

interface LinesProps {
  id: string;
  options: readonly Option[];
  chosen: number;
  typed: string;
  hrefOf: (option: Option) => string;
  onChoose: (option: Option, newTab: boolean) => void;
}

function Lines({ id, options, chosen, typed, hrefOf, onChoose }: LinesProps) {
  const groups = [...Map.groupBy(options, ({ group }) => group)];
  let line = 0;
  return (
    <div id={`${id}-list`} role="listbox" aria-label="Options" className={styles.lines}>
      {groups.map(([group, members]) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a list box
        <div key={group} role="group" aria-label={group}>
          <p className={styles.group} aria-hidden="true">
            {group}
          </p>
          {members.map((option) => {
            const own = line++;
            return (
              <OptionLine
                key={`${option.key ?? ''} ${option.title} ${option.note ?? ''}`}
                id={`${id}-${own}`}
                option={option}
                typed={typed}
                chosen={own === chosen}
                href={option.link ? hrefOf(option) : undefined}
                onChoose={(newTab) => onChoose(option, newTab)}
              />
            );
          })}
        </div>
      ))}
    </div>
  );
}

function Foot(): ReactNode {
  return (
    <footer className={styles.foot}>
      <Keys of={['↑', '↓']} /> choose <Keys of={['↵']} /> open <Keys of={['Tab']} /> complete
      <span>
        type <b>help</b> for commands
      </span>
    </footer>
  );
}
