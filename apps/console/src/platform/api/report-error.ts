import { toast } from '#platform/toasts.tsx';
import { consoleError, isAborted, isSignedOut, tryLaterMessage } from './console-error.ts';

export interface Report {
  /** The toast's title: what could not be done, in the specification's words. */
  title: string;
  /** Shown under it; by default the generic words, so that no internal text reaches the reader unasked. */
  message?: string;
  /** Logged only. */
  silent?: boolean;
}

/** One place for errors of actions: aborted calls are nothing, a lost session is handled by the shell, the rest is said. */
export function reportError(error: unknown, report: Report): void {
  if (isAborted(error)) return;
  const { type, level } = consoleError(error);
  console.error(`[${type}/${level}] ${report.title}`, error);
  if (report.silent || isSignedOut(error)) return;
  toast.fail(report.title, report.message ?? tryLaterMessage);
}
