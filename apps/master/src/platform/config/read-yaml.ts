import {
  type Alias,
  Composer,
  CST,
  isAlias,
  isMap,
  isPair,
  isScalar,
  isSeq,
  Lexer,
  LineCounter,
  type Node,
  Parser,
  type ScalarTag,
  type Tags,
  YAMLMap,
  YAMLSeq,
} from 'yaml';
import type { Json, JsonObject } from './format/json.ts';

/** The text is not YAML that can be used; the message says what and where (line and column from 1). */
export class YamlError extends Error {
  override readonly name = 'YamlError';
}

/** What a text may hold. Signs are what the lexer takes apart, about three a value; `repeated` is what aliases add to it. */
const limits = { characters: 1_000_000, signs: 100_000, depth: 100, repeated: 10_000 };
/** Longer texts are read on another thread. */
const longestHere = 16_384;

export const isLongYaml = (source: string): boolean => source.length > longestHere;

/**
 * Reads one document of YAML (or JSON) as the platform's clients expect it: YAML 1.1 words (`yes`, `off`, also as keys),
 * octal `010` and `0o10`, merge keys, the last of repeated keys; dates and times of day stay texts; further documents
 * are ignored. An empty text is null. Limits keep hostile texts (aliases of aliases, deep nesting) harmless.
 */
export function readYaml(source: string): Json {
  if (source.length > limits.characters) throw new YamlError(`text is longer than ${limits.characters} characters`);
  const lines = new LineCounter();
  const at = (offset: number): string => {
    const { line, col } = lines.linePos(offset);
    return `line ${line}, column ${col}`;
  };
  const signs = countSigns(source);
  const composer = new Composer({
    version: '1.1',
    merge: true,
    uniqueKeys: false,
    customTags: (tags) => [modernOctal, decimal, ...tags.filter((tag) => !leftAsText(tag))],
  });
  try {
    for (const document of composer.compose(new Parser(lines.addNewLine).parse(source), true, source.length)) {
      const [error] = document.errors;
      if (error !== undefined) throw new YamlError(`${at(error.pos[0])}: ${reason(error)}`);
      return new Values(signs + limits.repeated).of(document.contents, 0);
    }
    return null;
  } catch (error) {
    if (error instanceof YamlError) throw error;
    throw new YamlError(reason(error));
  }
}

/** Refuses before the text is taken for a document, which costs the square of what it nests. */
function countSigns(source: string): number {
  let signs = 0;
  let open = 0;
  // Of `- - - x` and `? ? ? x`, which nest without brackets.
  let row = 0;
  let isText = false;
  for (const sign of new Lexer().lex(source)) {
    if (++signs > limits.signs) throw new YamlError('the text holds too many values');
    const type: string | null = isText ? 'text' : CST.tokenType(sign);
    isText = type === 'scalar';
    if (type === 'flow-map-start' || type === 'flow-seq-start') open++;
    else if (type === 'flow-map-end' || type === 'flow-seq-end') open = Math.max(0, open - 1);
    if (type === 'seq-item-ind' || type === 'explicit-key-ind' || type === 'map-value-ind') row++;
    else if (type !== 'space') row = 0;
    if (open > limits.depth || row > limits.depth) throw new YamlError(tooDeep);
  }
  return signs;
}

const tooDeep = `nested more than ${limits.depth} levels deep`;

/** The values of a document's nodes, as JSON has them. */
class Values {
  private readonly anchored = new Map<string, Node>();
  private left: number;

  constructor(most: number) {
    this.left = most;
  }

  of(node: Node | null | undefined, depth: number): Json {
    if (depth > limits.depth) throw new YamlError(tooDeep);
    if (--this.left < 0) throw new YamlError('the text holds too many values, its aliases written out');
    if (!node) return null;
    if (!isAlias(node) && node.anchor !== undefined) this.anchored.set(node.anchor, node);
    if (isAlias(node)) return this.of(this.meant(node), depth + 1);
    if (isScalar(node)) return plain(node.value);
    if (isMap<Node, Node | null>(node) && node.constructor === YAMLMap) return this.ofMap(node, depth);
    if (isSeq<Node>(node) && node.constructor === YAMLSeq && !node.items.some(isPair)) {
      return node.items.map((item) => this.of(item, depth + 1));
    }
    throw new YamlError(`a value of kind ${node.tag ?? 'unknown'} cannot be used`);
  }

  private meant(alias: Alias): Node {
    const node = this.anchored.get(alias.source);
    if (!node) throw new YamlError(`unresolved alias *${alias.source}: its anchor has to stand before it`);
    return node;
  }

  private ofMap(map: YAMLMap<Node, Node | null>, depth: number): JsonObject {
    // A Map: `__proto__` is a key like others.
    const found = new Map<string, Json>();
    for (const { key, value } of map.items) {
      if (isMergeKey(key)) this.merge(found, value, depth + 1);
      else found.set(this.keyOf(key), this.of(value, depth + 1));
    }
    return Object.fromEntries(found);
  }

  /** What stands there already wins, and of several maps the first. */
  private merge(into: Map<string, Json>, source: Node | null, depth: number): void {
    const meant = isAlias(source) ? this.meant(source) : source;
    if (isSeq<Node>(meant)) {
      for (const item of meant.items) this.merge(into, item, depth + 1);
      return;
    }
    if (!isMap(meant)) throw new YamlError('what is merged has to be a map, or a list of maps');
    for (const [key, value] of Object.entries(this.of(meant, depth) as JsonObject)) {
      if (!into.has(key)) into.set(key, value);
    }
  }

  private keyOf(key: Node | null): string {
    const node = isAlias(key) ? this.meant(key) : key;
    if (node === null) return '';
    if (!isScalar(node)) throw new YamlError('a key has to be a text or number');
    if (node.anchor !== undefined) this.anchored.set(node.anchor, node);
    return node.value === null ? '' : String(node.value);
  }
}

function isMergeKey(key: Node | null): boolean {
  if (!isScalar(key) || (key.type !== undefined && key.type !== 'PLAIN')) return false;
  return key.value === '<<' || (typeof key.value === 'symbol' && key.value.description === '<<');
}

/** Makes sure that the value can be written as JSON. */
function plain(value: unknown): Json {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'bigint') return Number(value);
  if (typeof value === 'symbol') return value.description ?? '';
  if (typeof value !== 'number') {
    throw new YamlError(`a value of kind ${Object.prototype.toString.call(value)} cannot be used`);
  }
  if (!Number.isFinite(value)) throw new YamlError(`${value} cannot be stored; write a finite number`);
  return value;
}

/** Dates, times of day, and the library's decimals, which take a lone `.` and a name like `e1` for numbers. */
function leftAsText(tag: Tags[number]): boolean {
  if (typeof tag === 'string') return false;
  if (tag.tag === 'tag:yaml.org,2002:timestamp') return true;
  const texts = ['.', 'e1', '12:30', '1:2.5'];
  return 'test' in tag && tag.test !== undefined && texts.some((text) => tag.test?.test(text));
}

const decimal: ScalarTag = {
  tag: 'tag:yaml.org,2002:float',
  default: true,
  test: /^[-+]?(?:(?:[0-9][0-9_]*\.[0-9_]*|\.[0-9][0-9_]*)(?:[eE][-+]?[0-9]+)?|[0-9][0-9_]*[eE][-+]?[0-9]+)$/,
  resolve: (text) => Number.parseFloat(text.replaceAll('_', '')),
};

const modernOctal: ScalarTag = {
  tag: 'tag:yaml.org,2002:int',
  default: true,
  test: /^[-+]?0o[0-7][0-7_]*$/,
  resolve(text) {
    const digits = text.replaceAll('_', '').replace('0o', '');
    return Number.parseInt(digits, 8);
  },
};

function reason(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  // The parser ran out of stack: the text's fault.
  return message.includes('call stack') ? tooDeep : (message.split('\n')[0] ?? message);
}
