import { type RawBuilder, sql } from 'kysely';

/** A table that a column may come from, besides `experiments e`; in the order in which they are joined. */
const joins = {
  job: sql`join jobs j on j.id = e.job_id`,
  owner: sql`left join users u on u.id = e.owner_id`,
  // Users are put in order once, not compared by name for every experiment.
  ownerPlaces: sql`left join (select id, rank() over (order by
    coalesce(nullif(display_name, ''), username) collate "und-x-icu") as place from users) owner_places
    on owner_places.id = e.owner_id`,
  project: sql`left join projects p on p.id = e.project_id`,
  workspace: sql`left join workspaces w on w.id = p.workspace_id`,
  bestTrial: sql`left join trials b on b.id = e.best_trial_id`,
  // Unpacked once a row, however many of them are asked for; `offset 0` keeps it from being written out for each.
  hyperparameters: sql`left join lateral
    (select e.config -> 'hyperparameters' as space offset 0) h on true`,
  bestMetrics: sql`left join trial_metrics m on m.trial_id = e.best_trial_id`,
};
export type Join = keyof typeof joins;

/** A part of a statement about experiments or runs, with the tables it names besides. */
export interface Expression {
  sql: RawBuilder<unknown>;
  joins: readonly Join[];
  /** Of runs: all that it names is `t`, or all that it names is `e` and what is joined to that. */
  alone?: Alone;
}

/** A table that a part of a statement about runs can be asked of by itself. */
export type Alone = 'trials' | 'experiments';

export function named(part: RawBuilder<unknown>, ...joined: Join[]): Expression {
  return { sql: part, joins: joined };
}

export const ofTrials = (part: RawBuilder<unknown>): Expression => ({ sql: part, joins: [], alone: 'trials' });

export function ofExperiments(part: RawBuilder<unknown>, ...joined: Join[]): Expression {
  return { sql: part, joins: joined, alone: 'experiments' };
}

/** `experiments e` with what the parts of a statement name, each joined once. */
export function experimentsWith(...parts: readonly { joins: Iterable<Join> }[]): RawBuilder<unknown> {
  return joinedTo(sql`experiments e`, parts);
}

/** Runs, `trials t`, each with its metrics `m` and its experiment `e`, and what the parts of a statement name. */
export function runsWith(...parts: readonly { joins: Iterable<Join> }[]): RawBuilder<unknown> {
  const runs = sql`trial_metrics m join trials t on t.id = m.trial_id join experiments e on e.id = m.experiment_id`;
  return joinedTo(runs, parts);
}

/**
 * The same, for statements about many runs by their ids, `m.trial_id`: each run has its row in either table, and as an outer
 * join a table that nothing names is not looked at.
 */
export function runIdsWith(...parts: readonly { joins: Iterable<Join> }[]): RawBuilder<unknown> {
  const runs = sql`trial_metrics m left join trials t on t.id = m.trial_id left join experiments e on e.id = m.experiment_id`;
  return joinedTo(runs, parts);
}

/** Counts of experiments by what these have in common with them (project, owner, archived), under the same name. */
export function countsWith(...parts: readonly { joins: Iterable<Join> }[]): RawBuilder<unknown> {
  return joinedTo(sql`experiment_counts e`, parts);
}

function joinedTo(table: RawBuilder<unknown>, parts: readonly { joins: Iterable<Join> }[]): RawBuilder<unknown> {
  const needed = new Set(parts.flatMap((part) => [...part.joins]));
  // The keys are those of the object itself.
  const inOrder = (Object.keys(joins) as Join[]).filter((name) => needed.has(name)).map((name) => joins[name]);
  return sql.join([table, ...inOrder], sql` `);
}
