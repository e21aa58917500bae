import { check, evaluate, matching, type Rows } from './find-rows.ts';
import type { Plan } from './packed-query.ts';

export interface LineCounts {
  /** Rows that there are. */
  total: number;
  /** Of these, those that the filter finds. */
  found: number;
  /** Each condition and group of it, a group before what is in it: rows that it finds by itself, and the filter without it. */
  lines: { alone: number; without: number }[];
}

/** A mark a row, 32 of them in a word: so every line is left out in turn at next to no cost. */
type Bits = Uint32Array;

type Line = { bits: Bits } & ({ kind: 'condition' } | { kind: 'and' | 'or'; parts: Line[] });

/** How many of the rows that the query finds a filter finds, line by line. */
export function countLines(rows: Rows, filter: Plan): LineCounts {
  const shown = bitsOf(matching(rows));
  const whole = lineOf(rows, filter, shown);
  const counted = (bits: Bits | undefined) => countBits(bits ?? shown);
  const lines = linesIn(whole).map((line) => {
    check(rows);
    return { alone: counted(line.bits), without: counted(without(whole, line)) };
  });
  return { total: counted(shown), found: counted(whole.bits), lines };
}

/** A condition or group with its rows, of those that are shown. */
function lineOf(rows: Rows, plan: Plan, shown: Bits): Line {
  if (plan.kind !== 'and' && plan.kind !== 'or')
    return { kind: 'condition', bits: joined('and', [bitsOf(evaluate(rows, plan)), shown]) ?? shown };
  const parts = plan.parts.map((part) => lineOf(rows, part, shown));
  const bits = joined(
    plan.kind,
    parts.map((part) => part.bits),
  );
  return { kind: plan.kind, parts, bits: bits ?? shown };
}

const linesIn = (line: Line): Line[] =>
  line.kind === 'condition' ? [] : line.parts.flatMap((part) => [part, ...linesIn(part)]);

/** What a line finds without another one that is in it; undefined where nothing is left of it that asks. */
function without(line: Line, out: Line): Bits | undefined {
  if (line === out) return undefined;
  if (line.kind === 'condition') return line.bits;
  const left = line.parts.flatMap((part) => without(part, out) ?? []);
  return joined(line.kind, left);
}

/** Undefined for none. */
function joined(conjunction: 'and' | 'or', [first, ...others]: readonly Bits[]): Bits | undefined {
  if (!first || others.length === 0) return first;
  const words = first.slice();
  for (const other of others)
    for (let at = 0; at < words.length; at += 1) {
      const [one, two] = [words[at] as number, other[at] as number];
      words[at] = conjunction === 'and' ? one & two : one | two;
    }
  return words;
}

function bitsOf(marks: Uint8Array): Bits {
  const words = new Uint32Array(Math.ceil(marks.length / 32));
  for (let row = 0; row < marks.length; row += 1) {
    const at = row >>> 5;
    words[at] = (words[at] as number) | ((marks[row] as number) << (row & 31));
  }
  return words;
}

function countBits(words: Bits): number {
  let count = 0;
  for (let at = 0; at < words.length; at += 1) {
    // Pairs, then fours, then bytes are added up, all of a word at once.
    let word = words[at] as number;
    word -= (word >>> 1) & 0x55555555;
    word = (word & 0x33333333) + ((word >>> 2) & 0x33333333);
    count += Math.imul((word + (word >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
  }
  return count;
}
