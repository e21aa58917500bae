import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';

/**
 * Both sides' exchanges, written to `to/recorded` and `to/ours` as they are compared: the shared comparison looks at
 * the first line of a stream and at no order of keys, and calls an exchange played or refused, never one for the other.
 */
export async function alignSamples({ recorded, ours, to, form }) {
  for (const side of ['recorded', 'ours']) mkdirSync(join(to, side), { recursive: true });
  for (const name of readdirSync(recorded).filter((each) => each.endsWith('.jsonl'))) {
    const both = [readSamples(join(recorded, name)), readSamples(join(ours, name))];
    await alignBand(...both, form);
    for (const [at, side] of ['recorded', 'ours'].entries()) {
      writeFileSync(join(to, side, name), both[at].map((sample) => JSON.stringify(sample)).join('\n'));
    }
  }
  const varies = JSON.parse(readFileSync(join(recorded, 'varies.json'), 'utf8'));
  writeFileSync(
    join(to, 'recorded', 'varies.json'),
    JSON.stringify(mapValues(varies, (places) => places.flatMap(everyLine))),
  );
}

/** Changes the exchanges of one band in place. */
export async function alignBand(recorded, ours, { unordered, byName, neverMade, afterwards }) {
  for (const sample of [...recorded, ...ours]) {
    if (sample.lines && !sample.lines[0]?.error) asReply(sample);
    if (sample.reply?.b64Tgz) sample.reply.b64Tgz = await filesOf(sample.reply.b64Tgz);
  }
  for (const rule of neverMade) for (const sample of recorded) if (sample.name === rule.name) leaveOut(sample, rule);
  for (const rule of afterwards) {
    for (const sample of recorded) if (sample.name === rule.name && sample.case === rule.case) setAnew(sample, rule);
  }
  const mine = indexed(ours);
  const theirs = indexed(recorded);
  for (const [key, sample] of theirs) {
    const other = mine.get(key) ?? refusedInstead(key, sample, mine, theirs);
    if (!other) continue;
    for (const path of [unordered[sample.name] ?? []].flat()) inOrder(sample, other, path);
    keysInOrder(sample.reply, other.reply, byName);
  }
}

function readSamples(path) {
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

/** All lines of a stream that were kept, where the comparison looks at the first alone. That of an error is alone. */
function asReply(sample) {
  sample.reply = { lines: sample.lines };
  delete sample.lines;
}

/** What a tar.gz carries: two may pack the same files into other bytes. */
async function filesOf(base64) {
  // `npm test` reads this file before it installs packages.
  const { extract } = await import('tar-stream');
  const archive = extract();
  archive.end(gunzipSync(Buffer.from(base64, 'base64')));
  const files = {};
  for await (const entry of archive) {
    const { name, type, mode, uid, gid } = entry.header;
    files[name.replace(/\/$/, '')] = { type, mode: mode.toString(8), uid, gid, content: await text(entry) };
  }
  return files;
}

/**
 * What the recorded server made and ours refuses by a decision is missing in every later list; without it the rest of
 * these is compared. `cases`: those whose whole list has it, whether their page shows it or not.
 */
function leaveOut({ case: name, reply }, { list, item, cases }) {
  if (!cases.includes(name)) return;
  const isIt = (one) => Object.entries(item).every(([key, value]) => one[key] === value);
  const shown = reply[list].findIndex(isIt);
  if (shown >= 0) reply[list].splice(shown, 1);
  reply.pagination.endIndex -= shown >= 0 ? 1 : 0;
  reply.pagination.total -= 1;
}

/**
 * What the recorded server still shows, or no longer, where ours did otherwise earlier by a decision: ours must show
 * `ours`. `recorded` stands beside it, so that a rule that no longer fits is found.
 */
function setAnew(sample, { name, case: of, fields }) {
  for (const [path, { recorded, ours }] of Object.entries(fields)) {
    const keys = path.split('.');
    const last = keys.pop();
    const holder = keys.reduce((value, key) => value?.[key], sample.reply);
    if (JSON.stringify(holder?.[last]) !== JSON.stringify(recorded)) {
      throw new Error(`${name} · ${of}: ${path} was not recorded as ${JSON.stringify(recorded)}`);
    }
    holder[last] = ours;
  }
}

/** What varies from run to run in the first line does in any. */
function everyLine(place) {
  if (!place.startsWith('lines[0]')) return [place];
  return [0, 1, 2, 3, 4].map((at) => `reply.lines[${at}]${place.slice('lines[0]'.length)}`);
}

/** As the comparison does: of one name, the second is the second's counterpart. */
function indexed(samples) {
  const found = new Map();
  for (const sample of samples) {
    const key = `${'server' in sample} ${sample.name} · ${sample.case} · ${sample.as}`;
    let numbered = key;
    for (let number = 2; found.has(numbered); number++) numbered = `${key} #${number}`;
    found.set(numbered, sample);
  }
  return found;
}

/** The recorder names a call that it expected to work by whether it did: one is compared with the other. */
function refusedInstead(key, { case: name }, mine, theirs) {
  const other = name.startsWith('refused')
    ? `ok${name.slice(7)}`
    : name.startsWith('ok')
      ? `refused${name.slice(2)}`
      : '';
  const swapped = key.replace(` · ${name} · `, ` · ${other} · `);
  const found = other && !theirs.has(swapped) ? mine.get(swapped) : undefined;
  if (found) found.case = name;
  return found;
}

/** Lists that have no order on the recorded server either. Of those cut short, what both sides show is compared. */
function inOrder(sample, other, { list, by }) {
  const [left, right] = [sample, other].map(({ reply }) => listsAt(reply, list));
  const place = (item) => JSON.stringify(by.length === 0 ? item : by.map((key) => item[key]));
  for (const [at, items] of left.entries()) {
    const counterpart = right[at] ?? [];
    for (const one of [items, counterpart]) one.sort((a, b) => (place(a) < place(b) ? -1 : 1));
    if (sample.cut || other.cut) keepCommon(items, counterpart, place);
  }
}

function keepCommon(left, right, place) {
  const common = new Set(left.map(place).filter((one) => right.some((item) => place(item) === one)));
  // With nothing in common they stay, and differ.
  if (common.size === 0) return;
  for (const items of [left, right]) items.splice(0, items.length, ...items.filter((item) => common.has(place(item))));
}

/** `*` is every item of a list. */
function listsAt(value, [key, ...rest]) {
  if (key === undefined) return Array.isArray(value) ? [value] : [];
  if (key === '*') return Array.isArray(value) ? value.flatMap((item) => listsAt(item, rest)) : [];
  return listsAt(value?.[key], rest);
}

/** Beside each object of these names the order of its keys, of those that both sides have. */
function keysInOrder(left, right, names) {
  if (left === null || right === null || typeof left !== 'object' || typeof right !== 'object') return;
  for (const key of Object.keys(left)) {
    if (names.includes(key) && isObject(left[key]) && isObject(right[key])) {
      const both = [keyPaths(left[key]), keyPaths(right[key])];
      for (const [at, side] of [left, right].entries()) {
        side[`${key}(keys)`] = both[at].filter((path) => both[1 - at].includes(path));
      }
    } else keysInOrder(left[key], right[key], names);
  }
}

const isObject = (value) => value !== null && typeof value === 'object' && !Array.isArray(value);

function keyPaths(value) {
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([key, item]) => [key, ...keyPaths(item).map((path) => `${key}.${path}`)]);
}

/** What this machine calls itself and its processors, under the names of the recorded one. */
export function renameMachine(folder) {
  for (const name of readdirSync(folder).filter((each) => each.endsWith('.jsonl'))) {
    const path = join(folder, name);
    writeFileSync(
      path,
      readSamples(path)
        .map((sample) => JSON.stringify(renamed(sample)))
        .join('\n'),
    );
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

function mapValues(object, change) {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value)]));
}
