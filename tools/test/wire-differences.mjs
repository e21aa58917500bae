/**
 * The list of wanted differences: band and exchange, reason, fields. `not built: A, B` names the calls that it waits for.
 */
export function readWanted(lines) {
  return new Map(
    lines.map((line) => {
      const [key, reason, fields = ''] = line.split('\t');
      const [, waitsFor = ''] = /^not built: ([^:]+)/.exec(reason) ?? [];
      return [
        key,
        {
          reason,
          waitsFor: waitsFor.split(', ').filter(Boolean),
          fields: fields.split(' ').filter(Boolean).map(asPattern),
        },
      ];
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

/** Of another item the values are others; its form is the same. */
const isOfValue = (difference) => /: (recorded (?!.*, ours absent$).*, ours |\d+ elements recorded)/.test(difference);

/** `[*]` is any place of a list; `another:` before a field, that it is another item there, so that its form is compared. */
function asPattern(text) {
  const another = text.startsWith('another:');
  const field = another ? text.slice('another:'.length) : text;
  const escaped = field.replaceAll(/[.()[\]<>/+*]/g, '\\$&').replaceAll('\\[\\*\\]', '\\[\\d+\\]');
  const pattern = new RegExp(`^${escaped}${another ? '[.[]' : '$'}`);
  return {
    text,
    fits: (difference) => pattern.test(placeOf(difference)) && (!another || isOfValue(difference)),
  };
}

/**
 * What is wrong with each exchange. What differs is listed, field by field, and what is listed differs; and what is said
 * to wait for calls that are not built waits for such: `built` are those of the table of routes.
 */
export function judge(exchanges, wanted, built) {
  const problems = new Map();
  for (const { key, differences } of exchanges) {
    const listed = wanted.get(key);
    const wrong = !listed && differences.length > 0 ? ['differs and is not listed', ...differences] : [];
    if (listed && differences.length === 0) wrong.push('is listed and does not differ');
    else if (listed) wrong.push(...beyond(differences, listed.fields));
    for (const call of listed?.waitsFor ?? []) if (built.has(call)) wrong.push(`waits for ${call}, which is built`);
    if (wrong.length > 0) problems.set(key, wrong);
  }
  const found = new Set(exchanges.map(({ key }) => key));
  for (const key of wanted.keys()) if (!found.has(key)) problems.set(key, ['is listed and was not compared']);
  return problems;
}

function beyond(differences, fields) {
  const stale = fields.filter(({ fits }) => !differences.some(fits));
  return [
    ...stale.map(({ text }) => `${text} is listed and does not differ`),
    ...differences.filter((difference) => !fields.some(({ fits }) => fits(difference))),
  ];
}

/** Node 20, which `npm test` is started with, has no Map.groupBy. */
export function groupBy(items, keyOf) {
  const groups = new Map();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}
