import { z } from 'zod/mini';
import { extRoute } from '../ext-route.ts';
import { stateHistory } from '../state-history.ts';

const id = z.coerce.number().check(z.int());

export const getExperimentHistoryRoute = /* @__PURE__ */ extRoute({
  name: 'getExperimentHistory',
  method: 'GET',
  path: '/experiments/{experimentId}/history',
  params: z.object({ experimentId: id }),
  reply: stateHistory,
  needs: { permission: 'VIEW_EXPERIMENT_METADATA', on: 'experiment', by: 'params.experimentId' },
  reads: ['experiment'],
});

export const getTrialHistoryRoute = /* @__PURE__ */ extRoute({
  name: 'getTrialHistory',
  method: 'GET',
  path: '/trials/{trialId}/history',
  params: z.object({ trialId: id }),
  reply: stateHistory,
  needs: { permission: 'VIEW_EXPERIMENT_METADATA', on: 'trial', by: 'params.trialId' },
  reads: ['trial'],
});

export const getCheckpointHistoryRoute = /* @__PURE__ */ extRoute({
  name: 'getCheckpointHistory',
  method: 'GET',
  path: '/checkpoints/{checkpointUuid}/history',
  params: z.object({ checkpointUuid: z.uuid() }),
  reply: stateHistory,
  needs: { permission: 'VIEW_EXPERIMENT_METADATA', on: 'checkpoint', by: 'params.checkpointUuid' },
  reads: ['checkpoint'],
});

/** How far a deletion has come, or why it failed; null where nobody asked for one. Asked for again it begins anew. */
const progress = z.object({
  deletion: z.nullable(
    z.object({
      state: z.enum(['DELETING', 'DELETE_FAILED']),
      requestedAt: z.nullable(z.string()),
      requestedBy: z.nullable(z.string()),
      /** Null while it is under way. */
      error: z.nullable(z.string()),
      /** What is left: experiments, of which so many are being deleted now, and the trials of all of them. */
      experiments: z.number(),
      deletingNow: z.number(),
      trials: z.number(),
      /** Tasks that delete files of theirs, as far as they were asked for. */
      fileTasks: z.array(
        z.object({
          taskId: z.string(),
          experimentId: z.number(),
          checkpoints: z.number(),
          attempts: z.number(),
          endedAt: z.nullable(z.string()),
          /** Why it was given up. */
          error: z.nullable(z.string()),
        }),
      ),
    }),
  ),
});

export const getExperimentDeletionRoute = /* @__PURE__ */ extRoute({
  name: 'getExperimentDeletion',
  method: 'GET',
  path: '/experiments/{experimentId}/deletion',
  params: z.object({ experimentId: id }),
  reply: progress,
  needs: { permission: 'VIEW_EXPERIMENT_METADATA', on: 'experiment', by: 'params.experimentId' },
  reads: ['experiment', 'trial', 'task'],
});

export const getProjectDeletionRoute = /* @__PURE__ */ extRoute({
  name: 'getProjectDeletion',
  method: 'GET',
  path: '/projects/{projectId}/deletion',
  params: z.object({ projectId: id }),
  reply: progress,
  needs: { permission: 'VIEW_PROJECT', on: 'project', by: 'params.projectId' },
  reads: ['project', 'experiment', 'trial', 'task'],
});

export const getWorkspaceDeletionRoute = /* @__PURE__ */ extRoute({
  name: 'getWorkspaceDeletion',
  method: 'GET',
  path: '/workspaces/{workspaceId}/deletion',
  params: z.object({ workspaceId: id }),
  reply: progress,
  needs: { permission: 'VIEW_WORKSPACE', on: 'workspace', by: 'params.workspaceId' },
  reads: ['workspace', 'project', 'experiment', 'trial', 'task'],
});
