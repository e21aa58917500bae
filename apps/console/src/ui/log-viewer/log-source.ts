/** One line of a log; `n` counts from 0. */
export interface LogLine {
  n: number;
  time: string | null;
  /** TRACE, DEBUG, INFO, WARNING, ERROR, CRITICAL; empty or UNSPECIFIED when the line had none. */
  level: string;
  rank: number | null;
  source: string;
  text: string;
  /** What findFolds compares of it, once that was asked for. On the line: a map of all of them would be work at each collection of garbage. */
  likeness?: string;
}

export interface LogRange {
  /** Lines there have been until now: the number of the next. */
  total: number;
  /** Number of the oldest that is still there; 0 without it. */
  first?: number;
  /** Number of the first line of this answer. */
  from: number;
  lines: LogLine[];
}

/** Reads single lines by their numbers. */
export type ReadSingle = (asked: { numbers: readonly number[]; signal: AbortSignal }) => Promise<LogLine[]>;

/** Reads lines by number; a negative `from` counts from the end. */
export type ReadLog = (range: { from: number; count: number; signal: AbortSignal }) => Promise<LogRange>;
