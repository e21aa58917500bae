import { type ComponentProps, lazy, Suspense } from 'react';
import styles from './code-editor.module.css';

const CodeEditor = lazy(async () => ({ default: (await import('./code-editor.tsx')).CodeEditor }));

/** The editor, whose code comes once it is shown; its place is kept meanwhile. */
export function LazyCodeEditor(props: ComponentProps<typeof CodeEditor>) {
  return (
    <Suspense fallback={<div className={styles.waiting} />}>
      <CodeEditor {...props} />
    </Suspense>
  );
}
