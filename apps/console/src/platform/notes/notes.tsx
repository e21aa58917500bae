import { BookOpen, Plus } from 'lucide-react';
import { useId, useState } from 'react';
import { reportError } from '#platform/api/report-error.ts';
import { Button } from '#ui/primitives/button.tsx';
import { ConfirmDialog } from '#ui/primitives/dialog.tsx';
import { Icon } from '#ui/primitives/icon.tsx';
import { EmptyState } from '#ui/primitives/notice.tsx';
import { LockedStrip } from './locked-strip.tsx';
import { NoteConflict } from './note-conflict.tsx';
import { NotePageEditor } from './note-page.tsx';
import styles from './notes.module.css';
import { type NotesOf, useNotes } from './use-notes.ts';

const untitled = 'Untitled';

export interface NotesProps extends NotesOf {
  /** Why the reader can't change them. */
  locked: string | undefined;
  /** Which page is open, counted from 1. */
  open: number;
  onOpen: (page: number) => void;
}

/** Pages of notes: their list, and the open one as source and as it looks. */
export function Notes({ locked, open, onOpen, ...of }: NotesProps) {
  const [{ pages, status, conflicts }, keeper] = useNotes(of);
  const [asked, setAsked] = useState<number>();
  const page = pages[open - 1] ?? pages[0];
  const conflict = conflicts.find(({ id }) => id === page?.id) ?? conflicts[0];
  const add = () => {
    keeper.add(untitled);
    onOpen(pages.length + 1);
  };
  const remove = (id: number) => {
    setAsked(undefined);
    keeper.remove(id).catch((error) => reportError(error, { title: 'Unable to delete notes page.' }));
  };
  const shown = conflict ? pages.find(({ id }) => id === conflict.id) : page;
  return (
    <div className={styles.notes}>
      <PageList
        names={pages.map(({ name }) => name || untitled)}
        open={shown ? pages.indexOf(shown) : 0}
        onOpen={(index) => onOpen(index + 1)}
        locked={locked}
        onAdd={add}
      />
      <div className={styles.page}>
        <LockedStrip reason={locked} />
        {shown && conflict ? (
          <NoteConflict
            key={shown.id}
            name={shown.name}
            conflict={conflict}
            onSettle={(text) => keeper.settle(conflict, text)}
          />
        ) : null}
        {shown && !conflict ? (
          <NotePageEditor
            key={shown.id}
            page={shown}
            status={status}
            locked={locked !== undefined}
            onChange={(change) => keeper.change(shown.id, change)}
            onDelete={() => setAsked(shown.id)}
          />
        ) : null}
        {shown ? null : (
          <EmptyState
            whole
            icon={BookOpen}
            title="No notes yet"
            actions={locked ? undefined : <Button onClick={add}>New Page</Button>}
          >
            What was learned here, in Markdown, for whoever comes after.
          </EmptyState>
        )}
      </div>
      {asked === undefined ? null : (
        <ConfirmDialog
          title="Delete Page?"
          confirm="Delete Page"
          danger
          onConfirm={() => remove(asked)}
          onClose={() => setAsked(undefined)}
        >
          <p>This cannot be undone.</p>
        </ConfirmDialog>
      )}
    </div>
  );
}

function PageList(props: {
  names: string[];
  open: number;
  onOpen: (index: number) => void;
  locked: string | undefined;
  onAdd: () => void;
}) {
  const { names, open, onOpen, locked, onAdd } = props;
  const field = useId();
  if (names.length === 0) return null;
  return (
    <nav className={styles.list} aria-label="Pages">
      <label className={styles.choice} htmlFor={field}>
        <span className="visually-hidden">Page</span>
        <select id={field} value={open} onChange={(event) => onOpen(Number(event.currentTarget.value))}>
          {names.map((name, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a page is its place, names come twice
            <option key={i} value={i}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <ul>
        {names.map((name, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a page is its place, names come twice
          <li key={i}>
            <button
              type="button"
              className={styles.open}
              aria-current={i === open ? 'page' : undefined}
              title={name}
              onClick={() => onOpen(i)}
            >
              <Icon of={BookOpen} size={14} /> <span className={styles.pageName}>{name}</span>
            </button>
          </li>
        ))}
      </ul>
      <Button variant="quiet" className={styles.add} disabledReason={locked} onClick={onAdd}>
        <Icon of={Plus} size={14} /> New Page
      </Button>
    </nav>
  );
}
