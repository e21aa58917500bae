import { eventually } from '@determined/dev-cluster/eventually.ts';
import type { TaskSpec } from '@determined/launchers/launcher.ts';
import type { LifeTestBed } from './life-test-bed.ts';

/** The configuration of a search in which nothing is left to chance but what the seed draws. */
export const scriptedSearch = {
  searcher:
    'name: adaptive_asha, metric: loss, max_trials: 18, max_time: 16, time_metric: batches, divisor: 2, max_concurrent_trials: 3',
  more: 'reproducibility: {experiment_seed: 7}\n',
};

/** Reports two further batches of a trial, as its task. Gives the answer's status. */
export async function reportValidation(bed: LifeTestBed, task: TaskSpec, metrics: Record<string, unknown>, steps = 1) {
  const trialId = Number(task.environment.DET_TRIAL_ID);
  const report = {
    trialId,
    trialRunId: Number(task.environment.DET_TRIAL_RUN_ID),
    stepsCompleted: steps,
    metrics: { avgMetrics: metrics },
  };
  const body = { group: 'validation', metrics: report };
  return (await bed.asTask(task, `/api/v1/trials/${trialId}/metrics`, 'POST', body)).status;
}

/** The task of a trial, once it runs. */
export function taskOf(bed: LifeTestBed, trialId: number): Promise<TaskSpec> {
  const its = ({ environment }: TaskSpec) => Number(environment.DET_TRIAL_ID) === trialId;
  return eventually(`trial ${trialId} runs`, () => bed.machines.running().find(its));
}

/** Plays the trials of a search in turns, one report each, until it is over. */
export async function playSearch(bed: LifeTestBed, id: number, beforeReport: (nth: number) => Promise<void>) {
  const batches = new Map<number, number>();
  const ready = new Set<number>();
  const live = async () => (await bed.trials(id)).filter(({ state }) => state === 'ACTIVE');
  let reports = 0;
  for (let trials = await live(); trials.length > 0; trials = await live()) {
    for (const { id: trialId, hparams } of trials) {
      const task = await taskOf(bed, trialId);
      if (!ready.has(trialId)) await bed.asTask(task, 'ready');
      ready.add(trialId);
      reports += 1;
      await beforeReport(reports);
      const steps = (batches.get(trialId) ?? 0) + 2;
      batches.set(trialId, steps);
      const loss = Math.abs(Number(hparams.lr) - 0.3) + 1 / steps;
      await reportValidation(bed, task, { loss, batches: steps }, steps);
      const trial = (await bed.trials(id)).find((each) => each.id === trialId);
      if (trial?.state === 'STOPPING_COMPLETED') await stop(bed, task, trialId, steps);
    }
  }
  await bed.isState(id, 'COMPLETED');
}

/** As a training does that is asked to end: what it still reports decides nothing. */
async function stop(bed: LifeTestBed, task: TaskSpec, trialId: number, steps: number): Promise<void> {
  await eventually('it is asked to stop', async () => {
    const { json } = await bed.asTask(task, 'signals/preemption?timeout_seconds=1', 'GET');
    return (json as { preempt: boolean }).preempt;
  });
  await bed.asTask(task, 'signals/ack_preemption');
  await reportValidation(bed, task, { loss: 0, batches: steps + 1 }, steps + 1);
  bed.machines.end(task.allocationId, { exitCode: 0 });
  await eventually(`trial ${trialId} ends`, async () => {
    const { db } = bed.cluster.master;
    const { state } = await db.selectFrom('trials').select('state').where('id', '=', trialId).executeTakeFirstOrThrow();
    return state === 'COMPLETED';
  });
}

/** Everything that a search's searcher was told and has decided, and what became of its trials. */
export async function historyOf(bed: LifeTestBed, id: number) {
  const { db } = bed.cluster.master;
  const events = await db
    .selectFrom('searcher_events')
    .select(['position', 'event', 'decided'])
    .where('experiment_id', '=', id)
    .orderBy('position')
    .execute();
  const trials = await bed.trials(id);
  return {
    events,
    trials: trials.map(({ request_id, hparams, seed, state, restarts }) => ({
      request_id,
      hparams,
      seed,
      state,
      restarts,
    })),
  };
}
