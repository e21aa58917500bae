import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Context } from '#platform/http/context.ts';
import { visible } from '../../../identity/roles/shared/visible.ts';
import { type Join, runsWith } from '../../columns/shared/column-tables.ts';
import { runConditions } from '../../columns/shared/run-conditions.ts';
import { readSearchFilter } from '../../columns/shared/search-filter.ts';
import { runIsGoing } from '../../deletion/shared/begin-run-deletion.ts';

/** Which runs, as a condition on `runsWith(search)`. */
export interface RunSearch {
  sql: RawBuilder<SqlBool>;
  joins: ReadonlySet<Join>;
  /** No field of a filter asks for anything. */
  empty: boolean;
  /** Selects how many they are. */
  counted: RawBuilder<unknown>;
}

interface Wanted {
  /** 0: of all projects. */
  projectId: number;
  /** JSON text. Facts: platform semantics 6.2. */
  filter: string | undefined;
}

/** The runs that a filter finds among those that the caller may see; those that are being deleted are not there any more. */
export function runSearch(ctx: Pick<Context, 'rights'>, { projectId, filter }: Wanted): RunSearch {
  const joins = new Set<Join>();
  const asked = filter === undefined ? undefined : readSearchFilter(filter, runConditions(joins));
  const hidden = asked?.showArchived === false;
  const ofExperiments = (project: 'e.project_id' | 'm.project_id') => [
    sql`e.state <> 'DELETING'`,
    visible('run', ctx, { project }),
    ...(projectId === 0 ? [] : [sql`${sql.ref(project)} = ${projectId}`]),
    ...(hidden ? [sql`not e.archived`] : []),
  ];
  const condition = asked?.condition;
  const leftOut: RawBuilder<SqlBool>[] = [runIsGoing, ...(hidden ? [sql<SqlBool>`t.archived`] : [])];
  const where = all([
    ...ofExperiments('m.project_id'),
    ...leftOut.map((run) => sql`not ${run}`),
    ...(condition ? [condition] : []),
  ]);
  return {
    sql: where,
    joins,
    empty: asked?.empty ?? true,
    counted: condition
      ? sql`select count(*) as total from ${runsWith({ joins })} where ${where}`
      : countedByExperiments(all(ofExperiments('e.project_id')), leftOut),
  };
}

const all = (conditions: readonly RawBuilder<unknown>[]) => sql<SqlBool>`(${sql.join(conditions, sql` and `)})`;

/**
 * Adds up what the experiments know, which an index holds, less the runs of theirs that are left out, by whatever reason:
 * no other run is looked at.
 */
function countedByExperiments(
  where: RawBuilder<SqlBool>,
  leftOut: readonly RawBuilder<SqlBool>[],
): RawBuilder<unknown> {
  const runs = sql`(select coalesce(sum(e.num_trials), 0) from experiments e where ${where})`;
  if (leftOut.length === 0) return sql`select ${runs} as total`;
  const out = leftOut.map(
    (run) => sql`select t.id from trials t join experiments e on e.id = t.experiment_id where ${run} and ${where}`,
  );
  return sql`select ${runs} - (select count(*) from (${sql.join(out, sql` union `)}) run) as total`;
}
