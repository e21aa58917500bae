import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DatabaseConnection } from '#platform/db/connect.ts';
import type { Db } from '#platform/db/database.ts';
import { startTestDatabase } from '#platform/db/testing/test-database.ts';
import { readProjects } from '../../organisation/projects/project-view.ts';

let connection: DatabaseConnection;
let db: Db;
let drop: () => Promise<void>;
let projects: number[];
beforeAll(async () => {
  const database = await startTestDatabase();
  connection = await database.connect();
  db = connection.db;
  drop = () => database.drop();
  const { workspace_id, user_id } = await db.selectFrom('projects').selectAll().limit(1).executeTakeFirstOrThrow();
  const made = await db
    .insertInto('projects')
    .values(['one', 'two', 'three'].map((name) => ({ name, key: name.toUpperCase(), workspace_id, user_id })))
    .returning('id')
    .execute();
  projects = made.map(({ id }) => id);
});
afterAll(async () => {
  await connection.close();
  await drop();
});

let jobs = 0;
async function anExperiment(project_id: number, day: number): Promise<number> {
  jobs += 1;
  const { rows } = await sql<{ id: number }>`with j as (
      insert into jobs (id, kind, owner_id, submitted_at, pool, preemptible, single_agent)
      select 'counted-' || ${jobs}::int, 'EXPERIMENT', id, now(), 'default', true, false from users where username = 'admin'
      returning id, owner_id)
    insert into experiments (job_id, owner_id, project_id, state, config, original_config, name, searcher_type,
      searcher_metric, smaller_is_better, slots_per_trial, max_restarts, start_time)
    select id, owner_id, ${project_id}, 'PAUSED', '{}', '', 'counted', 'single', 'loss', true, 0, 0,
      '2026-01-01T00:00:00Z'::timestamptz + ${day}::int * interval '1 day' from j returning id`.execute(db);
  return rows[0]?.id ?? 0;
}

const change = (of: Db, id: number, values: { state?: string; num_trials?: number; project_id?: number }) =>
  // States are those of the test's own.
  of
    .updateTable('experiments')
    .set(values as never)
    .where('id', '=', id)
    .execute();

/** What the experiments themselves come to. */
async function counted(ids: readonly number[]) {
  const { rows } = await sql<Record<'id' | 'experiments' | 'active' | 'runs', number> & { last: string | null }>`
    select p.id, count(e.id)::int as experiments, (count(*) filter (where e.state = 'ACTIVE'))::int as active,
      coalesce(sum(e.num_trials), 0)::int as runs, max(e.start_time) as last
    from unnest(${ids}::int[]) p (id) left join experiments e on e.project_id = p.id and e.state <> 'DELETING'
    group by 1 order by 1`.execute(db);
  return rows;
}

const shown = async (ids: readonly number[]) =>
  (await readProjects(db, ids)).map((project) => ({
    id: project.id,
    experiments: project.numExperiments,
    active: project.numActiveExperiments,
    runs: project.numRuns,
    last: project.lastExperimentStartedAt,
  }));

test('a project counts what its experiments come to, whatever becomes of them, many at once', async () => {
  const states = ['PAUSED', 'ACTIVE', 'COMPLETED', 'DELETING', 'DELETE_FAILED'];
  let state = 3;
  const draw = (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  const all = await Promise.all(Array.from({ length: 30 }, (_, n) => anExperiment(projects[n % 3] ?? 0, n)));
  for (let round = 0; round < 12; round += 1) {
    await Promise.all(
      all.map((id) => {
        const to = draw(4);
        if (to === 0) return change(db, id, { state: states[draw(states.length)] });
        if (to === 1) return change(db, id, { project_id: projects[draw(3)] });
        return change(db, id, { num_trials: draw(50) });
      }),
    );
    const [gone] = all.splice(draw(all.length), 1);
    await db
      .deleteFrom('experiments')
      .where('id', '=', gone ?? 0)
      .execute();
    expect(await shown(projects)).toEqual(await counted(projects));
  }
  // A project that all have left.
  for (const id of all) await change(db, id, { project_id: projects[0] });
  expect(await shown(projects)).toEqual(await counted(projects));
});

test('who makes runs of one experiment waits for nobody who makes those of another', async () => {
  const project = projects[1] ?? 0;
  const [one, two] = [await anExperiment(project, 1), await anExperiment(project, 2)];
  const before = (await counted([project]))[0]?.runs ?? 0;
  await db.transaction().execute(async (first) => {
    await change(first, one, { num_trials: 3 });
    await db.transaction().execute(async (second) => {
      await sql`set local lock_timeout = '5s'`.execute(second);
      await change(second, two, { num_trials: 4 });
    });
    expect((await shown([project]))[0]?.runs).toBe(before + 4);
  });
  expect((await shown([project]))[0]?.runs).toBe(before + 7);
});
