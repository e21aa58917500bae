import { loginRoute } from '@determined/contract/identity/auth-routes.ts';
import { assignRolesRoute } from '@determined/contract/identity/roles-routes.ts';
import { postUserRoute } from '@determined/contract/identity/users-routes.ts';
import { sql } from 'kysely';
import { startBenchMaster } from './bench-master.ts';
import { makeProject } from './experiment-lists.ts';
import type { Bench, BenchMaster, Figure } from './figure.ts';
import { Caller } from './http-load.ts';
import { processorTime } from './processor.ts';

const users = 5_000;
const groups = 500;
const workspaces = 2_000;
const experiments = 10_000;
const turns = 5;
const [viewer, password] = [4, 'Bench-Passw0rd'];

/** What roles cost: asking for a permission, and a page of what one may see. */
export const permissions: Bench = {
  name: 'permissions',
  measure: async ({ note, profile }) => {
    const master = await startBenchMaster({ DET_SLOTS: '0', DET_SECURITY_AUTHZ_TYPE: 'rbac' }, profile);
    try {
      note(`${users} users, ${groups} groups, ${workspaces} workspaces, ${experiments} experiments`);
      const place = await makeCluster(master);
      const member = await makeMember(master);
      return await figuresOf(master, { ...place, member });
    } finally {
      await master.stop();
    }
  },
};

interface Place {
  workspace: number;
  project: number;
}

async function makeCluster(master: BenchMaster): Promise<Place> {
  const { db } = master;
  const project = await makeProject(master, experiments);
  await sql`insert into users (username) select 'bench-' || g from generate_series(1, ${users}::int) g`.execute(db);
  await sql`insert into groups (name) select 'bench-' || g from generate_series(1, ${groups}::int) g`.execute(db);
  await sql`insert into group_members (group_id, user_id) select distinct g.id, u.id from users u
    join groups g on g.id % ${groups}::int in (u.id % ${groups}::int, u.id * 7 % ${groups}::int)`.execute(db);
  await sql`insert into workspaces (name, user_id) select 'bench-' || g, 1 from generate_series(1, ${workspaces}::int) g`.execute(
    db,
  );
  await sql`insert into projects (workspace_id, name, key, user_id) select id, 'measured', 'M' || id, 1 from workspaces
    where name like 'bench-%'`.execute(db);
  // Each group looks at every second workspace with a role of its own.
  await sql`insert into role_assignments (role_id, group_id, workspace_id)
    select case g.id % 2 when 0 then 4 else 5 end, g.id, w.id from groups g, workspaces w
    where w.name like 'bench-%' and g.id % 20 = w.id % 20`.execute(db);
  await sql`update experiments e set project_id = p.id from projects p
    where e.project_id = ${project} and p.name = 'measured'
      and p.id = (select min(id) from projects where name = 'measured') + e.id % ${workspaces}::int`.execute(db);
  await sql`vacuum (analyze)`.execute(db);
  const found = await db
    .selectFrom('projects')
    .select(['id', 'workspace_id'])
    .where('name', '=', 'measured')
    .orderBy('id')
    .executeTakeFirstOrThrow();
  return { project: found.id, workspace: found.workspace_id };
}

/** Somebody with a role on half of the workspaces, through a group, and no other. */
async function makeMember({ client, db }: BenchMaster): Promise<string> {
  const { user } = await client.call(postUserRoute, { user: { username: 'bench-member', active: true }, password });
  const userId = user?.id ?? 0;
  await client.call(assignRolesRoute, {
    userRoleAssignments: [{ userId, roleAssignment: { role: { roleId: viewer }, scopeWorkspaceId: 1 } }],
  } as never);
  await sql`insert into groups (name) values ('bench-member')`.execute(db);
  await sql`insert into group_members (group_id, user_id) select id, ${userId} from groups where name = 'bench-member'`.execute(
    db,
  );
  await sql`insert into role_assignments (role_id, group_id, workspace_id) select 4, g.id, w.id from groups g, workspaces w
    where g.name = 'bench-member' and w.name like 'bench-%' and w.id % 2 = 0`.execute(db);
  await sql`insert into role_assignments (role_id, user_id, workspace_id) select 4, ${userId}, min(workspace_id)
    from projects where name = 'measured' having min(workspace_id) % 2 = 1`.execute(db);
  return (await client.call(loginRoute, { username: 'bench-member', password })).token;
}

async function figuresOf(master: BenchMaster, { workspace, member }: Place & { member: string }): Promise<Figure[]> {
  const caller = new Caller(master.address, 1);
  /** Of each caller, in turns: a process gets faster while it is measured. */
  const of = async (path: string, tokens: readonly string[], calls: number) => {
    const sums = tokens.map(() => 0);
    for (let turn = 0; turn <= turns; turn += 1) {
      for (const [at, token] of tokens.entries()) {
        const before = await processorTime(master);
        for (let i = 0; i < calls; i += 1) await caller.send({ method: 'GET', path, token });
        const now = await processorTime(master);
        const needed = now.master + now.database - before.master - before.database;
        // The first turn warms.
        if (turn > 0) sums[at] = (sums[at] ?? 0) + needed;
      }
    }
    return sums.map((seconds) => (seconds * 1000) / (turns * calls));
  };
  try {
    const [bare = 0] = await of('/api/v1/users/setting', [master.token], 400);
    // The same call with a check that has to find the workspace, and one that need not.
    const [checked = 0, free = 0] = await of(`/api/v1/workspaces/${workspace}`, [member, master.token], 400);
    const page = '/api/v1/experiments?limit=80&sortBy=SORT_BY_ID&orderBy=ORDER_BY_DESC';
    const [some = 0, all = 0] = await of(page, [member, master.token], 40);
    return [
      {
        what: 'Checking a permission of a member of 1,000 workspaces',
        value: Math.max(0, checked - free),
        unit: 'ms',
        aim: { atMost: 0.2 },
        baseline: { what: "the whole of reading one's settings", value: bare },
      },
      {
        what: 'Page of 80 of 10,000 experiments, half of them visible: against all',
        value: some / all,
        unit: 'times',
        aim: { atMost: 1.3 },
      },
      {
        what: 'The same, processor',
        value: some,
        unit: 'ms',
        baseline: { what: 'the same page for who sees all', value: all },
      },
    ];
  } finally {
    caller.close();
  }
}
