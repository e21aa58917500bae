import { useEffect, useRef } from 'react';
import { type Setting, useSetting } from '#platform/settings/settings.ts';

/** Modifiers and one key with `+` between them, as in `meta+shift+L`: modifiers in this order, letters capital, `Space` for a blank. */
export type Shortcut = string;

const modifiers = ['ctrl', 'meta', 'alt', 'shift'] as const;

/** One that the reader may change. */
export interface ShortcutEntry {
  /** What it does, as the sheet of shortcuts and the settings call it. */
  label: string;
  usual: Shortcut;
  setting: Setting<Shortcut>;
}

function entry(id: string, label: string, usual: Shortcut): ShortcutEntry {
  const read = (stored: unknown) => (typeof stored === 'string' && isShortcut(stored) ? stored : usual);
  return { label, usual, setting: { key: `shortcuts.${id}`, read } };
}

/** Every shortcut that can be changed, in the order in which they are listed (spec 3 §9). */
export const shortcuts = {
  omnibar: entry('omnibar', 'Find anything', 'ctrl+Space'),
  jupyterLab: entry('jupyterLab', 'Launch JupyterLab', 'meta+shift+L'),
  navbarCollapsed: entry('navbarCollapsed', 'Collapse side bar', 'meta+shift+U'),
} as const satisfies Record<string, ShortcutEntry>;

/** What of a keyboard event is asked. */
export interface Pressed {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
}

/** The shortcut that a press makes; undefined while only modifiers are held down. For fields that record one. */
export function shortcutOf(pressed: Pressed): Shortcut | undefined {
  if (['Control', 'Meta', 'Alt', 'Shift', 'AltGraph', 'Dead', 'Process'].includes(pressed.key)) return undefined;
  const key = pressed.key === ' ' ? 'Space' : pressed.key.length === 1 ? pressed.key.toUpperCase() : pressed.key;
  return [...modifiers.filter((one) => pressed[`${one}Key`]), key].join('+');
}

/** Whether a text is one: a key of its own, or with modifiers, each once and in their order. */
export function isShortcut(text: string): boolean {
  const parts = text.split('+');
  const key = parts.pop() ?? '';
  const held = modifiers.filter((one) => parts.includes(one));
  return key !== '' && !(modifiers as readonly string[]).includes(key) && held.join() === parts.join();
}

/** Whether the browser keeps it for itself, so that a page never hears of it. */
export function isTakenByBrowser(shortcut: Shortcut): boolean {
  return /^(ctrl|meta)\+(shift\+)?[NTW]$|^(ctrl|meta)\+Q$/.test(shortcut);
}

/** Its keys one by one, as they stand on a keyboard: `['⌘', '⇧', 'L']` on a Mac, `['meta', 'shift', 'L']` elsewhere. */
export function keysOf(shortcut: Shortcut, mac = isMac()): string[] {
  const signs: Record<string, string> = { ctrl: '⌃', meta: '⌘', alt: '⌥', shift: '⇧' };
  return shortcut.split('+').map((key) => (mac ? (signs[key] ?? key) : key));
}

/** For `aria-keyshortcuts`, which has names of its own for the modifiers. */
export function ariaKeysOf(shortcut: Shortcut): string {
  const names: Record<string, string> = { ctrl: 'Control', meta: 'Meta', alt: 'Alt', shift: 'Shift' };
  return keysOf(shortcut, false)
    .map((key) => names[key] ?? key)
    .join('+');
}

function isMac(): boolean {
  return /mac/i.test(globalThis.navigator?.platform ?? '');
}

/** Does it when the reader presses the keys that he has chosen for it. */
export function useShortcut({ setting }: ShortcutEntry, act: () => void): void {
  const [shortcut] = useSetting(setting);
  useKey(shortcut, act);
}

/** The same of a key that cannot be changed. Keys without ctrl, meta or alt do nothing where text is written. */
export function useKey(shortcut: Shortcut, act: () => void): void {
  const latest = useRef(act);
  latest.current = act;
  // The keyboard is outside React.
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.repeat || !isPressed(shortcut, event)) return;
      if (!/^(ctrl|meta|alt)\+/.test(shortcut) && isWriting(event.target)) return;
      event.preventDefault();
      latest.current();
    };
    document.addEventListener('keydown', hear);
    return () => document.removeEventListener('keydown', hear);
  }, [shortcut]);
}

/** A sign that needs shift on some keyboards, as `?` does, is itself with or without it. */
export function isPressed(shortcut: Shortcut, event: Pressed): boolean {
  if (shortcutOf(event) === shortcut) return true;
  return /^[^\w\s]$/.test(shortcut) && event.key === shortcut && !event.ctrlKey && !event.metaKey && !event.altKey;
}

function isWriting(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable="true"]') !== null;
}
