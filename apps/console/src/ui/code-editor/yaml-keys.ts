/** Keys with those below them; null where what follows is a value. */
export interface YamlKeys {
  readonly [key: string]: YamlKeys | null;
}

const keyOfLine = /^(\s*(?:- +)?)([\w.-]+) *:(?: |$)/;

/** Keys that have a place in the last of these lines, where a key is being typed; undefined where none is. */
export function keysAt(keys: YamlKeys, lines: readonly string[]): { keys: YamlKeys; typed: string } | undefined {
  const line = lines.at(-1) ?? '';
  const typed = /^(\s*(?:- +)?)([\w.-]*)$/.exec(line);
  if (!typed) return undefined;
  let indent = typed[1]?.length ?? 0;
  const above: string[] = [];
  for (const before of lines.slice(0, -1).toReversed()) {
    const found = keyOfLine.exec(before);
    // Keys of an item of a list stand behind its dash, and belong to what the list belongs to.
    const at = /^\s*/.exec(before)?.[0].length ?? 0;
    if (!found || at >= indent) continue;
    if (before.trimStart().startsWith('- ')) {
      indent = Math.min(indent, at + 1);
      continue;
    }
    above.unshift(found[2] ?? '');
    indent = at;
  }
  let here: YamlKeys | null | undefined = keys;
  for (const key of above) here = here && Object.hasOwn(here, key) ? here[key] : undefined;
  return here ? { keys: here, typed: typed[2] ?? '' } : undefined;
}
