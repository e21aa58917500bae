import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from '@determined/contract/client.ts';
import {
  getExperimentCheckpointsRoute,
  reportCheckpointRoute,
} from '@determined/contract/training/checkpoints-routes.ts';
import { createExperimentRoute, killExperimentRoute } from '@determined/contract/training/experiments-routes.ts';
import { getExperimentTrialsRoute } from '@determined/contract/training/trials-routes.ts';

export interface StoredExperiment {
  id: number;
  /** Its only trial's. */
  trialId: number;
  /** Of its five checkpoints, by their steps, the first the oldest. */
  uuids: string[];
}

interface Options {
  projectId?: number;
  /** It does not end: a trial that waits to go on. */
  open?: boolean;
  /** The checkpoint that it starts from. */
  from?: string;
}

/** Experiments without programs, and their checkpoints' files in one folder, as a shared file system's. */
export class StoredExperiments {
  private readonly client: Client;
  private readonly folder: string;

  constructor(client: Client, folder: string) {
    this.client = client;
    this.folder = folder;
  }

  async make({ projectId, open, from }: Options = {}): Promise<StoredExperiment> {
    const { client, folder } = this;
    const start = from === undefined ? '' : `, source_checkpoint_uuid: ${from}`;
    const config = `name: deletes
entrypoint: python3 x.py
searcher: {name: single, metric: loss${start}}
hyperparameters: {}
checkpoint_storage: {type: shared_fs, host_path: ${folder}, save_trial_best: 99, save_trial_latest: 99}
`;
    const { experiment } = await client.call(createExperimentRoute, { config, ...(projectId ? { projectId } : {}) });
    const id = experiment?.id ?? 0;
    const { trials } = await client.call(getExperimentTrialsRoute, { experimentId: id });
    const [trial] = trials;
    if (!trial) throw new Error('no trial was created');
    const uuids: string[] = [];
    for (let step = 1; step <= 5; step++) {
      const uuid = randomUUID();
      mkdirSync(join(folder, uuid));
      writeFileSync(join(folder, uuid, 'weights.bin'), 'w'.repeat(step));
      const metadata = { steps_completed: step };
      await client.call(reportCheckpointRoute, {
        checkpoint: {
          uuid,
          taskId: trial.taskId,
          state: 'STATE_COMPLETED',
          resources: { 'weights.bin': step },
          metadata,
        },
      });
      uuids.push(uuid);
    }
    if (!open) await client.call(killExperimentRoute, { id });
    return { id, trialId: trial.id, uuids };
  }

  /** Of these checkpoints those whose files are there, whole or in part. */
  onDisk(uuids: readonly string[]): string[] {
    return uuids.filter((uuid) => existsSync(join(this.folder, uuid)));
  }

  /** Of these checkpoints of an experiment those that are not both in the database and on disk. */
  async missing(id: number, uuids: readonly string[]): Promise<string[]> {
    const states = await this.states(id);
    const isWhole = (uuid: string) =>
      states.get(uuid) === 'STATE_COMPLETED' && existsSync(join(this.folder, uuid, 'weights.bin'));
    return uuids.filter((uuid) => !isWhole(uuid));
  }

  async areDeleted(id: number, uuids: readonly string[]): Promise<boolean> {
    const states = await this.states(id);
    return uuids.every((uuid) => states.get(uuid) === 'STATE_DELETED');
  }

  private async states(id: number): Promise<Map<string, string>> {
    const { checkpoints } = await this.client.call(getExperimentCheckpointsRoute, { id });
    return new Map(checkpoints.map(({ uuid, state }) => [uuid, state]));
  }
}
