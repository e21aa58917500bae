import { type SqlBool, sql } from 'kysely';

/** The trial `t` is on its way out, or hidden until then: nothing shows it any more. */
export const runIsGoing = sql<SqlBool>`exists (
  select 1 from run_deletions d where d.trial_id = t.id and d.error is null)`;
