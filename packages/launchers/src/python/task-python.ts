import type { Readiness } from '#launcher.ts';

/** The interpreter that tasks run on, which may still be in the making. */
export interface TaskPython {
  readonly state: PythonState;
  onChange(listener: (state: PythonState) => void): () => void;
}

export type PythonState =
  | { state: 'absent' }
  | { state: 'making'; step: string }
  | { state: 'ready'; interpreter: string; version: string }
  | { state: 'failed'; reason: string };

/** The reason stands beside waiting tasks, so it tells what is going on or what to do. */
export function readinessOf(python: PythonState): Readiness {
  switch (python.state) {
    case 'ready':
      return { ready: true };
    case 'absent':
      return { ready: false, reason: 'The Python environment for tasks is not there yet.' };
    case 'making':
      return { ready: false, reason: `The Python environment for tasks is being made: ${python.step}.` };
    case 'failed':
      return {
        ready: false,
        reason: `The Python environment for tasks could not be made: ${python.reason} It is tried again every two minutes.`,
      };
  }
}

/** An interpreter that is known to be there. */
export function fixedPython(interpreter: string, version = 'unknown'): TaskPython {
  return { state: { state: 'ready', interpreter, version }, onChange: () => () => undefined };
}
