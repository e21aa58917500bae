import {
  findMasterLogLinesRoute,
  getMasterLogLinesRoute,
  getSingleMasterLogLinesRoute,
} from '@determined/contract/tasks/ext-routes.ts';
import { useMemo, useRef, useState } from 'react';
import { call } from '#platform/api/call.ts';
import { askedLines } from '#platform/log-reader/asked-lines.ts';
import type { ReadLog, ReadSingle } from '#ui/log-viewer/log-source.ts';
import type { FindByFilter } from '#ui/log-viewer/use-log-matches.ts';

/** So often the master that is read is asked for where another one answers: several may stand behind one address. */
const TRIES = 6;
const AT_ONCE = 2_000;

/** The log of one master: the first that answers, and when it is no longer there the one that has come in its place. */
export function useMasterLog() {
  const known = useRef<string>(undefined);
  /** Counts up with the logs: each begins its numbers anew. */
  const [log, setLog] = useState(0);
  const calls = useMemo(() => {
    async function ofOne<Answer extends { masterId: string }>(ask: () => Promise<Answer>): Promise<Answer> {
      for (let tries = 1; ; tries++) {
        const answer = await ask();
        known.current ??= answer.masterId;
        if (answer.masterId === known.current) return answer;
        if (tries < TRIES) continue;
        known.current = answer.masterId;
        setLog((old) => old + 1);
        return answer;
      }
    }
    const read: ReadLog = ({ from, count, signal }) =>
      ofOne(() => call(getMasterLogLinesRoute, { query: { from, count } }, signal));
    const readSingle: ReadSingle = async ({ numbers, signal }) => {
      const query = { numbers: numbers.join(',') };
      return (await ofOne(() => call(getSingleMasterLogLinesRoute, { query }, signal))).lines;
    };
    const find: FindByFilter =
      (filter) =>
      ({ signal, ...range }) =>
        ofOne(() => call(findMasterLogLinesRoute, { query: { ...range, ...askedLines(filter) } }, signal));
    return { read, readSingle, find };
  }, []);
  return { ...calls, logKey: String(log) };
}

/** All lines that are kept, much as the command prints them. */
export async function* printedLines(read: ReadLog): AsyncGenerator<{ message: string }> {
  const { signal } = new AbortController();
  for (let from = 0; ; ) {
    const range = await read({ from, count: AT_ONCE, signal });
    for (const { time, level, text } of range.lines) yield { message: `${time} [${level}]: ${text}\n` };
    from = range.from + range.lines.length;
    if (range.lines.length === 0 || from >= range.total) return;
  }
}
