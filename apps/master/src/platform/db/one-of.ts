import { type SqlBool, sql } from 'kysely';

/**
 * The condition that a column is one of these numbers. A single one is compared by `=`: of a list PostgreSQL does not know how long it
 * is, and so plans the prepared statement anew each time, which costs more than running it.
 */
export const oneOf = (column: string, ids: readonly number[]) =>
  ids.length === 1
    ? sql<SqlBool>`${sql.ref(column)} = ${ids[0]}::int`
    : sql<SqlBool>`${sql.ref(column)} = any(${ids}::int[])`;
