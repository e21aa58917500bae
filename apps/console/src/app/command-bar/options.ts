import type { LinkProps } from '@tanstack/react-router';
import Fuse from 'fuse.js';
import type { LucideIcon } from 'lucide-react';

/** One line of the command bar. */
export interface Option {
  /** The word that is typed for it, or the name of what is found. */
  title: string;
  /** What else it is found by. */
  also?: string;
  /** Muted, behind the title: an id, a place. */
  note?: string;
  /** At the right: what kind of thing it is. */
  kind?: string;
  group: 'Find' | 'Last seen' | 'Go to' | 'Commands';
  icon?: LucideIcon;
  /** Of experiments and runs: drawn instead of an icon. */
  state?: string;
  /** Where it leads; such a line is an anchor, which opens in another tab as well. */
  link?: LinkProps;
  /** What it does. */
  run?: () => void | Promise<void>;
  /** What can follow it: the words that are typed after its own. */
  options?: (typed: string, signal: AbortSignal) => Option[] | Promise<Option[]>;
  /** What follows is known to whoever answers: it is not matched again. */
  asIs?: true;
  /** Under what its use is counted. */
  key?: string;
}

/** At most so many lines. */
export const mostOptions = 7;
/** How far what is typed may be from what it matches: 0 is the same, 1 anything. */
export const fuzzyThreshold = 0.4;

/** Those that are like what is typed, the likest first; all of them where nothing is. */
export function matching(options: readonly Option[], typed: string): Option[] {
  const text = typed.trim();
  if (text === '') return [...options];
  const fuse = new Fuse(options, { threshold: fuzzyThreshold, keys: ['title', 'also'] });
  return fuse.search(text).map(({ item }) => item);
}

/** The command that the words typed so far lead to, and what is typed after them: `kill experiment 12` → (experiment, `12`). */
export async function follow(
  root: readonly Option[],
  typed: string,
  signal: AbortSignal,
): Promise<{ options: Option[]; rest: string; path: string; asIs: boolean }> {
  let options: Option[] = [...root];
  let rest = typed.trimStart();
  let path = '';
  let asIs = false;
  for (;;) {
    const [, word = '', after = ''] = /^(\S+)\s(.*)$/s.exec(rest) ?? [];
    const next = options.find(({ title, options }) => options && title.toLowerCase() === word.toLowerCase());
    if (!next?.options) return { options, rest, path, asIs };
    rest = after.trimStart();
    path += `${next.title} `;
    options = await next.options(rest, signal);
    asIs = next.asIs ?? false;
  }
}
