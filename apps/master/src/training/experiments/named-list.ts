const most = 20;

/** Names for a sentence, in order; of very many the first. */
export function namedList(names: readonly string[]): string {
  const rest = names.length - most;
  return [...names].sort().slice(0, most).join(', ') + (rest > 0 ? ` and ${rest} more` : '');
}
