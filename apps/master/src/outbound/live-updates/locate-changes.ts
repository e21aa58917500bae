import type { Change } from '@determined/contract/staleness.ts';
import type { Db } from '#platform/db/database.ts';
import type { Master } from '#platform/master.ts';

/** Adds to changes the ids of what their things lie in. */
export type Locate = (changes: readonly Change[]) => Promise<readonly Change[]>;

/** From a kind of thing to what it lies in. */
interface Step {
  kind: 'task' | 'trial' | 'experiment' | 'project';
  within: 'trial' | 'experiment' | 'project' | 'workspace';
  find: (db: Db, ids: string[]) => Promise<{ id: number | string; within: number | null }[]>;
}

const steps: readonly Step[] = [
  {
    kind: 'task',
    within: 'trial',
    find: (db, ids) =>
      db
        .selectFrom('trial_tasks')
        .select(['task_id as id', 'trial_id as within'])
        .where('task_id', 'in', ids)
        .execute(),
  },
  {
    kind: 'trial',
    within: 'experiment',
    find: (db, ids) =>
      db.selectFrom('trials').select(['id', 'experiment_id as within']).where('id', 'in', ids.map(Number)).execute(),
  },
  {
    kind: 'experiment',
    within: 'project',
    find: (db, ids) =>
      db.selectFrom('experiments').select(['id', 'project_id as within']).where('id', 'in', ids.map(Number)).execute(),
  },
  {
    kind: 'project',
    within: 'workspace',
    find: (db, ids) =>
      db.selectFrom('projects').select(['id', 'workspace_id as within']).where('id', 'in', ids.map(Number)).execute(),
  },
];

/** Ids kept of a kind. */
const mostKept = 20_000;

/**
 * Places changes: task → trial → experiment → project → workspace. A change of a trial that knows its task only is left
 * out where that is no trial's. What things lie in is remembered and corrected by the changes themselves, so whoever
 * uses it has to pass all of them.
 */
export function locateChanges(master: Master): Locate {
  const known = new Map(steps.map(({ kind }) => [kind, new Map<string, number | null>()]));
  return async (changes) => {
    for (const { entity, of } of changes) {
      // Both may have moved.
      if (entity === 'experiment') known.get('experiment')?.delete(String(of?.experiment));
      if (entity === 'project') known.get('project')?.delete(String(of?.project));
    }
    let placed = changes;
    try {
      for (const step of steps) placed = await placeBy(master.db, step, known.get(step.kind) ?? new Map(), placed);
    } catch (error) {
      // A change that names less makes more answers stale, never fewer.
      master.log.warn({ err: error }, 'what has changed could not be placed');
    }
    return placed.filter(({ entity, of }) => entity !== 'trial' || of?.trial !== undefined);
  };
}

async function placeBy(
  db: Db,
  { kind, within, find }: Step,
  known: Map<string, number | null>,
  changes: readonly Change[],
): Promise<readonly Change[]> {
  const open = ({ of }: Change) => of?.[kind] !== undefined && of[within] === undefined;
  const asked = new Set(changes.filter(open).map(({ of }) => String(of?.[kind])));
  if (known.size > mostKept) known.clear();
  const missing = [...asked].filter((id) => !known.has(id));
  if (missing.length > 0) {
    for (const id of missing) known.set(id, null);
    for (const row of await find(db, missing)) known.set(String(row.id), row.within);
  }
  return changes.map((change) => {
    const found = open(change) ? known.get(String(change.of?.[kind])) : undefined;
    return found == null ? change : { ...change, of: { ...change.of, [within]: found } };
  });
}
