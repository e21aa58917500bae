import { invalidArgument } from '@determined/contract/errors.ts';
import { normaliseTimestamp } from '@determined/contract/wire/timestamp.ts';

/** A line of a task's log as it is kept. Texts that a line came without are null. */
export interface LogLine {
  allocationId: string | null;
  containerId: string | null;
  agentId: string | null;
  rankId: number | null;
  /** ISO text in UTC with six digits. */
  time: string | null;
  /** TRACE, DEBUG, INFO, WARNING, ERROR, CRITICAL, or UNSPECIFIED where that was said. */
  level: string | null;
  source: string | null;
  stdtype: string | null;
  /** With its newline. */
  text: string;
}

/** `n` counts the lines of a task from 0, in the order in which they came. */
export interface NumberedLine extends LogLine {
  n: number;
}

/**
 * What is kept of where a line comes from: an empty text counts as absent, and a NUL, which PostgreSQL's text takes none
 * of, becomes the sign for what cannot be shown. Lines themselves are kept as they come.
 */
export function textOrNull(text: string | undefined | null): string | null {
  return text ? text.replaceAll('\0', '\ufffd') : null;
}

/** As a runner writes times: what it has to be checked for is its day, which one line has in common with the next. */
const usual = /^\d{4}-\d\d-\d\dT(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{6}(?:Z|\+00:00)$/;
const dayLength = 'YYYY-MM-DD'.length;
const wantedLength = 'YYYY-MM-DDTHH:MM:SS.ffffff'.length;
let lastDay: string | undefined;

/** Any RFC 3339 time in the form of lines, cut (not rounded) to what the database keeps. Throws InvalidArgument. */
export function lineTime(text: string): string {
  const isUsual = usual.test(text);
  if (isUsual && text.slice(0, dayLength) === lastDay) return `${text.slice(0, wantedLength)}Z`;
  const time = normaliseTimestamp(text);
  if (time === undefined) throw invalidArgument(`${text} is no time`);
  if (isUsual) lastDay = text.slice(0, dayLength);
  const [seconds = '', fraction = ''] = time.slice(0, -1).split('.');
  return `${seconds}.${fraction.slice(0, 6).padEnd(6, '0')}Z`;
}
