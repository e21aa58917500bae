import { useState } from 'react';
import { Button } from '#ui/primitives/button.tsx';
import { later } from '#ui/primitives/later.tsx';
import { CodePicture } from './code-picture.tsx';
import type { CellOutput, NotebookCell } from './notebook.ts';
import styles from './notebook-view.module.css';

// As notes have it: alone, so that no other page brings it along.
const Markdown = later(
  async () => (await import('#platform/notes/markdown.tsx')).Markdown,
  ({ source }) => source,
);

/** Characters of an output that are shown before it is asked for all. */
const MOST = 20_000;

/** A notebook as it was saved: texts, code and what that gave. Nothing of it runs; HTML is not shown. */
export function NotebookView({ name, cells }: { name: string; cells: readonly NotebookCell[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard
    <section className={styles.notebook} aria-label={`Notebook ${name}`} tabIndex={0}>
      <ol>
        {cells.map((cell, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its place
          <li key={i} className={styles.cell}>
            <Cell cell={cell} place={i + 1} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function Cell({ cell: { kind, source, count, outputs }, place }: { cell: NotebookCell; place: number }) {
  if (kind === 'markdown') {
    return (
      <div className={styles.words}>
        <Markdown source={source} />
      </div>
    );
  }
  return (
    <>
      {kind === 'code' && <span className={styles.count}>[{count ?? ' '}]</span>}
      <pre className={styles.source}>{source}</pre>
      {outputs.map((output, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an output is its place
        <Output key={i} output={output} place={place} />
      ))}
    </>
  );
}

function Output({ output, place }: { output: CellOutput; place: number }) {
  const [whole, setWhole] = useState(false);
  if (output.kind === 'picture') {
    const { text, type, bytes } = output;
    return <CodePicture name={text || `Picture of cell ${place}`} type={type} bytes={bytes} />;
  }
  if (output.kind === 'other') return <p className={styles.other}>Not shown: {output.types.join(', ')}.</p>;
  const { text, failed } = output;
  const long = !whole && text.length > MOST;
  return (
    <>
      <pre className={styles.output} data-failed={failed}>
        {long ? text.slice(0, MOST) : text}
      </pre>
      {long && (
        <Button size="xs" onClick={() => setWhole(true)}>
          Show all {text.length.toLocaleString('en')} characters
        </Button>
      )}
    </>
  );
}
