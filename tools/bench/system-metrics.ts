import { eventually } from '@determined/dev-cluster/eventually.ts';
import { sql } from 'kysely';
import type { Bench, BenchMaster } from './figure.ts';
import { Caller, median, timed } from './http-load.ts';
import { bytesOf, countOf, endTrials, runId, startTrials } from './running-trials.ts';

/** A day at 10 Hz. */
const reports = 24 * 3600 * 10;
/** Of a report of cpu, and one of network. */
const values = 3;
const points = 2_000;
const sealed = ['metric_chunks', 'metric_columns'];

export const systemMetrics: Bench = {
  name: 'system-metrics',
  measure: async (place) => {
    const master = await place.master();
    place.note('a day of reports of cpu and network at 10 Hz');
    const before = await bytesOf(master, sealed);
    const running = await startTrials(master, 1);
    const trialId = running.trials[0]?.trialId ?? 0;
    await reportDay(master, trialId);
    await endTrials(master, running);
    await eventually(
      'the sealing of all reports',
      async () => (await countOf(master, 'metric_reports')) === 0,
      240_000,
    );
    const bytes = (await bytesOf(master, sealed)) - before;
    const bare = await median(9, () =>
      timed(() =>
        sql`select rollup from metric_columns c join metric_chunks k on k.id = c.chunk_id
          where k.trial_id = ${trialId} and c.name = '["bench","cpu_util_simple"]'`.execute(master.db),
      ),
    );
    const curve = `/api/ext/v1/trials/${trialId}/profiler/curve?agentId=bench&maxPoints=${points}`;
    const day = await ask(master, `${curve}&name=cpu_util_simple`);
    const end = Date.parse('2026-01-02');
    const minutes = await ask(master, `${curve}&name=cpu_util_simple&from=${end - 180_000}&to=${end}`);
    return [
      {
        what: `A machine’s metric, ${points.toLocaleString('en')} packed points of a day at 10 Hz`,
        value: day,
        unit: 'ms',
        aim: { atMost: 60 },
        baseline: { what: 'the packed chunks by SQL', value: bare },
      },
      { what: 'Its last three minutes, each value', value: minutes, unit: 'ms' },
      {
        what: 'Stored value of a machine, three in two reports',
        value: bytes / (reports * values),
        unit: 'bytes',
        aim: { atMost: 12 },
      },
    ];
  },
};

/** In the tail at once, as the calls put them there: processor to a tenth, network as averages are; the clock trembles. */
async function reportDay(master: BenchMaster, trialId: number): Promise<void> {
  await sql`insert into metric_reports (trial_id, group_name, run_id, steps, end_time, metrics)
    select ${trialId}, grp, ${runId}, 0,
      timestamptz '2026-01-01' + n * interval '100 milliseconds' + random() * interval '3 milliseconds',
      case grp when 'system.cpu' then '{"[\\"bench\\",\\"cpu_util_simple\\"]":' || round((random() * 100)::numeric, 1) || '}'
        else '{"[\\"bench\\",\\"net_throughput_sent\\"]":' || random() * 1e8
          || ',"[\\"bench\\",\\"net_throughput_recv\\"]":' || random() * 1e8 || '}' end
    from generate_series(1, ${reports}::int) n, (values ('system.cpu'), ('system.network')) groups (grp)
    order by n`.execute(master.db);
}

async function ask({ address, token }: BenchMaster, path: string): Promise<number> {
  const caller = new Caller(address, 1);
  try {
    return await median(9, async () => (await caller.send({ method: 'GET', path, token })).ms);
  } finally {
    caller.close();
  }
}
