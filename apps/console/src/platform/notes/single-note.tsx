import { useMemo } from 'react';
import { EmptyState } from '#ui/primitives/notice.tsx';
import { LockedStrip } from './locked-strip.tsx';
import { NoteConflict } from './note-conflict.tsx';
import { NotePageEditor } from './note-page.tsx';
import styles from './notes.module.css';
import { useNotes } from './use-notes.ts';

const title = 'Notes';

interface SingleNoteProps {
  /** Whose notes, and who writes: `3/experiment-17`. */
  name: string;
  /** What the server has. */
  stored: string;
  /** Writes `notes` if `read` still stands there; else answers with what does. */
  save: (read: string, notes: string) => Promise<{ saved: boolean; notes: string }>;
  /** Why the reader can't change them. */
  locked: string | undefined;
  /** Narrow, they are read first. */
  reads?: true;
}

/** Notes that are one text. */
export function SingleNote({ name, stored, save, locked, reads }: SingleNoteProps) {
  const pages = useMemo(() => [{ name: title, contents: stored }], [stored]);
  const [state, keeper] = useNotes({
    name,
    stored: pages,
    save: async ([read], [text]) => {
      const { saved, notes } = await save(read?.contents ?? '', text?.contents ?? '');
      return { saved, notes: [{ name: title, contents: notes }] };
    },
  });
  const [page] = state.pages;
  const [conflict] = state.conflicts;
  if (!page) return null;
  return (
    <div className={styles.notes}>
      <div className={styles.page}>
        <LockedStrip reason={locked} />
        {conflict ? (
          <NoteConflict name={title} conflict={conflict} onSettle={(text) => keeper.settle(conflict, text)} />
        ) : locked !== undefined && page.contents === '' ? (
          <EmptyState title="No notes" />
        ) : (
          <NotePageEditor
            page={page}
            status={state.status}
            locked={locked !== undefined}
            reads={reads && stored !== ''}
            onChange={(change) => keeper.change(page.id, change)}
          />
        )}
      </div>
    </div>
  );
}
