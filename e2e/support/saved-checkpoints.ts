import { randomUUID } from 'node:crypto';
import { postProjectRoute } from '@determined/contract/organisation/projects-routes.ts';
import { postModelVersionRoute } from '@determined/contract/registry/models-routes.ts';
import { reportCheckpointRoute } from '@determined/contract/training/checkpoints-routes.ts';
import { createExperimentRoute } from '@determined/contract/training/experiments-routes.ts';
import { reportTrialMetricsRoute } from '@determined/contract/training/metrics-routes.ts';
import { createTrialRoute } from '@determined/contract/training/trials-routes.ts';
import type { DevCluster } from '@determined/dev-cluster/dev-cluster.ts';

export interface SavingTrial {
  experimentId: number;
  trialId: number;
  taskId: string;
}

/** A detached trial, which saves what a test has it save. */
export async function savingTrial(
  { admin: { client } }: DevCluster,
  workspaceId: number,
  more = '',
): Promise<SavingTrial> {
  const { project } = await client.call(postProjectRoute, { workspaceId, name: `P ${randomUUID()}` });
  const config = `name: saves\nentrypoint: x\nsearcher: {name: single, metric: loss}\nhyperparameters: {}\n${more}`;
  const asked = { config, projectId: project?.id ?? 0, unmanaged: true };
  const experimentId = (await client.call(createExperimentRoute, asked)).experiment?.id ?? 0;
  const { trial } = await client.call(createTrialRoute, { experimentId, unmanaged: true });
  return { experimentId, trialId: trial?.id ?? 0, taskId: trial?.taskId ?? '' };
}

/** After so many batches, with its validation metrics; answers with its UUID. */
export async function saveCheckpoint(
  { admin: { client } }: DevCluster,
  { trialId, taskId }: SavingTrial,
  batches: number,
  avgMetrics: Record<string, number> = { loss: 1 / batches },
): Promise<string> {
  const metrics = { trialId, trialRunId: 0, stepsCompleted: batches, metrics: { avgMetrics } };
  await client.call(reportTrialMetricsRoute, { group: 'validation', metrics });
  const uuid = randomUUID();
  await client.call(reportCheckpointRoute, {
    checkpoint: {
      uuid,
      taskId,
      state: 'STATE_COMPLETED',
      resources: { 'code/': 0, 'code/train.py': 2048, 'state_dict.pth': 1_048_576, 'metadata.json': 100 },
      metadata: { steps_completed: batches },
    },
  });
  return uuid;
}

export const registerVersion = async (
  { admin: { client } }: DevCluster,
  modelName: string,
  checkpointUuid: string,
  more: { name?: string; comment?: string; labels?: string[]; metadata?: Record<string, unknown> } = {},
): Promise<number> =>
  (await client.call(postModelVersionRoute, { modelName, checkpointUuid, ...more })).modelVersion?.version ?? 0;
