import { getLogLinesRoute, postAllocationLogsRoute } from '@determined/contract/tasks/ext-routes.ts';
import { postTaskLogsRoute, taskLogsRoute } from '@determined/contract/tasks/logs-routes.ts';
import { encodeRequest } from '@determined/contract/wire/encode-request.ts';
import { eventually } from '@determined/dev-cluster/eventually.ts';
import { trainingLog } from '@determined/master/tasks/logs/testing/training-log.ts';
import { bareInserts } from './bare-inserts.ts';
import type { Bench, BenchMaster } from './figure.ts';
import { Caller, load, median, percentile } from './http-load.ts';
import { bytesOf, countOf, endTrials, type RunningTrial, startTrials } from './running-trials.ts';

/** As many as the runner sends at once. */
const batchLines = 1_000;
const totalLines = 1_000_000;
const singleSenders = 32;

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
    place.note('waiting for them to be sealed');
    await endTrials(master, running);
    await eventually('the sealing of all lines', async () => (await countOf(master, 'task_log_lines')) === 0, 400_000);
    const bytes = (await bytesOf(master, ['task_log_chunks'])) - before;
    const last = await readLast(master, long);
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
      { what: 'Stored log line', value: bytes / totalLines, unit: 'bytes', aim: { atMost: 30 } },
      {
        what: 'Last 1,000 of a million lines, by range',
        value: last.range,
        unit: 'ms',
        aim: { atMost: 50 },
        old: '0.8 s',
      },
      { what: 'Last 1,000 of a million lines, compatible stream', value: last.stream, unit: 'ms', old: '0.8 s' },
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

/** Sent as the runner does, one batch after the other; gives the seconds it took. */
async function postMillion(master: BenchMaster, { allocationId, token }: RunningTrial): Promise<number> {
  const path = postAllocationLogsRoute.path.replace('{allocationId}', allocationId);
  const all = trainingLog(20 * batchLines).map(({ time, stdtype, level, rankId, text }) => ({
    timestamp: time,
    stdtype,
    level,
    rankId,
    log: text,
  }));
  const bodies = Array.from({ length: 20 }, (_, at) =>
    JSON.stringify(all.slice(at * batchLines, (at + 1) * batchLines)),
  );
  let offset = 0;
  const sent = await load(master.address, { senders: 1, seconds: 300 }, () => {
    if (offset === totalLines) return undefined;
    const lines = bodies[(offset / batchLines) % bodies.length];
    const body = `{"containerId":"0b0f1d5e","agentId":"machine-1","offset":${offset},"lines":${lines}}`;
    offset += batchLines;
    return { method: 'POST', path, body, token };
  });
  if (offset < totalLines) throw new Error(`Only ${offset} lines were stored in 300 s.`);
  return sent.seconds;
}

async function readLast({ address, token }: BenchMaster, { taskId }: RunningTrial) {
  const caller = new Caller(address, 1);
  const { path } = encodeRequest(taskLogsRoute, { taskId, limit: 1000, orderBy: 'ORDER_BY_DESC' });
  const range = `${getLogLinesRoute.path.replace('{taskId}', taskId)}?from=-1000&count=1000`;
  try {
    const ask = (asked: string) =>
      median(9, async () => {
        const answer = await caller.send({ method: 'GET', path: asked, token });
        const found = answer.text().split('epoch').length + answer.text().split('checkpoint').length - 2;
        if (found < 1000) throw new Error(`${asked} answered ${found} lines`);
        return answer.ms;
      });
    return { range: await ask(range), stream: await ask(path) };
  } finally {
    caller.close();
  }
}
