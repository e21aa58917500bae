import { defaultKeymap } from '@codemirror/commands';
import { Compartment, EditorState, type Extension } from '@codemirror/state';
import { drawSelection, EditorView, keymap, lineNumbers } from '@codemirror/view';
import { useEffect, useRef } from 'react';
import styles from './code-editor.module.css';
import { editorTheme, highlighting } from './editor-theme.ts';

interface CodeViewProps {
  /** What it shows, such as the file's path; its ending says the language. */
  name: string;
  text: string;
}

// Each comes when a file of its kind is shown.
const languages: Record<string, () => Promise<Extension>> = {
  py: async () => (await import('@codemirror/lang-python')).python(),
  pyi: async () => (await import('@codemirror/lang-python')).python(),
  json: async () => (await import('@codemirror/lang-json')).json(),
  ipynb: async () => (await import('@codemirror/lang-json')).json(),
  yaml: async () => (await import('@codemirror/lang-yaml')).yaml(),
  yml: async () => (await import('@codemirror/lang-yaml')).yaml(),
};

/** Code to be read, as high as its place: line numbers, colours, selection by mouse and keys. */
export function CodeView({ name, text }: CodeViewProps) {
  const place = useRef<HTMLDivElement>(null);
  // The editor draws itself, in a shadow root as the one for writing does.
  useEffect(() => {
    if (!place.current) return;
    const root = place.current.shadowRoot ?? place.current.attachShadow({ mode: 'open' });
    const language = new Compartment();
    const editor = new EditorView({
      root,
      parent: root,
      state: EditorState.create({
        doc: text,
        extensions: [
          lineNumbers(),
          drawSelection(),
          language.of([]),
          highlighting,
          editorTheme,
          keymap.of(defaultKeymap),
          EditorState.readOnly.of(true),
          EditorView.contentAttributes.of({ 'aria-label': name, 'aria-readonly': 'true', tabindex: '0' }),
        ],
      }),
    });
    let shown = true;
    languages[name.split('.').at(-1)?.toLowerCase() ?? '']?.().then(
      (extension) => shown && editor.dispatch({ effects: language.reconfigure(extension) }),
      // Without its colours it can be read as well.
      () => undefined,
    );
    return () => {
      shown = false;
      editor.destroy();
    };
  }, [name, text]);
  return <div ref={place} className={styles.view} />;
}
