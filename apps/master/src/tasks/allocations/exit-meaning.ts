import type { TaskExit } from '@determined/launchers/launcher.ts';
import type { AllocationRow } from '../shared/allocation-row.ts';
import type { AllocationExit } from '../shared/task-kind.ts';

export interface ExitMeaning {
  exit: AllocationExit;
  /** Why the allocation ended, as it is stored. */
  reason: string;
  /** The line of its log. */
  said: { level: 'INFO' | 'ERROR'; text: string };
}

const clean = 'resources exited successfully with a zero exit code';

/** What the end of a task means, and the words for it. Facts: trial runtime 11.1 and 20.3. */
export function exitMeaning(
  row: Pick<AllocationRow, 'kill_requested' | 'preempt_acked'> & {
    /** Why its sessions were over before it ended, if they were. */
    sessionEnd?: string;
  },
  { cause, exitCode, message }: Pick<TaskExit, 'cause' | 'exitCode' | 'message'>,
): ExitMeaning {
  if (cause === 'lost') {
    const text = message ?? 'the task was lost';
    return {
      exit: { kind: 'lost', message: text },
      reason: `allocation failed: ${text}`,
      said: { level: 'ERROR', text },
    };
  }
  const code = `container failed with non-zero exit code: ${exitCode}`;
  const failure = `resources failed with non-zero exit code: ${message ?? code} (exit code ${exitCode})`;
  // Who had finished when the kill came has finished.
  if (cause === 'killed' || (row.kill_requested && exitCode !== 0)) {
    return {
      exit: { kind: 'killed' },
      reason: 'allocation killed after all resources exited: resources were killed',
      said: { level: 'INFO', text: `killed: ${failure}` },
    };
  }
  // It could tell nothing any more: no fault of the program, which goes on under a new session.
  if (row.sessionEnd && exitCode !== 0) {
    const text = `the session of the task was over (${row.sessionEnd}): ${failure}`;
    return {
      exit: { kind: 'lost', message: text },
      reason: `allocation failed: ${text}`,
      said: { level: 'ERROR', text },
    };
  }
  if (row.preempt_acked) {
    return {
      exit: { kind: 'stopped' },
      reason: `allocation preempted after all resources exited: ${clean}`,
      said: { level: 'INFO', text: clean },
    };
  }
  if (exitCode === 0) {
    return {
      exit: { kind: 'completed' },
      reason: `allocation stopped early after all resources exited: ${clean}`,
      said: { level: 'INFO', text: clean },
    };
  }
  return {
    exit: { kind: 'failed', exitCode, message: failure },
    reason: `allocation failed: ${failure}`,
    said: { level: 'ERROR', text: `crashed: ${failure}` },
  };
}
