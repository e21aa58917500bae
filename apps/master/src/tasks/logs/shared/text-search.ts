import { invalidArgument } from '@determined/contract/errors.ts';
import { RE2JS, RE2JSException } from 're2js';
import { elsewhere } from '#platform/threads/run-elsewhere.ts';
import type { ChunkTexts } from '../encoding/chunk-texts.ts';
import { trigramPositions } from '../encoding/trigram-filter.ts';
import type lookForExpression from './look-for-expression.ts';
import { requiredTexts } from './required-text.ts';

/** What people look for in the texts of lines. */
export interface TextSearch {
  /** Bits that the filter of a chunk has set when one of its lines may be found. */
  readonly positions: readonly number[];
  /** Lines of a chunk among which all are that will be found, quickly: in the order in which they stand. */
  candidates(texts: ChunkTexts): number[];
  /** What a character of a line costs at most, in steps of which some ten million take a second. */
  readonly steps: number;
  /** A long line that may cost much is looked through on another thread. */
  isIn(text: string): boolean | Promise<boolean>;
}

/** A substring without regard to case, or a pattern in RE2's syntax. Undefined for nothing; throws for no pattern. */
export function textSearch(text: string, isPattern: boolean): TextSearch | undefined {
  if (text === '') return undefined;
  if (isPattern) return patternSearch(text);
  const wanted = text.toLowerCase();
  return {
    positions: trigramPositions(wanted),
    steps: 1,
    candidates: (texts) => linesWith(texts, wanted),
    isIn: (line) => line.toLowerCase().includes(wanted),
  };
}

function patternSearch(pattern: string): TextSearch {
  const { isIn, steps } = compile(pattern);
  const required = requiredTexts(pattern).map((text) => text.toLowerCase());
  const longest = required.reduce((most, text) => (text.length > most.length ? text : most), '');
  return {
    positions: [...new Set(required.flatMap(trigramPositions))],
    // A shorter one is in most lines.
    candidates: (texts) => (longest.length < 3 ? allLines(texts) : linesWith(texts, longest)),
    steps,
    isIn,
  };
}

const allLines = (texts: ChunkTexts): number[] => Array.from({ length: texts.count }, (_, line) => line);

/** The two characters beyond ASCII whose lower case has ASCII letters in it, as the bytes of UTF-8: K and İ. */
const becomesAscii = ['\u212a', '\u0130'].map((char) => Buffer.from(char).toString('latin1'));

/**
 * Lines with a text, given in lower case. Bytes are looked at as if each were a character of Latin-1: ASCII is the same
 * in both, and Latin-1's lower case changes no length and makes no ASCII of anything else.
 */
function linesWith(texts: ChunkTexts, wanted: string): number[] {
  const isAscii = texts.isAscii;
  if (!/^\p{ASCII}*$/u.test(wanted)) return isAscii ? [] : allLines(texts);
  const bytes = texts.latin1;
  if (!isAscii && becomesAscii.some((char) => bytes.includes(char))) return allLines(texts);
  const lower = bytes.toLowerCase();
  const lines: number[] = [];
  for (let at = lower.indexOf(wanted); at >= 0; ) {
    // What goes on in the next line is in neither; a look at the line tells.
    const line = texts.lineAt(at);
    lines.push(line);
    at = lower.indexOf(wanted, texts.end(line));
  }
  return lines;
}

const limits = { pattern: 1_000, program: 2_000 };
/** Steps that a line may cost a search, some tenths of a second: of a very long line a costly pattern sees the start. */
const mostSteps = 2_000_000;
/** Steps that nobody need be spared: some hundredths of a second at most. */
const stepsHere = 200_000;
const lookElsewhere = elsewhere<typeof lookForExpression>(new URL('./look-for-expression.ts', import.meta.url));
let searches = 0;

/** RE2 needs time linear in the text, whatever the pattern, but also in what the pattern becomes: `x{1000}` is long. */
function compile(pattern: string): Pick<TextSearch, 'isIn' | 'steps'> {
  if (pattern.length > limits.pattern)
    throw invalidArgument(`searchText: a regular expression may have ${limits.pattern} characters`);
  const compiled = compiledExpression(pattern);
  const size = compiled.programSize();
  if (size > limits.program)
    throw invalidArgument('searchText: the regular expression repeats too much; smaller numbers in braces would do');
  // Searches take turns on the other threads; each asks for one line at a time.
  const by = `search ${++searches}`;
  const mostText = Math.floor(mostSteps / size);
  const mostHere = Math.floor(stepsHere / size);
  const isIn = (text: string) => {
    if (text.length <= mostHere) return compiled.test(text);
    return testElsewhere(by, { pattern, text: text.slice(0, mostText) });
  };
  return { isIn, steps: size };
}

function compiledExpression(pattern: string): RE2JS {
  try {
    return RE2JS.compile(pattern);
  } catch (error) {
    if (error instanceof RE2JSException)
      throw invalidArgument(`searchText is not a regular expression: ${error.message}`);
    throw error;
  }
}

async function testElsewhere(by: string, asked: { pattern: string; text: string }): Promise<boolean> {
  const answer = await lookElsewhere(by, asked);
  if ('refused' in answer) throw new Error(`an expression could not be looked for: ${answer.refused}`);
  return answer.value;
}
