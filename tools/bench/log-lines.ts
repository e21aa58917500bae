import { postAllocationLogsRoute } from '@determined/contract/tasks/ext-routes.ts';
import { postTaskLogsRoute } from '@determined/contract/tasks/logs-routes.ts';
import { encodeRequest } from '@determined/contract/wire/encode-request.ts';
import { eventually } from '@determined/dev-cluster/eventually.ts';
import { worthPuttingAway } from '@determined/master/tasks/logs/seal-short.ts';
import { trainingLog } from '@determined/master/tasks/logs/testing/training-log.ts';
import { bareInserts } from './bare-inserts.ts';
import type { Bench, BenchMaster } from './figure.ts';
import { load, percentile } from './http-load.ts';
import { batchLines, batchOf, bodyOf, ingestFigures, runnerLines } from './log-ingest.ts';
import { searchFigures } from './log-search.ts';
import { bytesOf, countOf, endTrials, type RunningTrial, startTrials } from './running-trials.ts';

const totalLines = 1_000_000;
const singleSenders = 32;
/** In three of a million lines. */
export const rare = 'RuntimeError: collective timeout on peer, world size changed';
const markedBatches = [10, 500, 900];

export const logLines: Bench = {
  name: 'logs',
  measure: async (place) => {
    const master = await place.master();
    const running = await startTrials(master, 1 + singleSenders);
    const [long, ...others] = running.trials as [RunningTrial, ...RunningTrial[]];
    const lines = trainingLog(batchLines);
    place.note('bare inserts of lines');
    const bare = { text: lines[1]?.text ?? '', seconds: 3 };
    const batched = await bareInserts(master.pool, { ...bare, connections: 8, rowsPerCommit: batchLines });
    const rowByRow = await bareInserts(master.pool, { ...bare, connections: 8, rowsPerCommit: 1 });
    place.note('single lines from 32 senders');
    const single = await postSingle(master, others, bare.text);
    place.note('a million lines in batches of a thousand');
    const before = await bytesOf(master, ['task_log_chunks']);
    const seconds = await postMillion(master, long);
    const ingest = await ingestFigures(place, master, others);
    place.note('waiting for them to be sealed');
    await endTrials(master, running);
    // Tails of a line or two stay.
    const left = async () => (await countOf(master, 'task_log_lines', worthPuttingAway)) === 0;
    await eventually('the sealing of all lines', left, 400_000);
    const bytes = (await bytesOf(master, ['task_log_chunks'])) - before;
    const searched = await searchFigures(place, master, long, rare);
    return [
      {
        what: 'Log lines in batches of 1,000, one runner',
        value: totalLines / seconds,
        unit: 'lines/s',
        baseline: { what: 'bare inserts, 1,000 rows a commit, 8 connections', value: batched },
      },
      {
        what: 'Single log lines, 32 senders',
        value: single.requests / single.seconds,
        unit: 'lines/s',
        baseline: { what: 'bare inserts, a row a commit, 8 connections', value: rowByRow },
      },
      { what: 'A single log line, 95 of 100', value: percentile(single.times, 0.95), unit: 'ms' },
      { what: 'Stored log line', value: bytes / (totalLines + ingest.lines), unit: 'bytes', aim: { atMost: 30 } },
      ...ingest.figures,
      ...searched,
    ];
  },
};

function postSingle(master: BenchMaster, trials: readonly RunningTrial[], text: string) {
  return load(master.address, { senders: singleSenders, seconds: 5, warmUp: 1 }, (sender) => {
    // There are as many trials as senders.
    const { taskId, token } = trials[sender] as RunningTrial;
    const { path, body } = encodeRequest(postTaskLogsRoute, {
      logs: [{ taskId, log: text, timestamp: new Date().toISOString(), level: 'LOG_LEVEL_INFO', rankId: 0 }],
    });
    return { method: 'POST', path, body, token };
  });
}

/** Sent as the runner does, one batch after the other; three lines have the rare word. Gives the seconds it took. */
export async function postMillion(master: BenchMaster, { allocationId, token }: RunningTrial): Promise<number> {
  const path = postAllocationLogsRoute.path.replace('{allocationId}', allocationId);
  const lines = runnerLines(20 * batchLines);
  const bodies = Array.from({ length: 20 }, (_, at) => batchOf(lines, at * batchLines));
  const marked = lines.slice(0, batchLines);
  marked[500] = { ...marked[500], log: `[211] root: ${rare}\n` } as (typeof lines)[number];
  let offset = 0;
  const sent = await load(master.address, { senders: 1, seconds: 300 }, () => {
    if (offset === totalLines) return undefined;
    const batch = offset / batchLines;
    const plain = bodies[batch % bodies.length] ?? '';
    const body = bodyOf(offset, markedBatches.includes(batch) ? batchOf(marked, 0) : plain);
    offset += batchLines;
    return { method: 'POST', path, body, token };
  });
  if (offset < totalLines) throw new Error(`Only ${offset} lines were stored in 300 s.`);
  return sent.seconds;
}
