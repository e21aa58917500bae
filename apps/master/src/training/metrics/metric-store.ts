import { byName } from '@determined/contract/wire/by-name.ts';
import { sql } from 'kysely';
import type { Db, Tx } from '#platform/db/database.ts';
import { lockRows } from '#platform/db/lock-order.ts';
import { oneOf } from '#platform/db/one-of.ts';
import { takingTurns } from '#platform/turns.ts';
import { enterNames } from '../life/shared/experiment-names.ts';
import { encodeChunk, type MetricRow } from './encoding/metric-chunk.ts';
import { rowOfTail, rowsOfChunk } from './encoding/stored-rows.ts';
import { summaryFromJson, summaryText } from './metric-summary.ts';
import { readChunksAt } from './read-rows.ts';
import { insertColumns } from './sealing/insert-chunks.ts';
import { dropStretches } from './sealing/make-stretches.ts';
import { ChunkPacker } from './sealing/pack-chunks.ts';
import { lockMetrics } from './shared/lock-metrics.ts';
import type { MetricReport, SearcherMetric } from './shared/metric-report.ts';
import type { MetricValues } from './shared/metric-values.ts';
import { storedGroup } from './shared/system/system-groups.ts';
import type { GroupHead, Rollback, ShownValidation, TrialMetrics } from './trial-metrics.ts';

/** A trial whose metrics are locked until the transaction ends. */
export interface LockedTrial {
  id: number;
  experimentId: number;
  runId: number;
  version: number;
  hasCheckpoints: boolean;
  searcher: SearcherMetric;
  unmanaged: boolean;
  taskIds: string[];
}

/** Experiments before trials, always: whoever drives an experiment locks in that order too. */
export async function lockExperimentsOf(tx: Tx, trialIds: readonly number[]): Promise<void> {
  const trials = tx
    .selectFrom('trials')
    .select('experiment_id')
    .where('id', '=', (eb) => eb.fn.any(eb.val(trialIds)));
  const experiments = tx.selectFrom('experiments').select('id').where('id', 'in', trials).orderBy('id');
  await lockRows(tx, 'work', experiments, { key: 'id' });
}

/**
 * Locks the trials' metrics and reads the trials behind that, in a statement of its own: what was done meanwhile by whoever
 * held the lock (a first checkpoint, a report of a later run) is seen. The trials' own rows stay free for a pause.
 */
export async function lockTrials(tx: Tx, trialIds: readonly number[]): Promise<Map<number, LockedTrial>> {
  await lockMetrics(tx, trialIds);
  const found = await sql<{
    id: number;
    experiment_id: number;
    run_id: number;
    version: number;
    checkpoint_count: number;
    searcher_metric: string;
    smaller_is_better: boolean;
    unmanaged: boolean;
    task_ids: string[];
  }>`select t.id, t.experiment_id, t.run_id, m.version, t.checkpoint_count, e.searcher_metric, e.smaller_is_better,
       e.unmanaged, array(select k.task_id from trial_tasks k where k.trial_id = t.id) as task_ids
     from trial_metrics m join trials t on t.id = m.trial_id join experiments e on e.id = t.experiment_id
     where ${oneOf('m.trial_id', trialIds)}`.execute(tx);
  return new Map(
    found.rows.map((row) => [
      row.id,
      {
        id: row.id,
        experimentId: row.experiment_id,
        runId: row.run_id,
        version: row.version,
        hasCheckpoints: row.checkpoint_count > 0,
        searcher: { name: row.searcher_metric, smallerIsBetter: row.smaller_is_better },
        unmanaged: row.unmanaged,
        taskIds: row.task_ids,
      },
    ]),
  );
}

export async function loadMetrics(db: Db, trialIds: readonly number[]): Promise<Map<number, TrialMetrics>> {
  const rows = await db
    .selectFrom('trial_metrics')
    .select(['trial_id', 'summary_metrics', 'heads', 'total_batches', 'best_validation', 'latest_validation'])
    .select(['searcher_metric_value', 'searcher_metric_value_signed'])
    .where('trial_id', 'in', [...trialIds])
    .execute();
  return new Map(
    rows.map((row) => [
      row.trial_id,
      {
        // These columns hold what saveReports wrote.
        summary: summaryFromJson(row.summary_metrics as Record<string, Record<string, unknown>>),
        heads: new Map(
          Object.entries(row.heads).map(([group, [run, max, olderMax, last]]) => [group, { run, max, olderMax, last }]),
        ),
        totalBatches: row.total_batches,
        // Both columns are written from this type alone.
        best: row.best_validation as ShownValidation | null,
        bestValue: row.searcher_metric_value,
        bestSigned: row.searcher_metric_value_signed,
        latest: row.latest_validation as ShownValidation | null,
      },
    ]),
  );
}

/**
 * Writes new reports and what they made of each trial, in one statement: a round trip less for each transaction of a
 * training cluster's commonest write. `now` is when they came.
 */
export async function saveReports(
  tx: Tx,
  reports: readonly MetricReport[],
  states: ReadonlyMap<number, TrialMetrics>,
  now: string,
): Promise<void> {
  const pause = takingTurns();
  const text = (value: unknown) => (value === null ? null : JSON.stringify(value));
  const textByName = (value: unknown) => text(byName(value));
  // What may be large goes as one text: in an array each of its quotes would have to be escaped here.
  const list = (texts: readonly string[]) => `[${texts.join(',')}]`;
  const values: string[] = [];
  for (const report of reports) {
    values.push(JSON.stringify(report.values));
    await pause();
  }
  const all = [...states];
  const summaries: string[] = [];
  for (const [, state] of all) {
    summaries.push(await summaryText(state.summary, pause));
  }
  await sql`with stored as (
      insert into metric_reports (trial_id, group_name, run_id, steps, end_time, metrics, batch_metrics)
      select v.trial, v.grp, v.run, v.steps, v.at, v.metrics::text, v.batches
      from rows from (
        unnest(${reports.map((report) => report.trialId)}::int[], ${reports.map((report) => report.group)}::text[],
          ${reports.map((report) => report.runId)}::int[], ${reports.map((report) => report.steps)}::int[],
          ${reports.map((report) => report.time)}::timestamptz[]),
        json_array_elements(${list(values)}::json),
        unnest(${reports.map((report) => text(report.batchMetrics))}::text[]))
        with ordinality as v (trial, grp, run, steps, at, metrics, batches, place) order by v.place)
    update trial_metrics m set
      summary_metrics = v.summary, heads = v.heads::jsonb, version = m.version + 1,
      total_batches = v.total, best_validation = v.best::json, latest_validation = v.latest::json,
      searcher_metric_value = v.value, searcher_metric_value_signed = v.signed, reported_at = ${now}::timestamptz,
      in_ranges = false
    from rows from (
      unnest(${all.map(([id]) => id)}::int[]),
      json_array_elements(${list(summaries)}::json),
      unnest(${all.map(([, state]) => headsText(state.heads))}::text[],
        ${all.map(([, state]) => state.totalBatches)}::int[], ${all.map(([, state]) => textByName(state.best))}::text[],
        ${all.map(([, state]) => textByName(state.latest))}::text[],
        ${all.map(([, state]) => state.bestValue)}::float8[], ${all.map(([, state]) => state.bestSigned)}::float8[]))
      as v (id, summary, heads, total, best, latest, value, signed)
    where m.trial_id = v.id`.execute(tx);
}

/** The form in which they are stored, as JSON text. */
export function headsText(heads: ReadonlyMap<string, GroupHead>): string {
  return JSON.stringify(
    Object.fromEntries([...heads].map(([group, head]) => [group, [head.run, head.max, head.olderMax, head.last]])),
  );
}

/** A report about a machine, by columns. */
export type SystemReport = Omit<MetricReport, 'values' | 'batchMetrics'> & { columns: MetricValues };

/** Nothing sums these up. */
export async function insertSystemReports(tx: Tx, reports: readonly SystemReport[]): Promise<void> {
  await sql`insert into metric_reports (trial_id, group_name, run_id, steps, end_time, metrics)
    select v.trial, v.grp, v.run, v.steps, v.at, v.metrics
    from unnest(${reports.map((report) => report.trialId)}::int[],
      ${reports.map((report) => storedGroup(report.group))}::text[], ${reports.map((report) => report.runId)}::int[],
      ${reports.map((report) => report.steps)}::int[], ${reports.map((report) => report.time)}::timestamptz[],
      ${reports.map((report) => JSON.stringify(report.columns))}::text[])
      with ordinality as v (trial, grp, run, steps, at, metrics, place) order by v.place`.execute(tx);
}

/** A stored report and where it stands. */
export interface StoredReport {
  row: MetricRow;
  chunk: { id: number; rows: MetricRow[] } | null;
}

/** The report of a run at a step, in the tail or in a chunk; the trial's metrics must be locked. */
export async function findReport(
  tx: Tx,
  key: Pick<MetricReport, 'trialId' | 'group' | 'runId' | 'steps'>,
): Promise<StoredReport | undefined> {
  const tail = await tx
    .selectFrom('metric_reports')
    .select(['id', 'run_id', 'steps', 'end_time', 'metrics', 'batch_metrics'])
    .where('trial_id', '=', key.trialId)
    .where('group_name', '=', key.group)
    .where('run_id', '=', key.runId)
    .where('steps', '=', key.steps)
    .executeTakeFirst();
  if (tail) return { row: rowOfTail(tail), chunk: null };
  const pause = takingTurns();
  for (const chunk of await readChunksAt(tx, key.trialId, key.group, [key.steps])) {
    const rows = await rowsOfChunk(chunk, { pause });
    const row = rows.find((candidate) => candidate.runId === key.runId && candidate.steps === key.steps);
    if (row) return { row, chunk: { id: chunk.id, rows } };
  }
  return undefined;
}

/** Stores a report that was found and has been added to (`row` was changed in place). */
export async function rewriteReport(tx: Tx, { row, chunk }: StoredReport): Promise<void> {
  if (chunk === null) {
    await tx
      .updateTable('metric_reports')
      .set((eb) => ({
        metrics: JSON.stringify(row.values),
        batch_metrics: row.batchMetrics === null ? null : JSON.stringify(row.batchMetrics),
        edits: eb('edits', '+', 1),
      }))
      .where('id', '=', row.id)
      .execute();
    return;
  }
  const encoded = await encodeChunk(chunk.rows);
  await tx
    .updateTable('metric_chunks')
    .set((eb) => ({
      edits: eb('edits', '+', 1),
      other_names: encoded.otherNames,
      others: bytes(encoded.others),
      batches: bytes(encoded.batches),
    }))
    .where('id', '=', chunk.id)
    .execute();
  await dropStretches(tx, chunk.id);
  await tx.deleteFrom('metric_columns').where('chunk_id', '=', chunk.id).execute();
  const packer = new ChunkPacker();
  const columns = packer.addColumns(encoded);
  await insertColumns(tx, packer.packed().bytes, [{ chunkId: chunk.id, columns }]);
}

function bytes(value: Uint8Array | null): Buffer | null {
  return value === null ? null : Buffer.from(value);
}

export async function insertRollbacks(tx: Tx, trialId: number, marks: readonly Rollback[]): Promise<void> {
  await tx
    .insertInto('metric_rollbacks')
    .values(
      marks.map((mark) => ({ trial_id: trialId, run_id: mark.runId, steps: mark.steps, partition: mark.partition })),
    )
    .execute();
}

/** What was read of these trials' curves is to be read anew. */
export async function countResets(tx: Tx, trialIds: readonly number[]): Promise<void> {
  await tx
    .insertInto('metric_resets')
    .values(trialIds.map((trial_id) => ({ trial_id, count: 1 })))
    .onConflict((row) => row.column('trial_id').doUpdateSet({ count: sql`metric_resets.count + 1` }))
    .execute();
}

export interface NamedMetric {
  experimentId: number;
  group: string;
  name: string;
  type: string;
}

export async function insertNames(tx: Tx, names: readonly NamedMetric[]): Promise<void> {
  await enterNames(
    tx,
    names.map((name) => ({ ...name, source: 'metric' })),
  );
}

export function nameKey(metric: NamedMetric): string {
  // Checked names hold no NUL.
  return `${metric.experimentId}\0${metric.group}\0${metric.name}\0${metric.type}`;
}
