import { setTimeout as pause } from 'node:timers/promises';
import {
  executeReceiptRoute,
  getReceiptRoute,
  previewReceiptRoute,
} from '@determined/contract/training/receipt-ext-routes.ts';
import type { ReceiptAct } from '@determined/contract/training/receipt-facts.ts';
import { eventually } from '@determined/dev-cluster/eventually.ts';
import { packingLimits } from '@determined/master/training/column-store/pack-project.ts';
import { sql } from 'kysely';
import { makeProject } from './experiment-lists.ts';
import type { Bench, BenchMaster, Figure } from './figure.ts';
import { processorTime } from './processor.ts';

/** Acts on some things, one after the other. */
interface Acts {
  kind: 'experiment' | 'run';
  projectId: number;
  chosen: number[];
  acts: ReceiptAct[];
}

const things = 10_000;
const waitMs = 120_000;
/** As the console asks how far a receipt is. */
const askAgainMs = { soon: 250, later: 1_000, laterAfter: 2_000 };

/** What it costs to do something to 10,000 experiments or runs through a receipt, the preview included. */
export const receipts: Bench = {
  name: 'receipts',
  measure: async (place) => {
    const master = await place.master();
    place.note(`${things} experiments, their runs, and as many that go on`);
    const [ended, ofRuns, open, other] = [
      // One of each is like none of the others; a project is named by how many it has.
      await makeProject(master, things + 1),
      await makeProject(master, things + 2),
      await makeProject(master, things + 3),
      await makeProject(master, 2),
    ];
    await sql`update experiments set state = 'PAUSED', end_time = null where project_id = ${open}`.execute(master.db);
    await sql`update trials t set state = 'PAUSED', end_time = null from experiments e
      where e.id = t.experiment_id and e.project_id = ${open}`.execute(master.db);
    await makeTasks(master, open);
    const given = { add: ['kept'], note: 'Looked at.', days: 30, projectId: other };
    const acts: Acts[] = [
      {
        kind: 'run',
        projectId: ofRuns,
        chosen: await runsOf(master, ofRuns),
        acts: ['archive', 'unarchive', 'labels', 'note', 'retainLogs', 'move', 'delete'],
      },
      {
        kind: 'experiment',
        projectId: ended,
        chosen: await idsOf(master, ended),
        acts: ['archive', 'unarchive', 'labels', 'note', 'retainLogs', 'move', 'delete'],
      },
      {
        kind: 'experiment',
        projectId: open,
        chosen: await idsOf(master, open),
        acts: ['activate', 'pause', 'kill'],
      },
    ];
    place.note('their columns are packed');
    await packed(master, ended);
    await packed(master, ofRuns);
    const figures: Figure[] = [];
    for (const { kind, act, projectId, chosen } of acts.flatMap(({ acts, ...of }) =>
      acts.map((act) => ({ act, ...of })),
    )) {
      const what = `${kind}s, ${act}`;
      place.note(what);
      const before = await processorTime(master);
      const { id } = await master.client.call(previewReceiptRoute, {
        body: { projectId, selection: { ids: chosen }, kind, act, given },
      });
      await master.client.call(executeReceiptRoute, { params: { receiptId: id } });
      const results = await followed(master, id);
      if (results.done !== chosen.length) throw new Error(`${what}: done to ${results.done} of ${chosen.length}`);
      const after = await processorTime(master);
      const spent = { master: after.master - before.master, database: after.database - before.database };
      const aim = { atMost: 5 };
      figures.push({
        what: `A receipt of ${things.toLocaleString('en')}: ${what}, processor of server and database`,
        value: spent.master + spent.database,
        unit: 's',
        aim,
      });
      figures.push({ what: 'Of it the server', value: spent.master, unit: 's' });
    }
    return figures;
  },
};

/** Copies have no tasks. What can go on has one, for which there is no place. */
async function makeTasks({ db }: BenchMaster, projectId: number): Promise<void> {
  await sql`with bare as (select t.id, e.job_id, e.start_time from trials t join experiments e on e.id = t.experiment_id
      where e.project_id = ${projectId} and not exists (select 1 from trial_tasks k where k.trial_id = t.id)),
    made as (insert into tasks (id, type, job_id, start_time)
      select id || '.bench', 'TRIAL', job_id, start_time from bare)
    insert into trial_tasks (task_id, trial_id) select id || '.bench', id from bare`.execute(db);
  await sql`update experiments set slots_per_trial = 1 where project_id = ${projectId}`.execute(db);
}

/** Asks how far it is as often as a page does, which is part of what it costs. */
async function followed({ client }: BenchMaster, receiptId: string) {
  const begun = Date.now();
  for (;;) {
    const waited = Date.now() - begun;
    if (waited > waitMs) throw new Error(`not done within ${waitMs} ms`);
    await pause(waited < askAgainMs.laterAfter ? askAgainMs.soon : askAgainMs.later);
    const { state, results } = await client.call(getReceiptRoute, { params: { receiptId } });
    if (state === 'done') return results;
  }
}

/** As what people act on usually is: what that costs is no part of an act, what an act undoes of it is. */
async function packed({ db }: BenchMaster, projectId: number): Promise<void> {
  await eventually(
    'the packing of columns',
    async () => {
      const { rows } = await sql<{ loose: number }>`select (select count(*)::int from experiments
          where project_id = ${projectId} and end_time is not null and not packed)
        + (select count(*)::int from trial_metrics where project_id = ${projectId} and not packed) as loose`.execute(
        db,
      );
      return (rows[0]?.loose ?? things) < packingLimits.least;
    },
    waitMs,
  );
}

/** But for the one that the others are made like, which has not ended. */
async function idsOf({ db }: BenchMaster, projectId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select id from experiments
    where project_id = ${projectId} order by id offset 1 limit ${things}`.execute(db);
  return rows.map(({ id }) => id);
}

async function runsOf({ db }: BenchMaster, projectId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select t.id from trials t join experiments e on e.id = t.experiment_id
    where e.project_id = ${projectId} and t.end_time is not null order by t.id limit ${things}`.execute(db);
  return rows.map(({ id }) => id);
}
