import { invalidArgument } from '@determined/contract/errors.ts';
import { isExperimentColumn } from '@determined/contract/training/experiment-columns.ts';
import { isRunColumn, runPath } from '@determined/contract/training/run-columns.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { CountedText, Typed } from '../../../column-store/shared/find-values.ts';
import { experimentsWith, type Join, runIdsWith } from '../column-tables.ts';
import { experimentColumn } from '../experiment-columns.ts';
import { experimentConditions } from '../experiment-conditions.ts';
import { runColumn } from '../run-columns.ts';
import { runConditions } from '../run-conditions.ts';
import type { FilterField } from '../search-filter.ts';
import { findIds, type ListSearch } from './list-search.ts';
import { findPackedValues } from './packed-figures.ts';
import { type Searcher, scopeOf } from './read-query.ts';

/** As a filter names it. */
export type NamedColumn = Pick<FilterField, 'column' | 'location'>;

/** The commonest texts that a column has in the rows of a list. Throws InvalidArgument where it is no column of texts. */
export async function findColumnValues(
  ctx: Searcher,
  tx: Tx,
  search: ListSearch,
  asked: NamedColumn,
  typed: Typed,
): Promise<CountedText[]> {
  const conditions = search.of === 'run' ? runConditions(new Set<Join>()) : experimentConditions(new Set<Join>());
  // What a condition on it means says where its values are; and whether there is such a column.
  const meaning = conditions({ ...asked, type: 'COLUMN_TYPE_TEXT', operator: 'notEmpty', value: null });
  const ofOthers = search.of === 'run' && meaning?.kind === 'cells' && meaning.column.source === 'configured';
  if (meaning?.kind === 'cells' && !ofOthers) return findPackedValues(ctx, tx, search, meaning, typed);
  const source = meaning?.kind === 'sql' ? sourceOf(search, asked) : undefined;
  if (!source) throw invalidArgument(`${asked.column} is not a column of texts`);
  const { id } = source;
  const chosen = search.filter.kind !== 'all' && (await findIds(ctx, tx, search));
  // Of the rows there are, those that are not shown: what is shown would be asked of each, in tables that are looked at for nothing else.
  const shown = sql`${scopeOf(ctx, search)(source.project)} and not exists (
    select from (${search.hidden}) hidden where hidden.id = ${id})`;
  const found = await sql<Omit<CountedText, 'whole'>>`select value, count(*)::int as count from (
      select ${source.value} as value from ${source.from}
      where ${shown} and ${source.where} and ${chosen ? sql`${id} = any(${`{${chosen}}`}::int[])` : sql`true`}) found
    where value <> '' and length(value) <= ${typed.longest} group by value
    having ${typed.part === '' ? sql`true` : has(sql`value`, typed.part)}
    order by count desc, value limit ${typed.most}`.execute(tx);
  return found.rows.map((text) => ({ ...text, whole: source.whole }));
}

const lower = (text: RawBuilder<unknown>) => sql`lower(${text} collate "und-x-icu")`;
const has = (text: RawBuilder<unknown>, part: string) => sql`strpos(${lower(text)}, ${lower(sql`${part}::text`)}) > 0`;

interface Source {
  value: RawBuilder<unknown>;
  from: RawBuilder<unknown>;
  where: RawBuilder<unknown>;
  /** Of a row, and the name of the column with its project. */
  id: RawBuilder<unknown>;
  project: string;
  /** A row has no more than one. */
  whole: boolean;
}

/** Undefined where there are no texts. */
function sourceOf({ of }: ListSearch, { column: name, location }: NamedColumn): Source | undefined {
  if (location === 'LOCATION_TYPE_RUN_METADATA') {
    const key = runPath.metadata(name).join('.');
    // A text that is a date is no text.
    const where = sql`d.key = ${key} and d.kind = 'T' and jsonb_typeof(d.value) = 'string' and d.time is null`;
    const [from, id] = [sql`run_metadata d`, sql`d.trial_id`];
    return { value: sql`d.value #>> '{}'`, from, where, id, project: 'd.project_id', whole: true };
  }
  const ofRun = location === 'LOCATION_TYPE_RUN' && isRunColumn(name);
  const column = ofRun ? runColumn(name) : isExperimentColumn(name) ? experimentColumn(name) : undefined;
  if (column?.kind !== 'text') return undefined;
  const tables = of === 'run' ? runIdsWith(column.value) : experimentsWith(column.value);
  const rows =
    of === 'run'
      ? { id: sql`m.trial_id`, project: 'm.project_id', whole: true }
      : { id: sql`e.id`, project: 'e.project_id', whole: true };
  switch (name) {
    case 'tags': {
      // Each of the list that the column has is a value.
      const tags = sql`${tables} cross join lateral jsonb_array_elements_text(e.labels) tag (label)`;
      return { ...rows, value: sql`tag.label`, from: tags, where: sql`e.labels <> '[]'`, whole: false };
    }
    case 'description':
    case 'experimentDescription':
      // As stored beside the configuration, which would have to be unpacked.
      return { ...rows, value: sql`e.description`, from: tables, where: sql`true` };
    default:
      return { ...rows, value: column.value.sql, from: tables, where: sql`true` };
  }
}
