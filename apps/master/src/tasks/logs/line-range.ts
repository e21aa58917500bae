import type { NumberedLine } from './log-line.ts';
import type { LogFilter } from './shared/log-filter.ts';

/** Lines of a batch that match, and where the reading stands: every line before (or, descending, after) is done. */
export interface LineBatch {
  lines: NumberedLine[];
  /** Their numbers alone, where those are asked for: then `lines` is empty. */
  numbers?: number[];
  at: number;
}

export interface LineRange {
  taskId: string;
  /** The first line and the one after the last. */
  from: number;
  to: number;
  descending?: boolean;
  filter?: LogFilter | undefined;
  /** Only the numbers of lines are wanted: where nothing is asked of what lines say, that is not read. */
  numbersOnly?: boolean;
  /** Ends the reading where it stands: the caller has gone. */
  signal?: AbortSignal;
}
