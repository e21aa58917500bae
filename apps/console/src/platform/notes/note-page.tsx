import { Check, TriangleAlert, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { useNow } from '#platform/page/use-now.ts';
import { formatRelativeInline } from '#ui/format/times.ts';
import { Button } from '#ui/primitives/button.tsx';
import { Icon } from '#ui/primitives/icon.tsx';
import { IconButton } from '#ui/primitives/icon-button.tsx';
import { later } from '#ui/primitives/later.tsx';
import { RowMenu } from '#ui/primitives/row-menu.tsx';
import { Segmented } from '#ui/primitives/segmented.tsx';
import { SkeletonRows } from '#ui/primitives/skeleton.tsx';
import { applyEdit, checked, markEdit, marks } from './edit-source.ts';
import type { EditedPage, NotePage } from './merge-notes.ts';
import styles from './notes.module.css';
import type { NotesStatus } from './notes-keeper.ts';

const Markdown = later(
  async () => (await import('./markdown.tsx')).Markdown,
  () => <SkeletonRows words="Loading notes..." widths={[320]} count={4} />,
);

interface NotePageProps {
  page: EditedPage;
  status: NotesStatus;
  /** It can only be read: its source stays away. */
  locked: boolean;
  /** Where there is room for one side, it is at first how it looks. */
  reads?: boolean;
  onChange: (change: Partial<NotePage>) => void;
  /** Absent for notes of one page, whose name is given. */
  onDelete?: () => void;
}

/** One page: name, source, and how that looks. */
export function NotePageEditor({ page, status, locked, reads, onChange, onDelete }: NotePageProps) {
  const source = useRef<HTMLTextAreaElement>(null);
  // On a phone there is room for one of the two.
  const [side, setSide] = useState<'write' | 'preview'>(reads ? 'preview' : 'write');
  const [preview, setPreview] = useState(true);
  const mark = (of: (typeof marks)[number]) => {
    const field = source.current;
    if (field) applyEdit(field, markEdit(field.value, [field.selectionStart, field.selectionEnd], of));
  };
  return (
    <>
      <header className={styles.head}>
        {locked || !onDelete ? (
          <h2 className={styles.name}>{page.name}</h2>
        ) : (
          <>
            <h2 className="visually-hidden">{page.name}</h2>
            <input
              className={styles.name}
              aria-label="Page name"
              value={page.name}
              onChange={(event) => onChange({ name: event.currentTarget.value })}
            />
          </>
        )}
        {locked ? null : (
          <>
            <span className={styles.marks}>
              {marks.map((one) => (
                <IconButton key={one.name} size="xs" icon={one.icon} name={one.name} onClick={() => mark(one)} />
              ))}
            </span>
            <span className={styles.sides}>
              <Segmented
                name="Show"
                options={[
                  { value: 'write', label: 'Write' },
                  { value: 'preview', label: 'Preview' },
                ]}
                value={side}
                onChange={setSide}
              />
            </span>
            <Status status={status} />
            {preview ? null : (
              <span className={styles.reopen}>
                <Button size="xs" onClick={() => setPreview(true)}>
                  Preview
                </Button>
              </span>
            )}
            {onDelete ? (
              <RowMenu of={page.name} actions={[{ label: 'Delete Page', danger: true, run: onDelete }]} />
            ) : null}
          </>
        )}
      </header>
      <div className={styles.sheet} data-side={locked ? 'preview' : side} data-preview={preview || undefined}>
        {locked ? null : (
          <textarea
            ref={source}
            className={styles.source}
            aria-label="Contents"
            placeholder="Markdown: # heading, - list, - [ ] to do, | table |"
            value={page.contents}
            onChange={(event) => onChange({ contents: event.currentTarget.value })}
          />
        )}
        {locked || preview ? (
          <section className={styles.preview} aria-label="Preview">
            {locked ? null : (
              <div className={styles.previewHead}>
                Preview <IconButton size="xs" icon={X} name="Close preview" onClick={() => setPreview(false)} />
              </div>
            )}
            <Markdown
              source={page.contents}
              onCheck={locked ? undefined : (line) => onChange({ contents: checked(page.contents, line) })}
            />
          </section>
        ) : null}
      </div>
    </>
  );
}

function Status({ status }: { status: NotesStatus }) {
  useNow(status.kind === 'saved' && status.at !== undefined, 10_000);
  const warns = status.kind === 'failed' || status.kind === 'refused';
  const words = statusWords(status);
  return (
    <span role="status" className={`${styles.status} ${warns ? styles.warns : ''}`} title={words}>
      {status.kind === 'saved' && words ? <Icon of={Check} size={14} /> : null}
      {warns ? <Icon of={TriangleAlert} size={14} /> : null}
      <span className={styles.words}>{words}</span>
    </span>
  );
}

function statusWords(status: NotesStatus): string {
  switch (status.kind) {
    case 'saved':
      return status.at === undefined ? '' : `Saved ${formatRelativeInline(status.at)}`;
    case 'unsaved':
    case 'saving':
      return 'Saving…';
    case 'failed':
      return 'Not saved, trying again';
    case 'refused':
      return `Not saved: ${status.reason}`;
    case 'conflict':
      return 'Not saved';
  }
}
