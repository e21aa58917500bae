import { type RawBuilder, sql } from 'kysely';

/**
 * A parameter that the planner does not look at. What is prepared keeps one plan for any value then; else PostgreSQL plans
 * anew each time as long as the very value promises a cheaper plan, and planning some statements costs as much as running them.
 */
export function unseen<T>(value: T, type: 'int[]' | 'text[]' | 'timestamptz'): RawBuilder<T> {
  // With the cast behind it, `any` takes it for an array and not for rows.
  return sql<T>`(select ${value}::${sql.raw(type)})::${sql.raw(type)}`;
}
