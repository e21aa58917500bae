import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';

/** Lists that have no order on the recorded server either: put in order in the recorded answers and in ours. */
export function copyOrdered(from, to, unordered) {
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(from)) {
    if (name.endsWith('.json')) copyFileSync(join(from, name), join(to, name));
    if (!name.endsWith('.jsonl')) continue;
    const samples = readFileSync(join(from, name), 'utf8').split('\n').filter(Boolean);
    const ordered = samples.map((line) => JSON.stringify(inOrder(JSON.parse(line), unordered)));
    writeFileSync(join(to, name), ordered.join('\n'));
  }
}

function inOrder(sample, unordered) {
  const { list, by } = unordered[sample.name] ?? {};
  const found = list?.reduce((value, key) => value?.[key], sample.reply);
  if (Array.isArray(found)) {
    const place = (item) => JSON.stringify(by.map((key) => item[key]));
    found.sort((left, right) => (place(left) < place(right) ? -1 : 1));
  }
  return sample;
}

/** What this machine calls itself and its processors, under the names of the recorded one. */
export function renameMachine(folder) {
  for (const name of readdirSync(folder).filter((each) => each.endsWith('.jsonl'))) {
    const path = join(folder, name);
    const samples = readFileSync(path, 'utf8').split('\n').filter(Boolean);
    writeFileSync(path, samples.map((line) => JSON.stringify(renamed(JSON.parse(line)))).join('\n'));
  }
}

// The recorder writes longer names of hosts so.
const ourNames = [hostname(), '<host>'];

function renamed(value, key = '') {
  if (Array.isArray(value)) return value.map((item) => renamed(item));
  if (typeof value === 'string') return key === 'brand' ? 'Artificial' : recordedName(value);
  if (value === null || typeof value !== 'object') return value;
  const keyed = key === 'brandStats' ? () => 'Artificial' : recordedName;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [keyed(name), renamed(item, name)]));
}

function recordedName(text) {
  const [, ours = text, rest = ''] = /^\/agents\/([^/]+)(\/.*)$/.exec(text) ?? [];
  if (!ourNames.includes(ours)) return text;
  return rest === '' ? 'agent1' : `/agents/agent1${rest}`;
}
