import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#ui/primitives/button.tsx';
import { Icon } from '#ui/primitives/icon.tsx';
import type { NotesConflict } from './merge-notes.ts';
import styles from './notes.module.css';

interface NoteConflictProps {
  name: string;
  conflict: NotesConflict;
  onSettle: (contents: string) => void;
}

/** A page that two have changed in the same place: what was saved, and what will be. */
export function NoteConflict({ name, conflict, onSettle }: NoteConflictProps) {
  const [text, setText] = useState(conflict.both);
  const mine = new Set(conflict.mine.split('\n'));
  const lines = conflict.theirs.split('\n');
  return (
    <>
      <header className={styles.head}>
        <h2 className={styles.name}>{name}</h2>
        <span className={`${styles.status} ${styles.warns}`}>
          <Icon of={TriangleAlert} size={14} /> <span className={styles.words}>Not saved</span>
        </span>
      </header>
      <div role="alert" className={styles.strip}>
        <p>
          <strong>Somebody saved this page meanwhile.</strong> You changed the same place. Nothing is lost: choose, or
          edit the right side.
        </p>
        <span className={styles.choices}>
          <Button onClick={() => onSettle(conflict.theirs)}>Keep Theirs</Button>
          <Button onClick={() => onSettle(conflict.mine)}>Keep Mine</Button>
          <Button variant="primary" onClick={() => onSettle(text)}>
            Save Both
          </Button>
        </span>
      </div>
      <div className={styles.both}>
        <section aria-label="Saved meanwhile">
          <h3>Saved meanwhile</h3>
          <pre className={styles.theirs}>
            {lines.map((line, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place in a text that stays
              <span key={i} className={styles.line} data-new={!mine.has(line) || undefined}>
                {`${line}\n`}
              </span>
            ))}
          </pre>
        </section>
        <section>
          <h3>To be saved</h3>
          <textarea
            className={styles.source}
            aria-label="To be saved"
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
        </section>
      </div>
    </>
  );
}
