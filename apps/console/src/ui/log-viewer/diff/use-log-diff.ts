import { useEffect, useState } from 'react';
import type { ReadLog } from '../log-source.ts';
import type { Stretch } from './diff-lines.ts';
import { type LogEnds, readEnds } from './read-ends.ts';

export interface LogDiffState {
  /** Lines read of how many, of both logs. */
  progress: readonly [read: number, of: number];
  error?: Error;
  compared?: { left: LogEnds; right: LogEnds; stretches: readonly Stretch[] };
}

const nothing: LogDiffState = { progress: [0, 0] };

/** Reads two logs as they are now and compares them. Another `turn` reads them again. */
export function useLogDiff(left: ReadLog, right: ReadLog, turn: number): LogDiffState {
  const [state, setState] = useState(nothing);
  // Logs are read from outside, and compared aside of the page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a turn reads again
  useEffect(() => {
    const gone = new AbortController();
    const worker = new Worker(new URL('./diff-worker.ts', import.meta.url), { type: 'module' });
    const read = [0, 0];
    const of = [0, 0];
    const tell = (side: 0 | 1) => (lines: number, all: number) => {
      read[side] = lines;
      of[side] = all;
      const sum = ([one = 0, other = 0]: number[]) => one + other;
      if (!gone.signal.aborted) setState({ progress: [sum(read), sum(of)] });
    };
    const fail = (error: Error) => {
      if (!gone.signal.aborted) setState({ ...nothing, error });
    };
    setState(nothing);
    Promise.all([readEnds(left, gone.signal, tell(0)), readEnds(right, gone.signal, tell(1))])
      .then(([ofLeft, ofRight]) => {
        worker.onmessage = ({ data }: MessageEvent<Stretch[]>) =>
          setState({ ...nothing, compared: { left: ofLeft, right: ofRight, stretches: data } });
        worker.onerror = ({ message }) => fail(new Error(message));
        const texts = ({ lines }: LogEnds) => lines.map(({ text }) => text);
        worker.postMessage({ left: texts(ofLeft), right: texts(ofRight) });
      })
      .catch(fail);
    return () => {
      gone.abort();
      worker.terminate();
    };
  }, [left, right, turn]);
  return state;
}
