import { Bold, Code, Link as LinkIcon, List, ListChecks, type LucideIcon } from 'lucide-react';

interface Mark {
  name: string;
  icon: LucideIcon;
  /** Before and after what is chosen, or before each of its lines. */
  around?: [before: string, after: string];
  line?: string;
}

export const marks: readonly Mark[] = [
  { name: 'Bold', icon: Bold, around: ['**', '**'] },
  { name: 'List', icon: List, line: '- ' },
  { name: 'Code', icon: Code, around: ['`', '`'] },
  { name: 'Link', icon: LinkIcon, around: ['[', '](https://)'] },
  { name: 'Check List', icon: ListChecks, line: '- [ ] ' },
];

interface Edit {
  from: number;
  to: number;
  text: string;
}

/** What a mark makes of the text that is chosen from `start` to `end`. */
export function markEdit(source: string, [start, end]: [start: number, end: number], { around, line }: Mark): Edit {
  if (around) return { from: start, to: end, text: `${around[0]}${source.slice(start, end)}${around[1]}` };
  const from = source.lastIndexOf('\n', start - 1) + 1;
  const lines = source.slice(from, end).split('\n');
  return { from, to: end, text: lines.map((one) => `${line}${one}`).join('\n') };
}

/** The source with the box of a check list pressed; `line` counts from 1. */
export function checked(source: string, line: number): string {
  const lines = source.split('\n');
  const pressed = (box: string, mark: string) => box.replace(`[${mark}]`, mark === ' ' ? '[x]' : '[ ]');
  return lines
    .map((one, i) => (i === line - 1 ? one.replace(/^[\s>]*(?:[-*+]|\d+[.)])\s+\[([ xX])\]/, pressed) : one))
    .join('\n');
}

/** Does an edit as typing would, so that the browser can take it back. */
export function applyEdit(field: HTMLTextAreaElement, { from, to, text }: Edit): void {
  field.focus();
  field.setSelectionRange(from, to);
  // Deprecated without a successor: the one way that keeps what was done before undoable.
  document.execCommand('insertText', false, text);
}
