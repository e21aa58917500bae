import type { ExtReplyOf } from '@determined/contract/ext-route.ts';
import { getAllocationHistoryRoute, getTaskHistoryRoute } from '@determined/contract/tasks/ext-routes.ts';
import { getTaskRoute } from '@determined/contract/tasks/tasks-routes.ts';
import {
  activateExperimentRoute,
  killExperimentRoute,
  pauseExperimentRoute,
} from '@determined/contract/training/experiments-routes.ts';
import { getWaitingHistoryRoute } from '@determined/contract/training/ext-routes.ts';
import { getExperimentHistoryRoute, getTrialHistoryRoute } from '@determined/contract/training/history-ext-routes.ts';
import { killTrialRoute } from '@determined/contract/training/trials-routes.ts';
import { eventually } from '@determined/dev-cluster/eventually.ts';
import { codeOf } from '@determined/dev-cluster/refusal.ts';
import { ScriptedLauncher } from '@determined/dev-cluster/scripted-launcher.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LifeTestBed, startLifeTestBed } from './testing/life-test-bed.ts';

/** Programs may take their time to die. */
class Machines extends ScriptedLauncher {
  stubborn = false;

  override async kill(id: string): Promise<void> {
    if (!this.stubborn) await super.kill(id);
  }
}

let bed: LifeTestBed;
const machines = new Machines([1]);
beforeAll(async () => {
  bed = await startLifeTestBed(machines);
});
afterAll(() => bed.cluster.stop());

/** From, to, part, user and reason of each change of an allocation. */
async function historyOf(allocationId: string): Promise<string[]> {
  const rows = await bed.cluster.master.db
    .selectFrom('allocation_history as h')
    .leftJoin('users as u', 'u.id', 'h.user_id')
    .selectAll('h')
    .select('u.username')
    .where('allocation_id', '=', allocationId)
    .orderBy('id')
    .execute();
  const times = rows.map(({ at }) => Date.parse(at));
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  return rows.map((row) =>
    [row.from_state ?? '-', row.to_state, row.part, row.username ?? '-', row.reason].join(' | '),
  );
}

test('each change of an allocation is recorded: from, to, by whom and why', async () => {
  const id = await bed.create();
  const task = await bed.oneRunning();
  expect((await bed.asTask(task, 'ready')).status).toBe(200);
  expect((await bed.asTask(task, 'waiting')).status).toBe(200);
  // Told once more it is no change.
  expect((await bed.asTask(task, 'waiting')).status).toBe(200);
  bed.machines.end(task.allocationId, { exitCode: 1 });
  const again = await bed.oneRunning([task.allocationId]);
  bed.machines.end(again.allocationId, { exitCode: 0 });
  await bed.isState(id, 'COMPLETED');

  const first = await historyOf(task.allocationId);
  // The program may say that it is ready before the machine says that it runs.
  expect(first.filter((line) => !line.includes('RUNNING'))).toEqual([
    '- | PENDING | user | admin | created',
    'PENDING | ASSIGNED | queue | - | there is room',
    ...first.filter((line) => line.includes('| STARTING |')),
    expect.stringMatching(/^WAITING \| TERMINATED \| machine \| - \| .*exit code 1/),
  ]);
  expect(first).toContain('RUNNING | WAITING | task | admin | it waits');
  expect((await historyOf(again.allocationId))[0]).toBe(
    '- | PENDING | job | - | the last one ended: failed, restart 1',
  );
});

test('who pauses or kills what waits is named', async () => {
  await bed.create();
  const running = await bed.oneRunning();
  const id = await bed.create();
  const { client } = bed.cluster.admin;
  const latest = async () => {
    const row = await bed.cluster.master.db
      .selectFrom('allocations as a')
      .innerJoin('tasks as t', 't.id', 'a.task_id')
      .innerJoin('experiments as e', 'e.job_id', 't.job_id')
      .select('a.id')
      .where('e.id', '=', id)
      .orderBy('a.requested_at', 'desc')
      .executeTakeFirstOrThrow();
    return historyOf(row.id);
  };
  const aborted = 'allocation aborted after exit before start';
  await client.call(pauseExperimentRoute, { id });
  expect(await latest()).toEqual([
    '- | PENDING | user | admin | created',
    `PENDING | TERMINATED | user | admin | ${aborted}: user requested pause`,
  ]);
  await client.call(activateExperimentRoute, { id });
  const [trial] = await bed.trials(id);
  await client.call(killTrialRoute, { id: trial?.id ?? 0 });
  expect((await latest()).at(-1)).toBe(`PENDING | TERMINATED | user | admin | ${aborted}: user requested kill`);
  bed.machines.end(running.allocationId, { exitCode: 0 });
  await eventually('nothing runs', () => bed.machines.running().length === 0);
});

test.each(['kill', 'kill the trial', 'pause too late'] as const)(
  'who kills what runs is named, and what that still says of itself counts no more: %s',
  async (how) => {
    const id = await bed.create({ more: 'preemption_timeout: 1' });
    const task = await bed.oneRunning();
    const { allocationId } = task;
    const [trial] = await bed.trials(id);
    expect((await bed.asTask(task, 'ready')).status).toBe(200);
    const state = async () =>
      (await bed.cluster.admin.client.call(getTaskRoute, { taskId: task.environment.DET_TASK_ID ?? '' })).task
        ?.allocations[0]?.state;
    expect(await state()).toBe('STATE_RUNNING');
    const user = await bed.cluster.newUser();
    machines.stubborn = true;
    if (how === 'kill') await user.client.call(killExperimentRoute, { id });
    else if (how === 'kill the trial') await user.client.call(killTrialRoute, { id: trial?.id ?? 0 });
    else await user.client.call(pauseExperimentRoute, { id });
    await eventually('it is being killed', async () => (await state()) === 'STATE_TERMINATING');
    const asked =
      how === 'pause too late'
        ? 'queue | - | allocation did not preempt in time'
        : `user | ${user.username} | user requested kill`;
    const killed = `RUNNING | TERMINATING | ${asked}`;
    expect((await historyOf(allocationId)).at(-1)).toBe(killed);
    // It does not know yet, or its answer was on the way.
    for (const path of ['ready', 'waiting']) expect((await bed.asTask(task, path)).status).toBe(200);
    await bed.cluster.admin.client.call(killExperimentRoute, { id });
    expect((await historyOf(allocationId)).at(-1)).toBe(killed);
    expect(await state()).toBe('STATE_TERMINATING');
    machines.stubborn = false;
    machines.end(allocationId, { exitCode: 137, cause: 'killed' });
    await bed.isState(id, 'CANCELED');
    expect((await historyOf(allocationId)).slice(-2)).toEqual([
      killed,
      expect.stringMatching(/^TERMINATING \| TERMINATED \| machine \| - \| /),
    ]);
  },
);

test('what waits for its place cannot be said to run', async () => {
  const first = await bed.create();
  const running = await bed.oneRunning();
  const second = await bed.create();
  const waiting = await bed.cluster.master.db
    .selectFrom('allocations')
    .select('id')
    .where('state', '=', 'PENDING')
    .executeTakeFirstOrThrow();
  const reply = await bed.cluster.fetch(`/api/v1/allocations/${waiting.id}/ready`, {
    method: 'POST',
    token: bed.cluster.admin.token,
    body: '{}',
  });
  expect(reply.status).toBe(400);
  expect(await reply.text()).toContain('is PENDING and cannot become RUNNING');
  expect(await historyOf(waiting.id)).toHaveLength(1);
  for (const id of [first, second]) expect(await bed.experimentState(id)).toBe('ACTIVE');
  bed.machines.end(running.allocationId, { exitCode: 0 });
});

test('each kind of reason that work waits for is kept, with its figures', async () => {
  const open = bed.cluster.master.db.selectFrom('allocations').select('id').where('state', '<>', 'TERMINATED');
  await eventually('nothing is left of others', async () => {
    for (const { allocationId } of bed.machines.running()) bed.machines.end(allocationId, { exitCode: 0 });
    return (await open.execute()).length === 0;
  });
  await bed.create();
  const running = await bed.oneRunning();
  const waiting = await bed.create();
  const kinds = async () => {
    const params = { experimentId: waiting };
    const { reasons } = await bed.cluster.admin.client.call(getWaitingHistoryRoute, { params });
    return reasons.map(({ kind, reason }) => `${kind}: ${reason}`);
  };
  const noSlot = 'slots: It needs 1 slot, 0 are free and 1 is held by 1 job.';
  await expect.poll(kinds).toEqual([noSlot]);
  bed.machines.setReadiness({ ready: false, reason: 'Its disk is full.' });
  await expect.poll(kinds).toEqual(['not-ready: Its disk is full.', noSlot]);
  bed.machines.setReadiness({ ready: true });
  await expect.poll(kinds).toEqual([noSlot, 'not-ready: Its disk is full.', noSlot]);
  const kept = await bed.cluster.master.db
    .selectFrom('waiting_reasons')
    .select(['kind', 'facts'])
    .orderBy('id')
    .execute();
  const { ahead, held, heldBy } = kept.at(-1)?.facts ?? {};
  expect([ahead, held, (heldBy as string[]).length]).toEqual([0, 1, 1]);
  bed.machines.end(running.allocationId, { exitCode: 0 });
  const next = await bed.oneRunning([running.allocationId]);
  // What it waited for stays known when it has started.
  expect(await kinds()).toHaveLength(3);
  bed.machines.end(next.allocationId, { exitCode: 0 });
});

test('readers get the changes of an experiment, its trial, its task and its allocation, and by whom they are', async () => {
  const { client } = bed.cluster.admin;
  const id = await bed.create();
  const task = await bed.oneRunning();
  const taskId = task.environment.DET_TASK_ID ?? '';
  const trialId = Number(task.environment.DET_TRIAL_ID);
  await client.call(killExperimentRoute, { id });
  await bed.isState(id, 'CANCELED');
  const told = ({ changes }: ExtReplyOf<typeof getAllocationHistoryRoute>) =>
    changes.map(({ from, to, part, user, reason }) => [from, to, part, user?.username ?? null, reason].join(' | '));
  expect(told(await client.call(getExperimentHistoryRoute, { params: { experimentId: id } }))).toEqual([
    'PAUSED | ACTIVE | user | admin | created',
    'ACTIVE | STOPPING_KILLED | user | admin | user requested kill',
    'STOPPING_KILLED | CANCELED | platform |  | all trials have ended',
  ]);
  const ofTrial = told(await client.call(getTrialHistoryRoute, { params: { trialId } }));
  expect(ofTrial.slice(0, 2)).toEqual([
    'PAUSED | ACTIVE | user | admin | created',
    'ACTIVE | STOPPING_KILLED | user | admin | user requested kill',
  ]);
  expect(ofTrial.slice(2)).toEqual([expect.stringMatching(/^STOPPING_KILLED \| CANCELED \| platform \| {2}\| /)]);
  expect(told(await client.call(getTaskHistoryRoute, { params: { taskId } }))).toEqual([
    ' | ACTIVE | job |  | it was made',
    expect.stringMatching(/^ACTIVE \| ENDED \| job \| {2}\| /),
  ]);
  const { changes } = await client.call(getAllocationHistoryRoute, { params: { allocationId: task.allocationId } });
  const stored = await historyOf(task.allocationId);
  expect(
    changes.map((one) => [one.from ?? '-', one.to, one.part, one.user?.username ?? '-', one.reason].join(' | ')),
  ).toEqual(stored);
  expect(changes.map(({ at }) => at)).toEqual(changes.map(({ at }) => at).toSorted());
  const unknown = { experimentId: 9999, trialId: 9999, taskId: 'x', allocationId: 'x.1' };
  for (const route of [
    getExperimentHistoryRoute,
    getTrialHistoryRoute,
    getTaskHistoryRoute,
    getAllocationHistoryRoute,
  ] as const) {
    expect(await codeOf(client.call(route as typeof getTaskHistoryRoute, { params: unknown }))).toBe('NotFound');
  }
});
