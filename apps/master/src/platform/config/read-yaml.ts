import { Composer, LineCounter, Parser, type ScalarTag, type Tags } from 'yaml';
import { isObject, type Json } from './format/json.ts';

/** The text is not YAML that can be used; the message says what and where (line and column from 1). */
export class YamlError extends Error {
  override readonly name = 'YamlError';
}

const limits = { characters: 1_000_000, depth: 100, aliases: 100 };

/**
 * Reads one document of YAML (or JSON) as the platform's clients expect it: YAML 1.1 words (`yes`, `off`, also as keys),
 * octal `010` and `0o10`, merge keys, the last of repeated keys; dates and times of day stay texts; further documents
 * are ignored. An empty text is null. Limits keep hostile texts (aliases of aliases, deep nesting) harmless.
 */
export function readYaml(source: string): Json {
  if (source.length > limits.characters) throw new YamlError(`text is longer than ${limits.characters} characters`);
  const lines = new LineCounter();
  const composer = new Composer({
    version: '1.1',
    merge: true,
    uniqueKeys: false,
    customTags: (tags) => [modernOctal, decimal, ...tags.filter((tag) => !leftAsText(tag))],
  });
  const at = (offset: number): string => {
    const { line, col } = lines.linePos(offset);
    return `line ${line}, column ${col}`;
  };
  try {
    for (const document of composer.compose(new Parser(lines.addNewLine).parse(source), true, source.length)) {
      const [error] = document.errors;
      if (error !== undefined) throw new YamlError(`${at(error.pos[0])}: ${reason(error)}`);
      return plain(document.toJS({ maxAliasCount: limits.aliases }), 0);
    }
    return null;
  } catch (error) {
    if (error instanceof YamlError) throw error;
    throw new YamlError(reason(error));
  }
}

/** Dates, times of day, and the library's plain decimal, which takes a lone `.` for a number. */
function leftAsText(tag: Tags[number]): boolean {
  if (typeof tag === 'string') return false;
  if (tag.tag === 'tag:yaml.org,2002:timestamp') return true;
  return (
    'test' in tag && tag.test !== undefined && (tag.test.test('.') || tag.test.test('12:30') || tag.test.test('1:2.5'))
  );
}

const decimal: ScalarTag = {
  tag: 'tag:yaml.org,2002:float',
  default: true,
  test: /^[-+]?(?:[0-9][0-9_]*\.[0-9_]*|\.[0-9][0-9_]*)(?:[eE][-+]?[0-9]+)?$/,
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

/** Makes sure that the value can be written as JSON. */
function plain(value: unknown, depth: number): Json {
  if (depth > limits.depth) throw new YamlError(`nested more than ${limits.depth} levels deep`);
  if (value === null || value === undefined) return null;
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new YamlError(`${value} cannot be stored; write a finite number`);
    return value;
  }
  if (typeof value === 'bigint') return Number(value);
  if (Array.isArray(value)) return value.map((each) => plain(each, depth + 1));
  if (isObject(value)) {
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, plain(inner, depth + 1)]));
  }
  throw new YamlError(`a value of kind ${Object.prototype.toString.call(value)} cannot be used`);
}

function reason(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  // The parser, or the walk over an alias of itself, ran out of stack: the text's fault.
  return message.includes('call stack') ? 'nested too deeply' : (message.split('\n')[0] ?? message);
}
