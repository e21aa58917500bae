/**
 * The list of wanted differences: exchange, reason, fields. An exchange without fields has an answer of another status,
 * or needs an earlier one that has.
 */
export function readWanted(lines) {
  return new Map(
    lines.map((line) => {
      const [key, reason, fields = ''] = line.split('\t');
      return [key, { reason, fields: fields.split(' ').filter(Boolean).map(asPattern) }];
    }),
  );
}

/** Differences that are none: what a seed draws that is the time, and what depends on the moment of asking. */
export function withoutChance(exchange, { drawn, timed }) {
  const chance = [...drawn, ...(timed[exchange.key] ?? [])].map((pattern) => new RegExp(pattern));
  const differences = exchange.differences.filter((difference) => !chance.some((pattern) => pattern.test(difference)));
  return { ...exchange, differences };
}

const placeOf = (difference) => difference.slice(0, difference.indexOf(': '));

/** `[*]` is any place of a list, `.*` at the end all that is below. */
function asPattern(field) {
  const all = field.endsWith('.*');
  const escaped = (all ? field.slice(0, -2) : field)
    .replaceAll(/[.()[\]<>/+*]/g, '\\$&')
    .replaceAll('\\[\\*\\]', '\\[\\d+\\]');
  return { field, pattern: new RegExp(`^${escaped}${all ? '[.[]' : '$'}`) };
}

/** What is wrong with each exchange; two bands may have recorded one of the same name, then one of them may differ. */
export function judge(exchanges, wanted) {
  const problems = new Map();
  const found = groupBy(exchanges, ({ key }) => key);
  for (const [key, those] of found) {
    const differing = those.filter(({ differences }) => differences.length > 0);
    const listed = wanted.get(key);
    if (listed && differing.length === 0) problems.set(key, ['is listed and does not differ']);
    if (!listed && differing.length > 0) problems.set(key, ['differs and is not listed', ...differing[0].differences]);
    if (!listed || differing.length === 0) continue;
    const wrong = differing.flatMap(({ differences }) => beyond(differences, listed.fields));
    if (wrong.length > 0) problems.set(key, wrong);
  }
  for (const key of wanted.keys()) if (!found.has(key)) problems.set(key, ['is listed and was not compared']);
  return problems;
}

/** Node 20, which `npm test` is started with, has no Map.groupBy. */
export function groupBy(items, keyOf) {
  const groups = new Map();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}

function beyond(differences, fields) {
  const whole = differences.some((difference) => /^(status|content type|not played)/.test(difference));
  if (whole) return fields.length === 0 ? [] : ['fields are listed although the whole answer differs'];
  if (fields.length === 0) return ['the fields that differ are not listed', ...differences];
  const stale = fields.filter(({ pattern }) => !differences.some((difference) => pattern.test(placeOf(difference))));
  return [
    ...stale.map(({ field }) => `${field} is listed and does not differ`),
    ...differences.filter((difference) => !fields.some(({ pattern }) => pattern.test(placeOf(difference)))),
  ];
}
