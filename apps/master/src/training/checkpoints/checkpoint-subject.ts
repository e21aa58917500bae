import { notFound } from '@determined/contract/errors.ts';
import type { SubjectFinder } from '#platform/http/authorise.ts';
import { ofExperiment } from '../life/shared/of-experiment.ts';
import { uuidProblem } from './shared/checkpoint-uuid.ts';

/** Belongs to the experiment it was saved by. */
export const checkpointSubject: SubjectFinder = {
  find: async (db, id) =>
    uuidProblem(String(id)) !== undefined
      ? undefined
      : db
          .selectFrom('checkpoints as c')
          .innerJoin('experiments as e', 'e.id', 'c.experiment_id')
          .innerJoin('projects as p', 'p.id', 'e.project_id')
          .innerJoin('workspaces as w', 'w.id', 'p.workspace_id')
          .select(['e.owner_id as ownerId', 'w.user_id as workspaceOwnerId', 'w.id as workspaceId'])
          .select(ofExperiment)
          .where('c.uuid', '=', String(id).toLowerCase())
          .executeTakeFirst(),
  missing: (id) => notFound('checkpoint', id),
};
