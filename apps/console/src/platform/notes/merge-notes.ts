import { diff3Merge } from 'node-diff3';

export interface NotePage {
  name: string;
  contents: string;
}

/** A page as it is edited here. */
export interface EditedPage extends NotePage {
  id: number;
  /** The page that was read, which became this one; undefined for a new one. */
  from: NotePage | undefined;
}

/** A page whose same lines were changed here and elsewhere. */
export interface NotesConflict {
  /** Of the page here. */
  id: number;
  theirs: string;
  mine: string;
  /** All that both have changed, theirs before mine where it is in the same place. */
  both: string;
}

export interface MergedNotes {
  pages: EditedPage[];
  conflicts: NotesConflict[];
}

/**
 * What was changed here since `read`, put into what stands there now. Pages have no ids there: one is known by its name
 * and contents, then by its name, then by its contents. A page that was deleted on one side and changed on the other stays.
 */
export function mergeNotes(
  read: readonly NotePage[],
  stored: readonly NotePage[],
  mine: readonly EditedPage[],
): MergedNotes {
  const theirs = pairs(read, stored);
  const here = new Map(mine.flatMap((page) => (page.from ? [[page.from, page] as const] : [])));
  const conflicts: NotesConflict[] = [];
  const merged = new Map<NotePage, EditedPage>();
  const left: EditedPage[] = [];
  for (const before of read) {
    const there = theirs.get(before);
    const page = here.get(before);
    if (there && page) {
      const text = mergeTexts(before.contents, there.contents, page.contents);
      if (text.conflict) conflicts.push({ id: page.id, theirs: there.contents, mine: page.contents, both: text.both });
      const name = page.name === before.name ? there.name : page.name;
      const contents = text.conflict ? page.contents : text.both;
      merged.set(there, { id: page.id, name, contents, from: there });
    } else if (there && !same(there, before)) {
      merged.set(there, newPage(there));
    } else if (page && !there && !same(page, before)) {
      left.push({ ...page, from: undefined });
    }
  }
  const known = new Set(theirs.values());
  const standing = stored.flatMap((page) => merged.get(page) ?? (known.has(page) ? [] : [newPage(page)]));
  return { pages: [...standing, ...left, ...mine.filter(({ from }) => from === undefined)], conflicts };
}

let lastId = 0;

/** A page that was read, or with `name` and `contents` alone a new one. */
export const newPage = (from: NotePage): EditedPage => ({ id: ++lastId, ...from, from });
export const addedPage = (name: string): EditedPage => ({ id: ++lastId, name, contents: '', from: undefined });

const same = (one: NotePage, other: NotePage) => one.name === other.name && one.contents === other.contents;

/** Which page of `stored` each page that was read has become. */
function pairs(read: readonly NotePage[], stored: readonly NotePage[]): Map<NotePage, NotePage> {
  const pairs = new Map<NotePage, NotePage>();
  const free = new Set(stored);
  const pair = (isIt: (before: NotePage, now: NotePage) => boolean) => {
    for (const before of read) {
      if (pairs.has(before)) continue;
      const now = [...free].find((one) => isIt(before, one));
      if (!now) continue;
      pairs.set(before, now);
      free.delete(now);
    }
  };
  pair(same);
  pair((before, now) => before.name === now.name);
  pair((before, now) => before.contents !== '' && before.contents === now.contents);
  return pairs;
}

function mergeTexts(before: string, theirs: string, mine: string): { both: string; conflict: boolean } {
  const parts = diff3Merge(theirs.split('\n'), before.split('\n'), mine.split('\n'), { excludeFalseConflicts: true });
  const lines = parts.flatMap(({ ok, conflict }) => ok ?? [...(conflict?.a ?? []), ...(conflict?.b ?? [])]);
  return { both: lines.join('\n'), conflict: parts.some(({ conflict }) => conflict !== undefined) };
}
