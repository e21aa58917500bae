import { TriangleAlert } from 'lucide-react';
import type { ReadyAction } from '#platform/actions/use-actions.ts';
import { useNow } from '#platform/page/use-now.ts';
import { ObjectHead } from '#training/shared/object-head.tsx';
import { formatDate, formatRelativeInline, formatTimestamp } from '#ui/format/times.ts';
import { EditableText } from '#ui/primitives/editable-text.tsx';
import { Icon } from '#ui/primitives/icon.tsx';
import { IconButton } from '#ui/primitives/icon-button.tsx';
import { Tag } from '#ui/primitives/tag.tsx';
import styles from './registry-head.module.css';

interface RegistryHeadProps {
  title: string;
  /** Why nothing is changed here. */
  warning: string | undefined;
  labels: readonly string[];
  /** To change them. */
  tags: readonly ReadyAction[];
  made: { word: string; at: string | null; by: string };
  changedAt: string | null;
  description: string;
  /** Absent for who may not. */
  onDescribe?: (description: string) => void;
}

/** The top of the page of a model or a version: its name and tags, whose it is, what it is for. */
export function RegistryHead({ title, warning, labels, tags, made, changedAt, ...props }: RegistryHeadProps) {
  const { description, onDescribe } = props;
  const now = useNow(true, 30_000);
  return (
    <>
      {warning ? (
        <p className={styles.warning} role="status">
          <Icon of={TriangleAlert} size={14} /> {warning}
        </p>
      ) : null}
      <ObjectHead
        title={title}
        badges={
          <>
            {labels.map((label) => (
              <Tag key={label}>{label}</Tag>
            ))}
            {tags.map(({ key, label, icon, disabledReason, run }) => (
              <IconButton key={key} size="xs" icon={icon} name={label} disabledReason={disabledReason} onClick={run} />
            ))}
          </>
        }
        about={
          <>
            {made.word} {made.at ? <time dateTime={made.at}>{formatDate(made.at)}</time> : null} by {made.by}
            {changedAt ? (
              <>
                {' · last changed '}
                <time dateTime={changedAt} title={formatTimestamp(changedAt)}>
                  {formatRelativeInline(changedAt, now)}
                </time>
              </>
            ) : null}
          </>
        }
      />
      <div className={styles.description}>
        {onDescribe ? (
          <EditableText name="Description" value={description} none="Add description..." onSave={onDescribe} />
        ) : (
          <span className={description ? undefined : 'muted'}>{description || 'No description'}</span>
        )}
      </div>
    </>
  );
}
