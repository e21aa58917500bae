import { type SqlBool, sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import { boundedSearch } from '#platform/http/bounded-search.ts';
import type { Context } from '#platform/http/context.ts';
import { visible } from '../../identity/roles/shared/visible.ts';
import type { Moves } from '../column-store/shared/moves/moves-with.ts';
import { metricColumn, sampledColumn, settingColumn } from '../column-store/shared/packed-columns.ts';
import { experimentsWith, type Join } from '../columns/shared/column-tables.ts';
import { experimentConditions } from '../columns/shared/experiment-conditions.ts';
import { findWhere, type ListSearch } from '../columns/shared/search/list-search.ts';
import { findPackedMoves } from '../columns/shared/search/packed-figures.ts';
import { runSearch } from '../columns/shared/search/run-search.ts';
import { readSearchFilter } from '../columns/shared/search-filter.ts';
import type { PathValues } from './compared-paths.ts';

/** What the table shows that the records were chosen from. */
export interface View {
  of: 'experiment' | 'run';
  projectId: number;
  filter: string | undefined;
  archived: boolean;
}

export interface Metric {
  group: string;
  name: string;
  smallerIsBetter: boolean;
}

export interface Moving {
  /** In the view. */
  runs: number;
  /** By path. */
  moves: ReadonlyMap<PathValues, Moves | null>;
}

/** How what stands at each path goes with a metric's best value, over the runs of a view that the caller may see. */
export const readMoves = (ctx: Context, view: View, metric: Metric, paths: readonly PathValues[]): Promise<Moving> =>
  boundedSearch(ctx, async (tx) => {
    const search = await runsOf(ctx, tx, view);
    const given = paths.filter(({ part }) => part === 'hyperparameter');
    const configured = paths.filter(({ part }) => part === 'setting' || part === 'environment');
    const best = metricColumn({ ...metric, part: metric.smallerIsBetter ? 'min' : 'max' });
    const found = await findPackedMoves(ctx, tx, search, best, {
      ofRuns: given.map(({ path }) => sampledColumn(path.split('.'))),
      ofExperiments: configured.map((path) => settingColumn(placeOf(path))),
    });
    return {
      runs: found.rows,
      moves: new Map([
        ...given.map((path, at) => [path, found.ofRuns[at] ?? null] as const),
        ...configured.map((path, at) => [path, found.ofExperiments[at] ?? null] as const),
      ]),
    };
  });

/** In the configuration. */
const placeOf = ({ part, path }: PathValues) => [
  ...(part === 'environment' ? ['environment'] : []),
  ...path.split('.'),
];

/** The runs that a table shows, or all of the experiments that it does. */
async function runsOf(ctx: Context, tx: Tx, view: View): Promise<ListSearch> {
  const { of, projectId, filter, archived } = view;
  if (of === 'run') return runSearch(ctx, { projectId, filter, archived });
  const experiments = experimentSearch(ctx, view);
  const { joins, where } = await findWhere(ctx, tx, experiments);
  const ofThem = sql<SqlBool>`m.experiment_id in (select e.id from ${experimentsWith({ joins })} where ${where})`;
  return { ...runSearch(ctx, { projectId, filter: undefined, archived: true }), filter: { kind: 'sql', sql: ofThem } };
}

function experimentSearch(ctx: Context, { projectId, filter, archived }: View): ListSearch {
  const joins = new Set<Join>();
  const leftOut = archived ? sql<SqlBool>`false` : sql<SqlBool>`e.archived`;
  const inProject = sql<SqlBool>`e.project_id = ${projectId}`;
  return {
    of: 'experiment',
    projectId,
    filter: filter === undefined ? { kind: 'all' } : readSearchFilter(filter, experimentConditions(joins)).condition,
    joins,
    shown: sql<SqlBool>`(${inProject} and e.state <> 'DELETING' and not ${leftOut}
      and ${visible('experiment', ctx, { project: 'e.project_id' })})`,
    hidden: sql`select e.id from experiments e where ${inProject} and (e.state = 'DELETING' or ${leftOut})`,
    order: [],
  };
}
