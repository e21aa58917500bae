import { ArrowDown, Braces, Copy, Link as LinkIcon, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { formatCount } from '../format/numbers.ts';
import { plural } from '../format/words.ts';
import { Button } from '../primitives/button.tsx';
import { Icon } from '../primitives/icon.tsx';
import { plainText } from './ansi.ts';
import { MOST_COPIED } from './copy-lines.ts';
import { laidOut } from './laid-out.ts';
import type { LineRange } from './log-lines.tsx';
import styles from './log-viewer.module.css';

interface ChosenBarProps {
  chosen: LineRange;
  /** How many of them are shown. */
  count: number;
  /** What it says, of a single one. */
  text: string | undefined;
  copying: boolean;
  onCopy: () => void;
  onCopyLink: () => void;
  onClear: () => void;
}

/** What can be done with the lines that are chosen. */
export function ChosenBar({ chosen, count, text, copying, onCopy, onCopyLink, onClear }: ChosenBarProps) {
  const { from, to } = chosen;
  const place = from === to ? formatCount(from + 1) : `${formatCount(from + 1)}–${formatCount(to + 1)}`;
  const tooMany = count > MOST_COPIED ? `More than ${formatCount(MOST_COPIED)} lines: download the log` : undefined;
  const [open, setOpen] = useState(false);
  const json = text === undefined ? undefined : laidOut(plainText(text));
  return (
    <section className={styles.chosen} aria-label="Chosen lines">
      <span>
        <b>{plural(count, 'line')} chosen</b> <span className="muted">{place}</span>
      </span>
      <Button variant="quiet" size="xs" disabledReason={tooMany} working={copying} onClick={onCopy}>
        <Icon of={Copy} size={14} />
        Copy
      </Button>
      <Button variant="quiet" size="xs" onClick={onCopyLink}>
        <Icon of={LinkIcon} size={14} />
        Copy Link
      </Button>
      {json && (
        <Button variant="quiet" size="xs" aria-expanded={open} onClick={() => setOpen(!open)}>
          <Icon of={Braces} size={14} />
          Lay Out
        </Button>
      )}
      <Button variant="quiet" size="xs" onClick={onClear} aria-keyshortcuts="Escape">
        <Icon of={X} size={14} />
        Clear
      </Button>
      {json && open && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard
        <pre className={styles.json} tabIndex={0}>
          {json}
        </pre>
      )}
    </section>
  );
}

interface LogFootProps {
  /** Where the reader is. */
  place: ReactNode;
  failure: string | undefined;
  live: boolean;
  follow: boolean;
  /** Why the end is not followed: ` by scrolling`. */
  paused: string | undefined;
  /** Lines that came since. */
  fresh: number;
  onResume: () => void;
}

/** Where the reader is, whether the end is followed, and how much is new. */
export function LogFoot({ place, failure, live, follow, paused, fresh, onResume }: LogFootProps) {
  return (
    <div className={styles.foot}>
      <span>{place}</span>
      {failure && (
        <span role="alert" className={styles.failure}>
          {failure}
        </span>
      )}
      <span className={styles.space} />
      {!follow && live && <span className={styles.paused}>Follow paused{paused}</span>}
      {fresh > 0 && (
        <span>
          <b>{formatCount(fresh)}</b> new {plural(fresh, 'line').split(' ')[1]}
        </span>
      )}
      {!follow && (
        <Button size="xs" onClick={onResume} aria-keyshortcuts="f">
          <Icon of={ArrowDown} size={14} />
          {live ? 'Follow' : 'Jump to newest'}
        </Button>
      )}
      {follow && live && <span>Following</span>}
    </div>
  );
}

/** A search for one line goes on. */
export function Looking({ share, onStop }: { share: number; onStop: () => void }) {
  return (
    <>
      {' '}
      · <span role="status">Looking for it</span>, {Math.floor(100 * share)} %{' '}
      <Button size="xs" variant="quiet" onClick={onStop}>
        Stop
      </Button>
    </>
  );
}
