import type { ComponentProps } from 'react';
import { later } from '../primitives/later.tsx';
import styles from './code-editor.module.css';

const CodeEditor = later(
  async () => (await import('./code-editor.tsx')).CodeEditor,
  () => <div className={styles.waiting} />,
);

/** The editor, whose code comes once it is shown; its place is kept meanwhile. */
export function LazyCodeEditor(props: ComponentProps<typeof CodeEditor>) {
  return <CodeEditor {...props} />;
}
