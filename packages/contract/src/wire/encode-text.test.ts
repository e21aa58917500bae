import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { encodeMessage } from './encode.ts';
import { encodeText, plainText, writtenItems } from './encode-text.ts';
import { type Message, message } from './message.ts';
import { writtenJson } from './written-json.ts';

// Every kind and flag, in itself too.
const Tree: Message<Record<string, unknown>> = message(
  's:s sl:s* b:b i:i il:i* n:n nl:n* l:l ll:l* t:t tl:t* y:y o:o oo:o~ ol:o* om:o% a:a al:a* m:m0~ ml:m0* mm:m0% on:n? sn:s~ nm:n%',
  () => [Tree],
);

/** So many values below each other and side by side, with all that is awkward in JSON. */
function tree(width: number, depth: number): Record<string, unknown> {
  const free = {
    z: 1,
    '10': 'ten',
    '9': 'nine',
    ä: NaN,
    __proto: null,
    list: [3, { b: Infinity, a: [] }, null, undefined, 'x"\\\n\u2028'],
    none: undefined,
    empty: {},
    wide: Object.fromEntries(
      Array.from({ length: width }, (_, at) => [`k${(at * 7919) % width}`, at % 3 ? at : `${at}`]),
    ),
  };
  const many = <T>(of: T) => Array.from({ length: width }, () => of);
  return {
    s: 'text',
    sl: many('a'),
    i: 5,
    il: many(7),
    n: -Infinity,
    nl: many(0.5),
    l: 12,
    ll: many('9007199254740993'),
    t: new Date(0),
    tl: many('2026-01-02T03:04:05.120000Z'),
    o: free,
    ol: [free, {}],
    om: { z: free, a: {} },
    a: [free],
    al: ['x', 1, null],
    nm: { b: NaN, a: 1 },
    unknown: 'left out',
    ...(depth > 0 ? { m: tree(width, depth - 1), ml: [tree(width, depth - 1), {}], mm: { x: tree(2, 0) } } : {}),
  };
}

const inTurns = () => {
  let turns = 0;
  const pause = () => (++turns % 50 === 0 ? turn() : undefined);
  return { pause, turns: () => turns };
};

const joined = (text: string | string[]) => (typeof text === 'string' ? text : text.join(''));

test('a large message is written in turns, and is the text it always was', async () => {
  for (const [width, depth] of [
    [1, 0],
    [3, 2],
    [400, 2],
    [5_000, 1],
  ] as const) {
    const value = tree(width, depth);
    const { pause, turns } = inTurns();
    expect(joined(await encodeText(Tree, value, pause))).toBe(JSON.stringify(encodeMessage(Tree, value)));
    expect([width, turns() > 20]).toEqual([width, width >= 400]);
  }
});

test('what is written already is taken as it is, wherever free JSON may stand', async () => {
  const text = '{ "a":[1,{"b":"NaN"}] }';
  const free = writtenJson(text);
  const value = { s: 'x', o: free, ol: [{}, free, { z: 1, y: 2 }], om: { b: free, a: {} }, a: free, m: { o: free } };
  const { pause } = inTurns();
  const written = joined(await encodeText(Tree, value, pause));
  expect(written.split(text)).toHaveLength(6);
  expect(JSON.parse(written)).toEqual(encodeMessage(Tree, value));
  expect(JSON.parse(written).m.o).toEqual({ a: [1, { b: 'NaN' }] });
});

test('items of a list that are made and written one by one are the same list', async () => {
  const made: number[] = [];
  const leaf = (at: number) => ({ s: `item ${at}`, n: at % 7 ? at : NaN, t: '2026-01-02T03:04:05.120000Z' });
  const one = (at: number) => {
    made.push(at);
    return leaf(at);
  };
  for (const length of [0, 1, 250, 3_000]) {
    made.length = 0;
    const { pause, turns } = inTurns();
    const value = { s: 'x', m: { ml: await writtenItems(Tree, { length, at: one }, pause) }, b: true };
    expect(made).toEqual(Array.from({ length }, (_, at) => at));
    const plain = { ...value, m: { ml: Array.from({ length }, (_, at) => leaf(at)) } };
    expect(joined(await encodeText(Tree, value, pause))).toBe(JSON.stringify(encodeMessage(Tree, plain)));
    expect(encodeMessage(Tree, value)).toEqual(encodeMessage(Tree, plain));
    if (length === 3_000) expect(turns()).toBeGreaterThan(25);
  }
});

test('plain JSON is written in turns', async () => {
  const value = { ...tree(3_000, 0), n: 1.5, nm: {}, o: [[], {}, [undefined]], 'ä"': undefined };
  const { pause, turns } = inTurns();
  expect(joined(await plainText(value, pause))).toBe(JSON.stringify(value));
  expect(turns()).toBeGreaterThan(10);
  expect(plainText({ a: [1] }, pause)).toBe('{"a":[1]}');
  expect(plainText('x'.repeat(1_000_000), pause)).toHaveLength(1_000_002);
});
