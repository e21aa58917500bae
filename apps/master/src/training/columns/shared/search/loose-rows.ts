import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import {
  type Cell,
  configuredCell,
  metricCell,
  type PackedColumn,
  sampledCell,
  settingCell,
} from '../../../column-store/shared/cells.ts';
import type { Listed, PackedQuery } from '../../../column-store/shared/packed-query.ts';

type InScope = (project: string) => RawBuilder<SqlBool>;

/** What no block has as it is now, read from its own rows: what goes on, what changed, and what has not been packed yet. */
export async function readLoose(
  tx: Tx,
  of: Listed,
  columns: readonly PackedColumn[],
  inScope: InScope,
): Promise<PackedQuery['loose']> {
  // The parts of a metric stand together.
  const metrics = [...new Set(columns.filter(({ source }) => source === 'metric').map(metricKey))];
  const selected = metrics.map((key, at) => {
    // Made by `metricKey`.
    const [group, name] = JSON.parse(key) as [string, string];
    return sql`, m.summary_metrics -> ${group}::text -> ${name}::text as ${sql.ref(`m${at}`)}`;
  });
  const has = (source: PackedColumn['source']) => columns.some((column) => column.source === source);
  const given = has('sampled') ? sql`, t.hparams as given` : sql``;
  const configured = has('configured') ? sql`, e.config -> 'hyperparameters' as given` : sql``;
  const paths = columns.flatMap(({ source, path }) => (source === 'setting' ? [path] : []));
  const said = paths.map((path) => sql`s.settings #> ${[...path]}::text[]`);
  const settings = paths.length > 0 ? sql`, to_jsonb(array[${sql.join(said)}]) as settings` : sql``;
  // Unpacked once a row, however many paths there are.
  const unpacked =
    paths.length > 0 ? sql`, lateral (select e.config - 'hyperparameters' as settings offset 0) s` : sql``;
  const rows =
    of === 'run'
      ? sql`select m.trial_id as id, m.experiment_id as experiment ${given} ${sql.join(selected, sql``)}
          from trial_metrics m join trials t on t.id = m.trial_id where not m.packed and ${inScope('m.project_id')}`
      : sql`select e.id ${configured} ${settings} ${sql.join(selected, sql``)} from (
          select e.id from experiments e where not e.packed and ${inScope('e.project_id')}
          union select e.id from trial_metrics m join experiments e on e.id = m.experiment_id and e.best_trial_id = m.trial_id
            where not m.packed and ${inScope('m.project_id')}) loose
          join experiments e on e.id = loose.id left join trial_metrics m on m.trial_id = e.best_trial_id ${unpacked}`;
  const found = await sql<
    { id: number; experiment?: number; given?: unknown; settings?: unknown[] } & Record<`m${number}`, unknown>
  >`${rows}`.execute(tx);
  const cells = columns.map((column) => {
    const { source, path } = column;
    const place = metrics.indexOf(metricKey(column));
    return found.rows.map((row): Cell => {
      if (source === 'metric') return metricCell(row[`m${place}`], path[2] ?? '');
      if (source === 'setting') return settingCell(row.settings?.[paths.indexOf(path)]);
      return source === 'sampled' ? sampledCell(row.given, path) : configuredCell(row.given, path);
    });
  });
  return {
    ids: Int32Array.from(found.rows, ({ id }) => id),
    experiments: Int32Array.from(found.rows.flatMap(({ experiment }) => experiment ?? [])),
    cells,
  };
}

const metricKey = ({ path }: PackedColumn) => JSON.stringify(path.slice(0, 2));
