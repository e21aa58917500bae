import { setTimeout as pause } from 'node:timers/promises';
import type { ExtRequestOf } from '@determined/contract/ext-route.ts';
import {
  executeReceiptRoute,
  getReceiptRoute,
  previewReceiptRoute,
} from '@determined/contract/training/receipt-ext-routes.ts';
import { eventually } from '@determined/dev-cluster/eventually.ts';
import { packingLimits } from '@determined/master/training/column-store/pack-project.ts';
import { sql } from 'kysely';
import { makeProject } from './experiment-lists.ts';
import type { Bench, BenchMaster, Figure } from './figure.ts';
import { processorTime } from './processor.ts';

type Wish = Pick<ExtRequestOf<typeof previewReceiptRoute>['body'], 'kind' | 'act' | 'given'>;

const things = 10_000;
const waitMs = 120_000;
/** As the console asks how far a receipt is. */
const askAgainMs = { soon: 250, later: 1_000, laterAfter: 2_000 };

/** What it costs to do something to 10,000 experiments or runs through a receipt, the preview included. */
export const receipts: Bench = {
  name: 'receipts',
  measure: async (place) => {
    const master = await place.master();
    place.note(`${things} experiments`);
    const projectId = await makeProject(master, things);
    const acts: { what: string; wish: Wish }[] = [
      { what: 'archiving of runs', wish: { kind: 'run', act: 'archive', given: {} } },
      { what: 'unarchiving of runs', wish: { kind: 'run', act: 'unarchive', given: {} } },
      { what: 'archiving', wish: { kind: 'experiment', act: 'archive', given: {} } },
      { what: 'unarchiving', wish: { kind: 'experiment', act: 'unarchive', given: {} } },
      { what: 'a tag', wish: { kind: 'experiment', act: 'labels', given: { add: ['kept'] } } },
      { what: 'moving', wish: { kind: 'experiment', act: 'move', given: { projectId: await makeProject(master, 2) } } },
      { what: 'deletion', wish: { kind: 'experiment', act: 'delete', given: {} } },
    ];
    const chosen = { experiment: await idsOf(master, projectId), run: await runsOf(master, projectId) };
    place.note('their columns are packed');
    await packed(master, projectId);
    const figures: Figure[] = [];
    for (const { what, wish } of acts) {
      place.note(what);
      const ids = chosen[wish.kind];
      const before = await processorTime(master);
      const { id } = await master.client.call(previewReceiptRoute, {
        body: { projectId, selection: { ids }, ...wish },
      });
      await master.client.call(executeReceiptRoute, { params: { receiptId: id } });
      const results = await followed(master, id);
      if (results.done !== ids.length) throw new Error(`${what}: done to ${results.done} of ${ids.length}`);
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

/** The ended ones. */
async function idsOf({ db }: BenchMaster, projectId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select id from experiments
    where project_id = ${projectId} and state in ('COMPLETED', 'ERROR', 'CANCELED') order by id`.execute(db);
  return rows.map(({ id }) => id);
}

async function runsOf({ db }: BenchMaster, projectId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select t.id from trials t join experiments e on e.id = t.experiment_id
    where e.project_id = ${projectId} and t.state in ('COMPLETED', 'ERROR', 'CANCELED') order by t.id limit ${things}`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}
