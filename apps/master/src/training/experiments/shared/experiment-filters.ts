import type { ExperimentState } from '@determined/contract/tasks/tasks-messages-generated.ts';
import type { Int32FieldFilter } from '@determined/contract/training/training-messages-generated.ts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Join } from '../../columns/shared/column-tables.ts';
import { storedStates } from '../../life/shared/shown-state.ts';

export interface ExperimentFilters {
  description?: string;
  name?: string;
  labels?: readonly string[];
  archived?: boolean | null;
  states?: readonly ExperimentState[];
  usernames?: readonly string[];
  userIds?: readonly number[];
  projectId?: number;
  ids?: Int32FieldFilter | null;
  excludedIds?: readonly number[];
}

export interface ExperimentCondition {
  sql: RawBuilder<SqlBool>;
  joins: readonly Join[];
  /** It asks for nothing but project, owner and archived, by which experiments are counted. */
  counted: boolean;
}

/** The filters as one condition. */
export function experimentCondition(filters: ExperimentFilters): ExperimentCondition {
  const { description, name, labels, archived, states, usernames, userIds, projectId, ids, excludedIds } = filters;
  const all: RawBuilder<SqlBool>[] = [sql`true`];
  const joins: Join[] = [];
  if (description) all.push(sql`e.description ilike ${`%${description}%`}`);
  if (name) all.push(sql`e.name ilike ${`%${name}%`}`);
  if (labels?.length) all.push(sql`e.labels @> ${JSON.stringify(labels)}::jsonb`);
  if (archived !== null && archived !== undefined) all.push(sql`e.archived = ${archived}`);
  // What lies in an archived place is put away, too, unless that place is asked for.
  if (archived === false && !projectId) {
    joins.push('project', 'workspace');
    all.push(sql`not p.archived and not w.archived`);
  }
  if (states?.length) all.push(sql`e.state = any(${storedStates(states)})`);
  if (usernames?.length) {
    joins.push('owner');
    all.push(sql`u.username = any(${[...usernames]})`);
  }
  if (userIds?.length) all.push(sql`e.owner_id = any(${[...userIds]}::int[])`);
  if (projectId) all.push(sql`e.project_id = ${projectId}`);
  if (excludedIds?.length) all.push(sql`e.id <> all(${[...excludedIds]}::int[])`);
  if (ids) {
    if (ids.gt !== undefined) all.push(sql`e.id > ${ids.gt}`);
    if (ids.gte !== undefined) all.push(sql`e.id >= ${ids.gte}`);
    if (ids.lt !== undefined) all.push(sql`e.id < ${ids.lt}`);
    if (ids.lte !== undefined) all.push(sql`e.id <= ${ids.lte}`);
    if (ids.incl.length > 0) all.push(sql`e.id = any(${ids.incl}::int[])`);
    if (ids.notIn.length > 0) all.push(sql`e.id <> all(${ids.notIn}::int[])`);
  }
  const counted = !(description || name || labels?.length || states?.length || excludedIds?.length || ids);
  return { sql: sql<SqlBool>`(${sql.join(all, sql` and `)})`, joins, counted };
}
