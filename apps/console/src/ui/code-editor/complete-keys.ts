import type { CompletionSource } from '@codemirror/autocomplete';
import { keysAt, type YamlKeys } from './yaml-keys.ts';

/** Offers the keys that have a place where one types, or asks by Ctrl and Space. */
export function completeKeys(keys: YamlKeys): CompletionSource {
  return ({ state, pos, explicit }) => {
    const line = state.doc.lineAt(pos);
    const before = Array.from({ length: line.number - 1 }, (_, at) => state.doc.line(at + 1).text);
    const found = keysAt(keys, [...before, line.text.slice(0, pos - line.from)]);
    if (!found || (found.typed === '' && !explicit)) return null;
    const options = Object.entries(found.keys).map(([key, below]) => ({
      label: key,
      apply: below ? `${key}:` : `${key}: `,
    }));
    return { from: pos - found.typed.length, options, validFor: /^[\w.-]*$/ };
  };
}
