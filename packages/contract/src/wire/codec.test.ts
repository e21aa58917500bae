import { describe, expect, test } from 'vitest';
import { byName } from './by-name.ts';
import { decodeMessage } from './decode.ts';
import { encodeMessage } from './encode.ts';
import { type Message, message } from './message.ts';
import { parseJsonBody } from './parse-json.ts';
import { normaliseTimestamp } from './timestamp.ts';

const State = ['STATE_UNSPECIFIED', 'STATE_ACTIVE', 'STATE_PAUSED'] as const;

interface Thing {
  jobId: string;
  isReady: boolean;
  count: number;
  ratio: number;
  size: number;
  endTime: string | null;
  content: string;
  state: (typeof State)[number];
  config: { [key: string]: unknown } | null;
  labels: string[];
  sizes: { [key: string]: number };
  progress: number | null;
  child: Thing | null;
  children: Thing[];
  choice?: number;
  patchLabels: string[] | null;
}

const Thing: Message<Thing> = message(
  'jobId:s isReady:b count:i ratio:n size:l endTime:t~ content:y state:e0 config:o~ labels:s* sizes:l% progress:n~ child:m1~ children:m1* choice:i? patchLabels:s*~',
  () => [State, Thing],
);

const wire = (value: Parameters<typeof encodeMessage<Thing>>[1]) =>
  JSON.parse(JSON.stringify(encodeMessage(Thing, value)));
const read = (text: string) => decodeMessage(Thing, parseJsonBody(text));

const zero = {
  jobId: '',
  isReady: false,
  count: 0,
  ratio: 0,
  size: '0',
  endTime: null,
  content: '',
  state: 'STATE_UNSPECIFIED',
  config: null,
  labels: [],
  sizes: {},
  progress: null,
  child: null,
  children: [],
  patchLabels: null,
};

describe('writing', () => {
  test('what is unset has its zero value, null, or is absent', () => {
    expect(wire({})).toEqual(zero);
    expect(wire({ child: {}, choice: null })).toEqual({ ...zero, child: zero });
    expect(wire({ choice: 0, patchLabels: [] })).toEqual({ ...zero, choice: 0, patchLabels: [] });
  });

  test('64-bit numbers are texts, also in maps; not-finite numbers, too, also in free objects', () => {
    expect(wire({ size: 12, sizes: { a: 2 ** 40 } })).toMatchObject({ size: '12', sizes: { a: '1099511627776' } });
    const config = { loss: [Number.NaN, { a: Number.NEGATIVE_INFINITY }], ok: 1 };
    expect(wire({ ratio: Number.NaN, progress: Number.POSITIVE_INFINITY, config })).toMatchObject({
      ratio: 'NaN',
      progress: 'Infinity',
      config: { loss: ['NaN', { a: '-Infinity' }], ok: 1 },
    });
    expect(config.loss[0]).toBeNaN();
  });

  test('keys of free objects and of maps are by name, at every level; in order already, nothing is copied', () => {
    const config = { code: 1, action: [{ zz: 1, b: { aaa: 1, z: 2 } }], b: null };
    expect(JSON.stringify(wire({ config }).config)).toBe('{"action":[{"b":{"aaa":1,"z":2},"zz":1}],"b":null,"code":1}');
    expect(JSON.stringify(wire({ sizes: { b: 1, aa: 2 } }).sizes)).toBe('{"aa":"2","b":"1"}');
    const ordered = { 10: 1, 9: [{ aa: 1, b: 2 }], aa: {}, b: 1 };
    expect(byName(ordered)).toBe(ordered);
    expect(Object.keys(byName(JSON.parse('{"b":1,"__proto__":2}')) as object)).toEqual(['__proto__', 'b']);
  });

  test('times have 0, 3, 6 or 9 digits', () => {
    const of = (endTime: string) => wire({ endTime }).endTime;
    expect(of('2024-05-01T10:00:00.123456Z')).toBe('2024-05-01T10:00:00.123456Z');
    expect(of('2024-05-01T10:00:00.120000Z')).toBe('2024-05-01T10:00:00.120Z');
    expect(of('2024-05-01T10:00:00.000000Z')).toBe('2024-05-01T10:00:00Z');
    expect(of('2024-05-01T10:00:00.100000Z')).toBe('2024-05-01T10:00:00.100Z');
    expect(of('2024-05-01T10:00:00.000100000Z')).toBe('2024-05-01T10:00:00.000100Z');
    expect(of('2024-05-01T10:00:00.1234567Z')).toBe('2024-05-01T10:00:00.123456700Z');
    expect(() => of('yesterday')).toThrow('not a time');
  });

  test('a sparse value holds only what is set', () => {
    expect(encodeMessage(Thing, { size: 0, child: { jobId: '' } }, { sparse: true })).toEqual({
      size: '0',
      child: { jobId: '' },
    });
  });
});

describe('reading', () => {
  test('an empty body is the empty request, complete', () => {
    for (const text of ['', '  \n', 'null', '{}']) {
      expect(read(text)).toEqual({ ...zero, size: 0 });
      expect('choice' in read(text)).toBe(false);
    }
  });

  test('both spellings; the wire’s own wins, null leaves unset, unknown names are ignored', () => {
    expect(read('{"job_id":"a","is_ready":true}')).toMatchObject({ jobId: 'a', isReady: true });
    expect(read('{"jobId":"b","job_id":"a"}').jobId).toBe('b');
    expect(read('{"job_id":"a","jobId":"b"}').jobId).toBe('b');
    expect(read('{"jobId":null,"JOBID":"x","other":1}').jobId).toBe('');
  });

  test('numbers as numbers or texts, whole ones without fraction and exponent', () => {
    expect(read('{"count":"12","size":12,"ratio":"0.5","progress":1e1}')).toMatchObject({
      count: 12,
      size: 12,
      ratio: 0.5,
      progress: 10,
    });
    expect(read('{"ratio":2.0,"progress":"-Infinity"}')).toMatchObject({ ratio: 2, progress: -Infinity });
    for (const bad of ['1.0', '1e1', '1.5', '3000000000', '"1.0"', '""', 'true', '[1]']) {
      expect(() => read(`{"count":${bad}}`), bad).toThrow(/^count: /);
    }
    expect(() => read('{"size":9007199254740993}')).toThrow('out of range');
  });

  test('a fraction is only forbidden where an integer stands', () => {
    expect(read('{"config":{"a":[1.0,{"b":1e2}],"__proto__":{"c":3.0}}}').config).toEqual(
      JSON.parse('{"a":[1,{"b":100}],"__proto__":{"c":3}}'),
    );
  });

  test('enums by name or number', () => {
    expect(read('{"state":"STATE_PAUSED"}').state).toBe('STATE_PAUSED');
    expect(read('{"state":1}').state).toBe('STATE_ACTIVE');
    expect(() => read('{"state":"ACTIVE"}')).toThrow('state: unknown value "ACTIVE"');
    expect(() => read('{"state":9}')).toThrow('state: unknown value 9');
  });

  test('errors name the field, however deep', () => {
    expect(() => read('{"children":[{},{"child":{"labels":["a",1]}}]}')).toThrow(
      expect.objectContaining({
        code: 'InvalidArgument',
        message: 'children[1].child.labels[1]: expected a text, got 1',
      }),
    );
    expect(() => read('{"sizes":{"a":"x"}}')).toThrow('sizes.a: expected an integer, got "x"');
    expect(() => read('[]')).toThrow('expected an object, got a list');
  });

  test('base64 of megabytes is refused for the same', () => {
    const whole = 'QUJD'.repeat(50_000);
    const content = (text: string) => JSON.stringify({ content: text });
    for (const end of ['', 'QUI=', 'QQ==']) expect(() => read(content(whole + end))).not.toThrow();
    expect(() => read(content(`${whole}\r\nQUJD\n`))).not.toThrow();
    for (const wrong of ['-', '_', ' ', '=', 'ä', '€', '\0', '.', '%']) {
      for (const at of [0, 100_001, whole.length - 1]) {
        const text = whole.slice(0, at) + wrong + whole.slice(at + 1);
        // At the very end it is padding.
        if (wrong === '=' && at === whole.length - 1) continue;
        expect(() => read(content(text)), `${wrong} at ${at}`).toThrow('content: not valid base64');
      }
    }
    for (const end of ['A===', '====', 'QQ=', 'Q=Q='])
      expect(() => read(content(whole + end)), end).toThrow('not valid base64');
  });

  test('base64', () => {
    expect(read('{"content":"aGVsbG8="}').content).toBe('aGVsbG8=');
    expect(() => read('{"content":"a"}')).toThrow('content: not valid base64');
    expect(() => read('{"content":"a-_="}')).toThrow('content: not valid base64');
  });

  test('free objects nested beyond reason are refused', () => {
    const deep = `${'{"a":'.repeat(600)}1${'}'.repeat(600)}`;
    expect(() => read(`{"config":${deep}}`)).toThrow('levels deep');
  });
});

describe('bodies', () => {
  test('text after the value is ignored, of a name given twice the last counts', () => {
    expect(parseJsonBody('{"a":"}\\"","a":[1]} and more')).toEqual({ a: [1] });
    expect(parseJsonBody(' "text" x')).toBe('text');
    expect(parseJsonBody('null{')).toBe(null);
  });

  test('broken JSON is refused', () => {
    for (const bad of ['{', '{"a":}', 'nonsense', '{"a":1 "b"} ', '"open']) {
      expect(() => parseJsonBody(bad), bad).toThrow(expect.objectContaining({ code: 'InvalidArgument' }));
    }
  });
});

test('times with any offset become UTC', () => {
  expect(normaliseTimestamp('2024-05-01T12:30:00.5+02:30')).toBe('2024-05-01T10:00:00.500Z');
  expect(normaliseTimestamp('2024-02-29T23:59:59-01:00')).toBe('2024-03-01T00:59:59Z');
  for (const same of [
    '2024-02-29T23:59:59Z',
    '2024-12-31T00:00:00.120Z',
    '2024-11-30T00:00:00.000001Z',
    '9999-01-28T00:00:00.000000001Z',
  ]) {
    expect(normaliseTimestamp(same), same).toBe(same);
  }
  expect(normaliseTimestamp('2024-05-01T10:00:00.120000Z')).toBe('2024-05-01T10:00:00.120Z');
  expect(normaliseTimestamp('2024-05-01T10:00:00.000Z')).toBe('2024-05-01T10:00:00Z');
  for (const bad of [
    '2023-02-29T00:00:00Z',
    '2024-11-31T00:00:00Z',
    '2024-13-01T00:00:00Z',
    '0000-01-01T00:00:00Z',
    '2024-05-01T10:60:00Z',
    '2024-05-01',
    '2024-05-01T10:00:00',
    '2024-05-01T25:00:00Z',
    '0001-01-01T00:00:00+01:00',
  ]) {
    expect(normaliseTimestamp(bad), bad).toBeUndefined();
  }
});

test('a number written with very many digits is read, or refused, at once', () => {
  const from = performance.now();
  const digits = '1'.repeat(1_000_000);
  expect(decodeMessage(Thing, { ratio: `0.${digits}` }).ratio).toBeCloseTo(1 / 9);
  for (const ratio of [`${digits}x`, digits]) {
    expect(() => decodeMessage(Thing, { ratio })).toThrow(expect.objectContaining({ code: 'InvalidArgument' }));
  }
  // Hours, where the digits could be parted in many ways.
  expect(performance.now() - from).toBeLessThan(5_000);
});
