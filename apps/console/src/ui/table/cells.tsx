import { NO_VALUE } from '../format/numbers.ts';
import { durationParts, formatRelative, formatTimestamp } from '../format/times.ts';
import { Tag } from '../primitives/tag.tsx';
import styles from './cells.module.css';

/** Text, with an em dash for none. */
export function TextCell({ text }: { text: string | null | undefined }) {
  return text ? <span title={text}>{text}</span> : <Nothing />;
}

/** An id that one would copy, with an em dash for none. */
export function UuidCell({ uuid }: { uuid: string | null | undefined }) {
  return uuid ? (
    <span className={styles.uuid} title={uuid}>
      {uuid}
    </span>
  ) : (
    <Nothing />
  );
}

/** A number that has been formatted; anything that is not finite is set in red words. */
export function NumberCell({ value, format }: { value: number | null | undefined; format: (value: number) => string }) {
  if (value === null || value === undefined) return <Nothing />;
  return <span className={Number.isFinite(value) ? undefined : styles.bad}>{format(value)}</span>;
}

/** Age in words; the full stamp is the tooltip and the machine-readable value. */
export function TimeCell({ at, now }: { at: string | null | undefined; now: number }) {
  if (!at) return <Nothing />;
  return (
    <time dateTime={at} title={formatTimestamp(at)}>
      {formatRelative(at, now)}
    </time>
  );
}

/** A duration with muted units. */
export function DurationCell({ seconds }: { seconds: number | null | undefined }) {
  if (seconds === null || seconds === undefined) return <Nothing />;
  return (
    <span>
      {durationParts(seconds).map((part, i) => (
        <span key={part.unit || 'rest'}>
          {i > 0 && ' '}
          {part.value}
          {part.unit && <span className={styles.unit}> {part.unit}</span>}
        </span>
      ))}
    </span>
  );
}

/** Tags, as many as fit. */
export function TagsCell({ tags }: { tags: string[] }) {
  if (tags.length === 0) return <Nothing />;
  return (
    <span className={styles.tags} title={tags.join(', ')}>
      {tags.map((tag) => (
        <Tag key={tag}>{tag}</Tag>
      ))}
    </span>
  );
}

/** A person as the first letter of the name, which is the tooltip and the accessible name. */
export function UserCell({ name }: { name: string }) {
  return (
    <span className={styles.avatar} role="img" aria-label={name} title={name}>
      {(name[0] ?? '?').toUpperCase()}
    </span>
  );
}

export function Nothing() {
  return <span className={styles.none}>{NO_VALUE}</span>;
}
