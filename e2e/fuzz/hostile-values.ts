import type { Random } from './random.ts';

// Values that have broken servers. All of them are JSON text: some could not be written by JSON.stringify.

const nest = (open: string, levels: number, close: string) => open.repeat(levels) + close.repeat(levels);
/** Longest of the long ones: far more than a person sends, far less than what is refused by its length. */
const long = 300_000;

/** YAML and JSON texts that cost a careless reader much more than their length. */
export const hostileDocuments: readonly (() => string)[] = [
  () => '['.repeat(long),
  () => `a: ${nest('[', 5_000, ']')}`,
  () => `a: [${'1,'.repeat(long / 2)}1]`,
  () => `{${'"a":{'.repeat(3_000)}${'}'.repeat(3_000)}}`,
  () =>
    `- &a [x]\n${Array.from({ length: 30 }, (_, i) => `- &a${i} [*a${i === 0 ? '' : i - 1}, *a${i === 0 ? '' : i - 1}]`).join('\n')}`,
  () => `a: &a {x: 1}\n${Array.from({ length: 5_000 }, (_, i) => `k${i}:\n  <<: [*a, *a, *a]`).join('\n')}`,
  () => `${'<<: {a: 1}\n'.repeat(5_000)}`,
  () => `? ${nest('{? ', 500, '}')}`,
  () => Array.from({ length: 20_000 }, (_, i) => `k${i}: ${i}`).join('\n'),
  () => `x: |\n${'  y\n'.repeat(20_000)}`,
  () => `&${'a'.repeat(10_000)} x`,
  () => `name: !!binary ${'A'.repeat(1_000)}`,
  () => '!!js/function x',
  () => '%YAML 9.9\n---\na: 1',
  () => '---\na: 1\n---\nb: 2',
  () => '\t\t- x: [}',
  () => '*nothing',
  () => 'name: x\nname: y',
  () => '"\\ud800": \ud83d\ude00',
];

const hostileTexts: readonly (() => string)[] = [
  () => '',
  () => ' ',
  () => '\0',
  () => 'a\0b',
  () => '\u202e\u0000\u001b[31m',
  () => '😀'.repeat(500),
  () => 'x'.repeat(100_000),
  () => "' or 1=1 --",
  () => '%_\\%',
  () => '../../../../etc/passwd',
  () => '/etc/passwd',
  () => '__proto__',
  () => 'constructor',
  () => 'null',
  () => 'NaN',
  () => '-1',
  () => '1.5',
  () => '1e999',
  () => '9223372036854775808',
  () => '0x10',
  () => '0001-01-01T00:00:00Z',
  () => '9999-12-31T23:59:59.999999999Z',
  () => '+275760-09-13T00:00:01Z',
  () => '2024-13-45T99:99:99Z',
  () => '(a+)+$',
  () => `${'('.repeat(5_000)}`,
  () => `${'(a|b?)*'.repeat(200)}$`,
  () => 'a{1000}{1000}',
  () => '[',
  () => '(?=x)',
  () => '\\p{Nothing}',
  () => '[[[[',
  () => '{"filterGroup":{"children":[],"conjunction":"and","kind":"group"},"showArchived":true}',
  () => `{"filterGroup":${'{"kind":"group","conjunction":"and","children":['.repeat(500)}${']}'.repeat(500)}}`,
  () => '{"filterGroup":{"kind":"field","columnName":"hp.x","type":"COLUMN_TYPE_NUMBER","operator":">","value":"x"}}',
  () => 'id=asc,id=desc,nothing=asc',
  () => ','.repeat(5_000),
  () => 'http://[::1',
  () => '00000000-0000-0000-0000-000000000000',
  () =>
    'name: x\nentrypoint: x\nsearcher: {name: grid, metric: x}\nhyperparameters: {a: {type: int, minval: 0, maxval: 9999999, count: 9999999}}',
  () => 'name: x\nentrypoint: x\nsearcher: {name: random, metric: x, max_trials: 99999999}',
  () =>
    'name: x\nentrypoint: x\nsearcher: {name: single, metric: x}\nhyperparameters: {a: .nan, b: .inf, 1: {2: {3: !!null x}}}',
];

const hostileNumbers = [
  '0',
  '-0',
  '-1',
  '1',
  '2147483647',
  '2147483648',
  '-2147483649',
  '9007199254740993',
  '9223372036854775807',
  '-9223372036854775808',
  '1e308',
  '1e999',
  '-1e999',
  '1e-999',
  '1.0',
  '0.1',
  '"NaN"',
  '"Infinity"',
  '"12"',
  `1${'0'.repeat(400)}`,
];

const hostileShapes: readonly (() => string)[] = [
  () => 'null',
  () => 'true',
  () => '""',
  () => '{}',
  () => '[]',
  () => '[[]]',
  () => '[null,null]',
  () => '{"":null}',
  () => '{"__proto__":{"admin":true},"constructor":1}',
  () => nest('[', 400, ']'),
  () => `${'{"a":'.repeat(400)}1${'}'.repeat(400)}`,
  () => nest('[', 50_000, ']'),
  () => `[${'{},'.repeat(20_000)}{}]`,
  () => '"\\ud800"',
  () => '"\\u0000"',
  () => `{${Array.from({ length: 5_000 }, (_, i) => `"k${i}":${i}`).join(',')}}`,
  () => '{"toString":1,"then":2,"length":-1}',
];

export const hostileText = (random: Random): string =>
  random.chance(0.2) ? random.pick(hostileDocuments)() : random.pick(hostileTexts)();

/** JSON text of a value of any kind. */
export function hostileJson(random: Random): string {
  const kind = random.below(3);
  if (kind === 0) return random.pick(hostileNumbers);
  return kind === 1 ? JSON.stringify(hostileText(random)) : random.pick(hostileShapes)();
}

export const hostileNumber = (random: Random): string => random.pick(hostileNumbers);

const bodies: readonly (() => string | Buffer)[] = [
  () => '',
  () => ' \n',
  () => '{',
  () => '[1]',
  () => '"text"',
  () => '12',
  () => '{"a":1}{"b":2}',
  () => '{"a":1,}',
  () => "{'a': 1}",
  () => '\ufeff{}',
  () => Buffer.from([0xff, 0xfe, 0x7b, 0x00]),
  () => Buffer.from([0x1f, 0x8b, 0x08, 0x00]),
  () => '\0\0\0',
  () => nest('[', 100_000, ']'),
  () => `{"a":1.0,"b":${nest('[', 100_000, ']')}}`,
  () => '{"a":'.repeat(100_000),
  () => `{"a":"${'x'.repeat(long)}"}`,
  () => 'username=x&password=y',
  () => '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--x--\r\n',
  () => '<?xml version="1.0"?><a/>',
];

/** A body that is no request of anything. */
export const hostileBody = (random: Random): string | Buffer => random.pick(bodies)();

const headerSets: readonly Record<string, string>[] = [
  { 'content-type': '' },
  { 'content-type': ' ' },
  { 'content-type': ';' },
  { 'content-type': 'application/json; charset=utf-16' },
  { 'content-type': 'application/json;;;=' },
  { 'content-type': 'text/plain' },
  { 'content-type': 'application/x-www-form-urlencoded' },
  { 'content-type': 'multipart/form-data' },
  { 'content-type': `x/${'y'.repeat(4_000)}` },
  { 'content-type': '\u00e9/\u00fc' },
  { 'content-encoding': 'gzip' },
  { 'content-encoding': 'br, gzip, identity' },
  { 'accept-encoding': 'gzip;q=nonsense, *' },
  { accept: 'application/xml' },
  { 'if-none-match': '*', 'if-modified-since': 'never' },
  { range: 'bytes=5-1,-1,x' },
  { 'x-http-method-override': 'DELETE' },
  { cookie: 'auth=;auth; =auth;auth="\\"' },
  { cookie: `${'a=b; '.repeat(500)}` },
  { 'grpc-metadata-x-user-token': 'Bearer ' },
  { 'grpc-metadata-x-allocation-token': 'Bearer x.y.z' },
  { 'x-forwarded-for': '999.1.1.1, ::, x', forwarded: 'for=";;"' },
  { expect: 'nothing' },
  { host: '[::1' },
];

export const hostileHeaders = (random: Random): Record<string, string> => random.pick(headerSets);
