import { isNode, LineCounter, parseDocument } from 'yaml';
import { flatten } from '../../shared/experiment.ts';

export interface ChangedSetting {
  name: string;
  /** As YAML would have it on one line; undefined where there was, or is, none. */
  before: string | undefined;
  now: string | undefined;
}

/** Settings of which one text says something else than the other, by name. */
export function changedSettings(before: string, now: string): ChangedSetting[] {
  const [then, after] = [settingsOf(before), settingsOf(now)];
  return [...new Set([...then.keys(), ...after.keys()])]
    .sort()
    .flatMap((name) =>
      then.get(name) === after.get(name) ? [] : [{ name, before: then.get(name), now: after.get(name) }],
    );
}

function settingsOf(text: string): Map<string, string> {
  const document = parseDocument(text);
  if (document.errors.length > 0) return new Map();
  const shown = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
  return new Map(flatten(document.toJS()).map(([name, value]) => [name, shown(value)]));
}

/** The line, from 1, of what a refusal names as `<config>.searcher.max_trials`, or of what it stands in. */
export function lineOf(text: string, refusal: string): number | undefined {
  const [, named] = /<config>((?:\.[\w-]+|\[\d+\])+)/.exec(refusal) ?? [];
  if (named === undefined) return undefined;
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  const path = [...named.matchAll(/\.([\w-]+)|\[(\d+)\]/g)].map(([, key, at]) => key ?? Number(at));
  for (let length = path.length; length > 0; length -= 1) {
    const node = document.getIn(path.slice(0, length), true);
    if (isNode(node) && node.range) return lines.linePos(node.range[0]).line;
  }
  return undefined;
}
