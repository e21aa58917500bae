import { reportTrialMetricsRoute } from '@determined/contract/training/metrics-routes.ts';
import { encodeRequest } from '@determined/contract/wire/encode-request.ts';
import { chunkSize, encodeChunk, type MetricRow } from '@determined/master/training/metrics/encoding/metric-chunk.ts';
import { insertChunks } from '@determined/master/training/metrics/sealing/insert-chunks.ts';
import { makeStretches } from '@determined/master/training/metrics/sealing/make-stretches.ts';
import { ChunkPacker } from '@determined/master/training/metrics/sealing/pack-chunks.ts';
import { sql } from 'kysely';
import type { BenchMaster } from './figure.ts';
import { Caller } from './http-load.ts';
import { type RunningTrials, runId } from './running-trials.ts';

const group = 'validation';
/** So many curves are encoded; the other trials have copies of these. */
const different = 50;
/** What a trial reports last is its best value, and another one for each. */
const leastBefore = 0.2;

/** A loss of each trial, `points` long, all but its end put straight into sealed chunks: reporting them would take hours. */
export async function fillSealed(master: BenchMaster, running: RunningTrials, points: number): Promise<void> {
  const { db } = master;
  const ids = running.trials.map(({ trialId }) => trialId);
  const firstId = await reserveIds(master, points);
  const began = Date.now() - points * 1000;
  for (const trialId of ids.slice(0, different)) {
    const packer = new ChunkPacker();
    for (let from = 0; from + chunkSize < points; from += chunkSize) {
      const rows = Array.from({ length: chunkSize }, (_, at): MetricRow => {
        const steps = from + at + 1;
        const loss = Math.fround(leastBefore + 2.5 * Math.exp((-3 * steps) / points) + Math.random() * 0.1);
        const time = (began + steps * 1000) * 1000;
        return { id: firstId + steps, runId, steps, time, values: { loss }, batchMetrics: null };
      });
      packer.add({ trialId, group }, rows, await encodeChunk(rows));
    }
    const pack = packer.packed();
    await db.transaction().execute((tx) => insertChunks(tx, pack, pack.chunks));
  }
  await copyChunks(master, ids);
  for (const trialId of ids) await makeStretches(db, [{ trialId, group }]);
  const caller = new Caller(master.address, 8);
  try {
    await Promise.all(running.trials.map((trial) => caller.send(last(trial, points))));
  } finally {
    caller.close();
  }
  for (const table of [
    'metric_chunks',
    'metric_columns',
    'metric_stretches',
    'metric_stretch_columns',
    'trial_metrics',
  ])
    await sql`vacuum (analyze) ${sql.table(table)}`.execute(db);
  // What it still writes of all this is no part of what is measured next.
  await sql`checkpoint`.execute(db);
}

/** The same for every trial: they are told apart within one alone. */
async function reserveIds({ db }: BenchMaster, count: number): Promise<number> {
  const sequence = sql`pg_get_serial_sequence('metric_reports', 'id')`;
  const { rows } = await sql<{ first: number }>`
    select setval(${sequence}, nextval(${sequence}) + ${count}) - ${count} as first`.execute(db);
  return rows[0]?.first ?? 0;
}

/** Each trial behind the first ones gets the chunks of one of these. */
async function copyChunks({ db }: BenchMaster, ids: readonly number[]): Promise<void> {
  const kept = sql.raw(
    'group_name, first_id, last_id, row_count, min_steps, max_steps, min_run, first_time, last_time, axis, other_names',
  );
  for (let from = different; from < ids.length; from += different) {
    const copies = ids.slice(from, from + different);
    const of = sql`unnest(${copies}::int[], ${ids.slice(0, copies.length)}::int[]) as t (copy, source)`;
    await sql`insert into metric_chunks (trial_id, ${kept}) select t.copy, c.* from ${of}
      cross join lateral (select ${kept} from metric_chunks where trial_id = t.source) c`.execute(db);
    await sql`insert into metric_columns (chunk_id, name, data, rollup)
      select c.id, k.name, k.data, k.rollup from ${of} join metric_chunks s on s.trial_id = t.source
        join metric_columns k on k.chunk_id = s.id
        join metric_chunks c on c.trial_id = t.copy and c.first_id = s.first_id`.execute(db);
  }
}

function last({ trialId, token }: RunningTrials['trials'][number], steps: number) {
  const { path, body } = encodeRequest(reportTrialMetricsRoute, {
    metrics: {
      trialId,
      trialRunId: runId,
      stepsCompleted: steps,
      metrics: { avgMetrics: { loss: Math.fround(leastBefore * Math.random()) }, batchMetrics: [] },
    },
    group,
  });
  return { method: 'POST' as const, path, body, token };
}
