import { type ComponentType, createContext, type ReactNode } from 'react';

export interface MentionProps {
  id: number;
  /** As it is written. */
  children: ReactNode;
}

/** What shows a run that notes mention as `#123`: it is of a band above, which the app hands down. Without it the text stays text. */
export const RunMentions = createContext<ComponentType<MentionProps> | undefined>(undefined);

interface TextNode {
  type: string;
  value?: string;
  url?: string;
  children?: TextNode[];
}

/** Addresses of this form are mentions. */
const mention = /^#(\d{1,9})$/;
/** Alone, or after a blank or a bracket; no part of a word. */
const mentionIn = /(?<![\p{L}\p{N}_#&/])#\d{1,9}(?![\p{L}\p{N}_])/gu;

export const mentioned = (href: unknown): number | undefined => {
  const [, id] = (typeof href === 'string' && mention.exec(href)) || [];
  return id === undefined ? undefined : Number(id);
};

/** For remark: `#123` in a text becomes a link, but not in code and not in another link. */
export const remarkMentions = () => linkMentions;

/** Exported for its test. */
export function linkMentions(node: TextNode): void {
  if (node.type === 'link' || !node.children) return;
  node.children = node.children.flatMap((child) => {
    if (child.type !== 'text' || child.value === undefined) {
      linkMentions(child);
      return child;
    }
    return inParts(child.value);
  });
}

const inParts = (text: string): TextNode[] =>
  textParts(text).map(({ text: part, run }) => {
    const node = { type: 'text', value: part };
    return run === undefined ? node : { type: 'link', url: part, children: [node] };
  });

/** A text in pieces: those that mention a run say which. */
export function textParts(text: string): { text: string; run?: number }[] {
  const parts: { text: string; run?: number }[] = [];
  let from = 0;
  for (const { 0: found, index } of text.matchAll(mentionIn)) {
    if (index > from) parts.push({ text: text.slice(from, index) });
    parts.push({ text: found, run: Number(found.slice(1)) });
    from = index + found.length;
  }
  if (from < text.length) parts.push({ text: text.slice(from) });
  return parts;
}
