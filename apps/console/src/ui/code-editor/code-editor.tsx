import { autocompletion, completionStatus } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { yaml } from '@codemirror/lang-yaml';
import { indentOnInput, indentUnit } from '@codemirror/language';
import { EditorState, StateEffect, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, drawSelection, EditorView, keymap, lineNumbers } from '@codemirror/view';
import { Input } from '@mantine/core';
import { useEffect, useRef } from 'react';
import styles from './code-editor.module.css';
import { completeKeys } from './complete-keys.ts';
import { editorTheme, highlighting } from './editor-theme.ts';
import type { YamlKeys } from './yaml-keys.ts';

interface CodeEditorProps {
  label: string;
  /** What it begins with; from then on the editor has its text. */
  initial: string;
  onChange: (text: string) => void;
  onLeave?: () => void;
  readOnly?: boolean;
  /** What is wrong, and at which line, from 1; without words where they stand elsewhere. */
  problem?: { message?: string; line?: number } | null;
  /** Keys that are offered as one types. */
  keys?: YamlKeys;
  autoFocus?: boolean;
}

const markLine = StateEffect.define<number | undefined>();
const markedLine = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(marks, { effects, changes, state }) {
    const told = effects.findLast((effect) => effect.is(markLine));
    if (!told) return marks.map(changes);
    const line = told.value;
    if (line === undefined) return Decoration.none;
    const { from } = state.doc.line(Math.min(Math.max(line, 1), state.doc.lines));
    return Decoration.set([Decoration.line({ class: 'cm-wrong' }).range(from)]);
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** YAML with line numbers, colours and keys to choose from. Tab leaves it, as any field. */
export function CodeEditor({ label, problem, ...props }: CodeEditorProps) {
  const { place, view } = useEditor({ label, ...props });
  const line = problem?.line;
  // The editor draws itself: what React knows is handed to it.
  useEffect(() => view.current?.dispatch({ effects: markLine.of(line) }), [view, line]);
  return (
    <Input.Wrapper label={label} labelElement="div" error={problem?.message}>
      <div ref={place} className={styles.box} data-problem={problem ? true : undefined} />
    </Input.Wrapper>
  );
}

/** Browsers keep the look of what is typed over by a style attribute, which the content security policy refuses. */
function typeOverSelection({ inputType, data, isComposing }: InputEvent, editor: EditorView): boolean {
  if (inputType !== 'insertText' || data === null || isComposing || editor.state.selection.main.empty) return false;
  editor.dispatch(editor.state.replaceSelection(data), { userEvent: 'input.type', scrollIntoView: true });
  return true;
}

function useEditor(props: Omit<CodeEditorProps, 'problem'>) {
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const told = useRef(props);
  told.current = props;
  useEffect(() => {
    if (!place.current) return;
    const { label, initial, readOnly, keys, autoFocus } = told.current;
    // In a shadow root its style sheets are adopted ones, which the page's content security policy lets pass.
    const root = place.current.shadowRoot ?? place.current.attachShadow({ mode: 'open' });
    const editor = new EditorView({
      root,
      parent: root,
      state: EditorState.create({
        doc: initial,
        extensions: [
          lineNumbers(),
          history(),
          drawSelection(),
          indentOnInput(),
          indentUnit.of('  '),
          yaml(),
          highlighting,
          markedLine,
          editorTheme,
          keymap.of([...defaultKeymap, ...historyKeymap]),
          EditorState.readOnly.of(readOnly === true),
          EditorView.contentAttributes.of({ 'aria-label': label, 'aria-readonly': String(readOnly === true) }),
          keys ? autocompletion({ override: [completeKeys(keys)], icons: false }) : [],
          EditorView.updateListener.of(({ docChanged, state }) => {
            // Escape takes away the list of keys first: a dialog around leaves it what bears this mark.
            root.host.setAttribute('data-mantine-stop-propagation', String(completionStatus(state) === 'active'));
            if (docChanged) told.current.onChange(state.doc.toString());
          }),
          EditorView.domEventHandlers({ blur: () => told.current.onLeave?.(), beforeinput: typeOverSelection }),
        ],
      }),
    });
    view.current = editor;
    if (autoFocus) editor.focus();
    return () => {
      editor.destroy();
      view.current = undefined;
    };
  }, []);
  return { place, view };
}
