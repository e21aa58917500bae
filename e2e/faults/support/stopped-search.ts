import type { Client } from '@determined/contract/client.ts';
import { createExperimentRoute, getExperimentRoute } from '@determined/contract/training/experiments-routes.ts';
import pg from 'pg';

/**
 * Trains under the unmodified harness: reports how far it has come until it is asked to stop, or has come to the end.
 * What it reports follows from its hyperparameters alone.
 */
const program = `
import time
import determined as det
from determined import core

rate = det.get_cluster_info().trial.hparams["rate"]
with core.init(tensorboard_mode=core.TensorboardMode.MANUAL) as context:
    for step in range(1, 9):
        loss = (rate - 0.3) ** 2 + 1.0 / step
        context.train.report_validation_metrics(steps_completed=step, metrics={"loss": loss, "batches": step})
        if context.preempt.should_preempt():
            break
        time.sleep(0.1)
`;

/** One trial at a time is judged, so nothing but the seed decides what the search does. */
export async function startSearch(client: Client, trials: number): Promise<number> {
  const config = `
name: search
entrypoint: python3 train.py
searcher:
  {name: adaptive_asha, metric: loss, time_metric: batches, max_time: 8, max_trials: ${trials}, max_concurrent_trials: 1,
   divisor: 2, max_rungs: 4, mode: aggressive}
hyperparameters: {rate: {type: double, minval: 0, maxval: 1}}
reproducibility: {experiment_seed: 5}
resources: {slots_per_trial: 1}
max_restarts: 1000
`;
  const file = { type: 48, mtime: 0, mode: 0o644, uid: 0, gid: 0 };
  const { experiment } = await client.call(createExperimentRoute, {
    config,
    modelDefinition: [{ ...file, path: 'train.py', content: Buffer.from(program).toString('base64') }],
    activate: true,
  });
  if (!experiment) throw new Error('no experiment was created');
  return experiment.id;
}

export async function searchState(client: Client, experimentId: number): Promise<string> {
  return (await client.call(getExperimentRoute, { experimentId })).experiment?.state ?? '';
}

/** What a search has decided, in order, and what its trials were given and came to. */
export async function decisionsOf(databaseUrl: string, experimentId: number) {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    // When a stopped trial is gone is left to chance, and decides nothing.
    const events = `select event, decided from searcher_events
      where experiment_id = $1 and event->>'kind' <> 'exited' order by position`;
    const trials = 'select request_id, hparams, seed, state from trials where experiment_id = $1 order by id';
    return {
      events: (await client.query(events, [experimentId])).rows,
      trials: (await client.query(trials, [experimentId])).rows,
    };
  } finally {
    await client.end();
  }
}
