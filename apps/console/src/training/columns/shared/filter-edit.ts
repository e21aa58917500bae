import type { FilterGroup, FilterNode } from './filter-set.ts';

/** So many conditions and groups one group holds at most. */
export const mostChildren = 50;
/** So many groups stand one in the other, the whole filter counted. */
export const mostLevels = 3;

/** The place of a condition or group: indexes from the whole filter down; empty for that itself. */
export type FilterPlace = readonly number[];

/** Group levels that it takes: a condition none. */
function levelsOf(node: FilterNode): number {
  return node.kind === 'field' ? 0 : 1 + Math.max(0, ...node.children.map(levelsOf));
}

export function nodeAt(root: FilterGroup, place: FilterPlace): FilterNode | undefined {
  return place.reduce<FilterNode | undefined>(
    (node, index) => (node?.kind === 'group' ? node.children[index] : undefined),
    root,
  );
}

/** Why a group takes in no more of this; undefined where it does. `own`: what it holds already and is moved within it. */
export function whyNotInto(
  root: FilterGroup,
  into: FilterPlace,
  node: FilterNode,
  { own = false }: { own?: boolean } = {},
): string | undefined {
  const group = nodeAt(root, into);
  if (group?.kind !== 'group') return 'No group stands there';
  if (!own && group.children.length >= mostChildren) return `A group holds at most ${mostChildren}`;
  return into.length + 1 + levelsOf(node) > mostLevels ? `Groups nest at most ${mostLevels} levels deep` : undefined;
}

/** With another group, condition or nothing at a place. */
export function replaceAt(root: FilterGroup, place: FilterPlace, next: FilterNode | undefined): FilterGroup {
  const [index, ...rest] = place;
  if (index === undefined) return next?.kind === 'group' ? next : root;
  const child = root.children[index];
  if (!child) return root;
  const parts =
    rest.length === 0 ? (next ? [next] : []) : child.kind === 'group' ? [replaceAt(child, rest, next)] : [child];
  return { ...root, children: root.children.toSpliced(index, 1, ...parts) };
}

/** With one more in a group, before the child of that index or as the last. */
export function insertAt(root: FilterGroup, into: FilterPlace, node: FilterNode, before?: number): FilterGroup {
  const group = nodeAt(root, into);
  if (group?.kind !== 'group' || whyNotInto(root, into, node)) return root;
  const children = group.children.toSpliced(before ?? group.children.length, 0, node);
  return replaceAt(root, into, { ...group, children });
}

/** Where a thing comes to stand that is put before the child `before` of a group. */
export interface Drop {
  into: FilterPlace;
  before: number;
}

const startsWith = (place: FilterPlace, start: FilterPlace) => start.every((index, i) => place[i] === index);

/** Whether what stands at a place may be put there: the group has room, is not too deep, and is no part of it. */
export function mayMove(root: FilterGroup, from: FilterPlace, { into }: Drop): boolean {
  const node = nodeAt(root, from);
  if (!node || from.length === 0 || startsWith(into, from)) return false;
  const own = into.length === from.length - 1 && startsWith(from, into);
  return whyNotInto(root, into, node, { own }) === undefined;
}

/** With what stands at one place at another; unchanged where that may not be. Tells where it stands then. */
export function moveTo(root: FilterGroup, from: FilterPlace, drop: Drop): { root: FilterGroup; place: FilterPlace } {
  const node = nodeAt(root, from);
  if (!node || !mayMove(root, from, drop)) return { root, place: from };
  const at = from.length - 1;
  const taken = from[at] ?? 0;
  const parent = from.slice(0, at);
  // What stood behind it has moved up by one.
  const shifted = (index: number) => (index > taken ? index - 1 : index);
  const into = drop.into.map((index, level) =>
    level === at && startsWith(drop.into, parent) ? shifted(index) : index,
  );
  const within = drop.into.length === at && startsWith(drop.into, parent);
  const before = within ? shifted(drop.before) : drop.before;
  return { root: insertAt(replaceAt(root, from, undefined), into, node, before), place: [...into, before] };
}

/** The next place up (-1) or down (1) where it may stand: within its group, into the group beside it, or out of its own. */
export function stepOf(root: FilterGroup, from: FilterPlace, by: -1 | 1): Drop | undefined {
  const at = from[from.length - 1];
  if (at === undefined) return undefined;
  const parent = from.slice(0, -1);
  const group = nodeAt(root, parent);
  if (group?.kind !== 'group') return undefined;
  const beside = group.children[at + by];
  const drops: Drop[] = [];
  if (beside?.kind === 'group')
    drops.push({ into: [...parent, at + by], before: by === 1 ? 0 : beside.children.length });
  if (beside) drops.push({ into: parent, before: by === 1 ? at + 2 : at - 1 });
  const parentAt = parent[parent.length - 1];
  if (parentAt !== undefined) drops.push({ into: parent.slice(0, -1), before: by === 1 ? parentAt + 1 : parentAt });
  return drops.find((drop) => mayMove(root, from, drop));
}
