import type { RunAction } from '@determined/contract/training/run-rules.ts';

/** Said when it has been done to one run. */
export const doneWords: Record<RunAction, string> = {
  archive: 'Run archived successfully',
  unarchive: 'Run unarchived successfully',
  delete: 'Run deleted successfully',
  kill: 'Run killed successfully',
  pause: 'Run paused successfully',
  resume: 'Run resumed successfully',
  move: 'Run moved successfully',
};

/** Titles of what is asked first. */
export const confirmTitles: Readonly<Record<string, string>> = {
  kill: 'Confirm Run Kill',
  delete: 'Confirm Run Deletion',
  pause: 'Confirm Run Pause',
  resume: 'Confirm Run Resume',
};
