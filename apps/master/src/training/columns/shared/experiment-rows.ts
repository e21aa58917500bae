import { invalidArgument } from '@determined/contract/errors.ts';
import { maxColumnId, maxTableColumns } from '@determined/contract/training/column-facts.ts';
import {
  columnFacts,
  type ExperimentCells,
  type ExperimentTableRow,
} from '@determined/contract/training/experiment-columns.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';
import { unseen } from '#platform/db/unseen.ts';
import type { StoredExperimentState } from '../../life/shared/life-tables.ts';
import { experimentAllocationState, shownState } from '../../life/shared/shown-state.ts';
import { type Expression, experimentsWith, type Join, named } from './column-tables.ts';
import { type Cell, experimentCell } from './experiment-columns.ts';
import type { Found } from './search/list-search.ts';

/**
 * The columns that a call asks for: one text with commas, or a text each.
 * @throws InvalidArgument for a name that is no column's, and for too many.
 */
export function askedColumns(
  asked: string | readonly string[] | undefined,
  facts: (id: string) => unknown = columnFacts,
): string[] {
  const ids = [...new Set(typeof asked === 'string' ? asked.split(',') : asked)].filter((id) => id !== '');
  if (ids.length > maxTableColumns) throw invalidArgument(`columns: at most ${maxTableColumns} at once`);
  for (const id of ids) {
    if (id.length > maxColumnId) throw invalidArgument(`columns: a name has at most ${maxColumnId} characters`);
    if (!facts(id)) throw invalidArgument(`columns: unknown column ${id}`);
  }
  return ids;
}

interface Facts {
  id: number;
  name: string;
  state: StoredExperimentState;
  allocation_state: string | null;
  archived: boolean;
  parent_archived: boolean;
  unmanaged: boolean;
  owner_id: number;
  workspace_id: number;
}
const facts = named(
  sql`e.id, e.name, e.state, ${experimentAllocationState} as allocation_state, e.archived,
    (p.archived or w.archived) as parent_archived, e.unmanaged, e.owner_id, p.workspace_id`,
  'project',
  'workspace',
);

/** Of these, what the rules of actions ask. */
const ruling = [
  'state',
  'allocation_state',
  'archived',
  'parent_archived',
  'unmanaged',
  'owner_id',
  'workspace_id',
] as const satisfies (keyof Facts)[];

/** Where rows come from: their id, what each of them has, the tables that the parts of a statement name. */
interface RowSource {
  id: RawBuilder<unknown>;
  facts: Expression;
  from: (...parts: readonly { joins: Iterable<Join> }[]) => RawBuilder<unknown>;
  cell: (column: string) => Cell | undefined;
}

interface ReadRow<Facts> {
  facts: Facts;
  cells: Record<string, unknown>;
}

/** What these rows have, and the cells of the asked columns, and nothing more read; in the order of the ids. */
export async function readRows<Facts extends { id: number }>(
  db: Db,
  { id: rowId, facts, from, cell: cellOf }: RowSource,
  ids: readonly number[],
  columns: readonly string[],
): Promise<ReadRow<Facts>[]> {
  if (ids.length === 0) return [];
  const cells = columns.map((id) => ({ id, cell: cellOf(id) ?? 'fact' }));
  const selected = cells.flatMap(({ id, cell }) => (cell === 'fact' ? [] : [{ id, cell }]));
  const aliased = selected.map(({ cell }, at) => sql`, ${cell.select.sql} as ${sql.ref(`c${at}`)}`);
  const found = await sql<Facts & Record<string, unknown>>`select ${facts.sql} ${sql.join(aliased, sql``)}
      from ${from(facts, ...selected.map(({ cell }) => cell.select))}
      where ${rowId} = any(${unseen([...ids], 'int[]')})`.execute(db);
  const rows = new Map(found.rows.map((row) => [row.id, row]));
  const shown = await Promise.all(
    selected.map(async ({ id: column, cell }, at) => {
      const values = new Map(found.rows.map((row) => [row.id, row[`c${at}`]]));
      return { column, cell, values: 'read' in cell ? await cell.read(db, values) : values };
    }),
  );
  return ids.flatMap((id): ReadRow<Facts>[] => {
    const row = rows.get(id);
    if (!row) return [];
    const cellsOfRow = shown.map(({ column, cell, values }) => {
      const value = values.get(id) ?? null;
      return [column, 'shown' in cell && cell.shown ? cell.shown(value) : value];
    });
    return [{ facts: row, cells: Object.fromEntries(cellsOfRow) }];
  });
}

/** Of those alike in all that `by` names, the newest, and how many there are of them. */
export async function readAlike(
  db: Db,
  { id, facts, from }: Pick<RowSource, 'id' | 'facts' | 'from'>,
  by: readonly string[],
  { found, except }: Chosen,
): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; count: number }>`select max(id) as id, count(*)::int as count
    from (select ${facts.sql} from ${from(facts, found)} where ${found.where} and ${id} <> all(${[...except]}::int[])) row
    group by ${sql.join(by.map((name) => sql.ref(name)))} order by 1 desc`.execute(db);
  return new Map(rows.map((row) => [row.id, row.count]));
}

/** What was found, but for some. */
export interface Chosen {
  found: Found;
  except: readonly number[];
}

/** The chosen experiments, of those that no rule of an action tells apart one for all. */
export async function readAlikeExperiments(
  db: Db,
  chosen: Chosen,
): Promise<(ExperimentTableRow & { standsFor: number })[]> {
  const counts = await readAlike(db, { id: sql`e.id`, facts, from: experimentsWith }, ruling, chosen);
  const rows = await readExperimentRows(db, [...counts.keys()], []);
  return rows.map((row) => ({ ...row, standsFor: counts.get(row.id) ?? 0 }));
}

/** Rows of these experiments, in their order, with the cells of the asked columns. */
export async function readExperimentRows(
  db: Db,
  ids: readonly number[],
  columns: readonly string[],
): Promise<ExperimentTableRow[]> {
  const source = { id: sql`e.id`, facts, from: experimentsWith, cell: experimentCell };
  return (await readRows<Facts>(db, source, ids, columns)).map(({ facts: row, cells }) => ({
    id: row.id,
    name: row.name,
    state: shownState(row.state, row.allocation_state),
    archived: row.archived,
    parentArchived: row.parent_archived,
    unmanaged: row.unmanaged,
    userId: row.owner_id,
    workspaceId: row.workspace_id,
    // Each column's expression gives what its type says; a test holds every one of them to the contract.
    cells: cells as ExperimentCells,
  }));
}
