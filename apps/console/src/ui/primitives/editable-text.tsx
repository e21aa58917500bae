import { type KeyboardEvent, useState } from 'react';
import styles from './editable-text.module.css';

/** Text that is edited where it stands: Enter or leaving saves, Escape takes it back. */
export function EditableText(props: { name: string; value: string; none: string; onSave: (value: string) => void }) {
  const [draft, setDraft] = useState<string | null>(null);
  if (draft === null) {
    return (
      <button
        type="button"
        className={`${styles.show} ${props.value ? '' : styles.none}`}
        aria-label={`${props.name}: ${props.value || props.none}. Edit`}
        title={props.value || undefined}
        onClick={() => setDraft(props.value)}
      >
        {props.value || props.none}
      </button>
    );
  }
  const save = () => {
    setDraft(null);
    if (draft.trim() !== props.value) props.onSave(draft.trim());
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter') save();
    if (event.key === 'Escape') setDraft(null);
  };
  return (
    <input
      className={styles.edit}
      aria-label={props.name}
      // biome-ignore lint/a11y/noAutofocus: the reader has just asked to edit this text
      autoFocus
      value={draft}
      onChange={(event) => setDraft(event.currentTarget.value)}
      onBlur={save}
      onKeyDown={onKey}
    />
  );
}
