import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from '@determined/contract/client.ts';
import { createExperimentRoute } from '@determined/contract/training/experiments-routes.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

export const trainingSteps = 40;
const checkpointEvery = 8;

/**
 * Trains under the unmodified harness and goes on from its last checkpoint. A journal beside the data folder, one file
 * an allocation, holds what the server has acknowledged (seen where the harness gets the answers) and what was printed.
 */
const program = `
import os, time
import determined as det
from determined import core
from determined.common.api import bindings

info = det.get_cluster_info()
journal = os.open(os.path.join(os.environ["FAULT_JOURNALS"], info.allocation_id), os.O_CREAT | os.O_APPEND | os.O_WRONLY, 0o600)

def note(*words):
    os.write(journal, (" ".join(str(word) for word in words) + "\\n").encode())

post_metrics, post_checkpoint = bindings.post_ReportTrialMetrics, bindings.post_ReportCheckpoint

def report_metrics(session, **parts):
    post_metrics(session, **parts)
    body = parts["body"]
    note("metrics", body.metrics.trialId, body.group, body.metrics.stepsCompleted)

def report_checkpoint(session, **parts):
    post_checkpoint(session, **parts)
    note("checkpoint", info.trial.trial_id, parts["body"].uuid)

bindings.post_ReportTrialMetrics, bindings.post_ReportCheckpoint = report_metrics, report_checkpoint

printed = 0
with core.init(tensorboard_mode=core.TensorboardMode.MANUAL) as context:
    first = 0
    if info.latest_checkpoint:
        with context.checkpoint.restore_path(info.latest_checkpoint) as path:
            first = int((path / "state.txt").read_text())
    for step in range(first + 1, ${trainingSteps} + 1):
        time.sleep(0.1)
        for _ in range(3):
            printed += 1
            print(f"line {info.allocation_id} {printed}", flush=True)
            note("line", info.trial.trial_id, printed, time.time())
        context.train.report_training_metrics(steps_completed=step, metrics={"loss": 1.0 / step})
        if step % ${checkpointEvery} == 0:
            context.train.report_validation_metrics(steps_completed=step, metrics={"validation_loss": 2.0 / step})
            with context.checkpoint.store_path({"steps_completed": step}) as (path, _):
                (path / "state.txt").write_text(str(step))
`;

/** What one allocation of a trial had acknowledged or printed when it ended. */
export interface Journal {
  allocationId: string;
  trialId: number;
  metrics: { group: string; step: number }[];
  checkpoints: string[];
  /** Lines 1 to this number were printed. */
  lines: number;
  /** When the first and the last were, in seconds. */
  from: number;
  to: number;
}

/** Experiments of two trials each, one after the other. */
export class RealTraining {
  readonly experimentIds: number[] = [];
  private readonly journals = temporaryFolder('journals');

  /** The experiment's id. `storage`: the folder for its checkpoints, where it is not the cluster's. */
  async start(client: Client, storage?: string): Promise<number> {
    const place = storage === undefined ? '' : `, type: shared_fs, host_path: ${storage}`;
    const config = `
name: faults
entrypoint: python3 train.py
searcher: {name: random, metric: validation_loss, max_trials: 2}
hyperparameters: {seed: {type: int, minval: 1, maxval: 1000000}}
resources: {slots_per_trial: 1}
max_restarts: 1000
checkpoint_storage: {save_experiment_best: 0, save_trial_best: 1000, save_trial_latest: 1000${place}}
environment: {environment_variables: [FAULT_JOURNALS=${this.journals}]}
`;
    const file = { type: 48, mtime: 0, mode: 0o644, uid: 0, gid: 0 };
    const { experiment } = await client.call(createExperimentRoute, {
      config,
      modelDefinition: [{ ...file, path: 'train.py', content: Buffer.from(program).toString('base64') }],
      activate: true,
    });
    if (!experiment) throw new Error('no experiment was created');
    this.experimentIds.push(experiment.id);
    return experiment.id;
  }

  read(): Journal[] {
    return readdirSync(this.journals).map((allocationId) => {
      const entries = readFileSync(join(this.journals, allocationId), 'utf8')
        .trimEnd()
        .split('\n')
        .map((line) => line.split(' '));
      const journal: Journal = { allocationId, trialId: 0, metrics: [], checkpoints: [], lines: 0, from: 0, to: 0 };
      for (const [kind, trialId, ...rest] of entries) {
        journal.trialId = Number(trialId);
        if (kind === 'metrics') journal.metrics.push({ group: rest[0] ?? '', step: Number(rest[1]) });
        else if (kind === 'checkpoint') journal.checkpoints.push(rest[0] ?? '');
        else if (kind === 'line') {
          journal.lines = Number(rest[0]);
          journal.to = Number(rest[1]);
          journal.from ||= journal.to;
        }
      }
      return journal;
    });
  }
}
