import { ChevronRight, CornerDownLeft } from 'lucide-react';
import type { MouseEvent } from 'react';
import { Icon } from '#ui/primitives/icon.tsx';
import { StateGlyph } from '#ui/primitives/state-glyph.tsx';
import { stateLook } from '#ui/primitives/state-kinds.ts';
import styles from './command-bar.module.css';
import type { Option } from './options.ts';

interface OptionLineProps {
  id: string;
  option: Option;
  typed: string;
  chosen: boolean;
  href: string | undefined;
  onChoose: (newTab: boolean) => void;
}

/** The field keeps the focus: a line is pressed, or chosen by the field's keys. */
export function OptionLine({ id, option, typed, chosen, href, onChoose }: OptionLineProps) {
  const choose = (event: MouseEvent) => {
    event.preventDefault();
    onChoose(event.ctrlKey || event.metaKey);
  };
  const parts = (
    <>
      {option.state ? (
        <StateGlyph look={stateLook(option.state)} name={stateLook(option.state).word} />
      ) : (
        <Icon of={option.icon ?? ChevronRight} />
      )}
      <span className={styles.title}>
        <Marked text={option.title} words={typed} />
        {option.note ? <small>{option.note}</small> : null}
      </span>
      <span className={styles.kind}>{option.kind}</span>
      {chosen ? <Icon of={CornerDownLeft} size={14} /> : null}
    </>
  );
  const shared = {
    id,
    role: 'option',
    'aria-selected': chosen,
    className: styles.line,
    tabIndex: -1,
    onClick: choose,
  } as const;
  return href === undefined ? (
    <div {...shared}>{parts}</div>
  ) : (
    <a {...shared} href={href}>
      {parts}
    </a>
  );
}

/** What was typed stands out where it is found as it is. */
function Marked({ text, words }: { text: string; words: string }) {
  const typed = words
    .trim()
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => word.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'));
  if (typed.length === 0) return text;
  const parts = text.split(new RegExp(`(${typed.join('|')})`, 'i'));
  // biome-ignore lint/suspicious/noArrayIndexKey: parts have no identity but their place
  return parts.map((part, at) => (at % 2 === 1 ? <b key={at}>{part}</b> : part));
}
