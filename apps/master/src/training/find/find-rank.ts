/** The ways in which a text is found in a thing, the best first. */
const ways = ['id', 'name', 'start', 'word', 'part', 'about'] as const;
type Way = (typeof ways)[number];

/** `about`: not in the name, but in labels or only nearly. */
export function howFound({ id, name }: { id: number; name: string }, text: string): Way {
  const [asked, has] = [text.trim().toLowerCase(), name.toLowerCase()];
  if (asked === '') return 'about';
  if (asked === String(id)) return 'id';
  if (asked === has) return 'name';
  if (has.startsWith(asked)) return 'start';
  const words = asked.split(/\s+/);
  if (!words.every((word) => has.includes(word))) return 'about';
  return words.every((word) => has.split(/[^\p{L}\p{N}]+/u).some((one) => one.startsWith(word))) ? 'word' : 'part';
}

const kinds = ['workspace', 'project', 'experiment', 'trial', 'user'] as const;

/** By how well they were found, then the kinds in their order, then the freshest. */
export function byRank<R extends { kind: (typeof kinds)[number]; id: number; how: Way }>(results: readonly R[]): R[] {
  return results.toSorted(
    (one, other) =>
      ways.indexOf(one.how) - ways.indexOf(other.how) ||
      kinds.indexOf(one.kind) - kinds.indexOf(other.kind) ||
      other.id - one.id,
  );
}
