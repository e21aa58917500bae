import type { NumberedLine } from './log-line.ts';
import type { LogFilter } from './shared/log-filter.ts';

/** Lines of a batch that match, and where the reading stands: every line before (or, descending, after) is done. */
export interface LineBatch {
  lines: NumberedLine[];
  at: number;
}

export interface LineRange {
  taskId: string;
  /** The first line and the one after the last. */
  from: number;
  to: number;
  descending?: boolean;
  filter?: LogFilter | undefined;
  /** Ends the reading where it stands: the caller has gone. */
  signal?: AbortSignal;
}
