import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

/** By the page's tokens, which reach into the editor: light and dark need nothing here. */
export const editorTheme = EditorView.theme({
  '&': {
    color: 'var(--text)',
    backgroundColor: 'transparent',
    fontSize: 'var(--fs-sm)',
    height: '100%',
    borderRadius: 'inherit',
  },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '18px', overflow: 'auto' },
  '.cm-content': { padding: '6px 0', caretColor: 'var(--text)' },
  '.cm-line': { padding: '0 10px 0 4px' },
  // Lines that are scrolled sideways pass below it.
  '.cm-gutters': { backgroundColor: 'var(--sunken)', borderRadius: 'inherit', border: 'none', color: 'var(--text-3)' },
  '.cm-lineNumbers .cm-gutterElement': { padding: '0 8px 0 10px', minWidth: '20px' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'var(--accent-soft)',
  },
  '.cm-wrong': { backgroundColor: 'var(--err-soft)' },
  '.cm-tooltip': {
    border: '0',
    borderRadius: 'var(--r-md)',
    backgroundColor: 'var(--raised)',
    boxShadow: 'var(--shadow)',
    color: 'var(--text)',
    overflow: 'hidden',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': {
    fontFamily: 'var(--mono)',
    fontSize: 'var(--fs-sm)',
    maxHeight: '200px',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '4px 10px', lineHeight: '16px' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': { backgroundColor: 'var(--select)', color: 'var(--text)' },
  '.cm-completionMatchedText': { textDecoration: 'none', fontWeight: 'var(--w-bold)' },
});

/** Colours of what stands in any language. */
export const highlighting = syntaxHighlighting(
  HighlightStyle.define([
    { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: 'var(--link)' },
    { tag: tags.function(tags.definition(tags.variableName)), color: 'var(--link)' },
    { tag: [tags.comment, tags.lineComment], color: 'var(--text-3)', fontStyle: 'italic' },
    { tag: [tags.string, tags.special(tags.string)], color: 'var(--ok-text)' },
    { tag: [tags.number, tags.bool, tags.null], color: 'var(--warn-text)' },
    { tag: [tags.keyword, tags.typeName, tags.labelName], color: 'var(--d4)' },
  ]),
);
