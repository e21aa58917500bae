import { notFound } from '@determined/contract/errors.ts';
import type { Db } from '#platform/db/database.ts';
import type { SubjectFinder } from '#platform/http/authorise.ts';
import { ofExperiment } from './shared/of-experiment.ts';

export const experimentSubject: SubjectFinder = {
  find: (db, id) => experiments(db).where('e.id', '=', Number(id)).executeTakeFirst(),
  missing: (id) => notFound('experiment', id),
};

/** A run is its trial, under the same id. */
export const trialSubject: SubjectFinder = {
  find: (db, id) =>
    experiments(db)
      .innerJoin('trials as t', 't.experiment_id', 'e.id')
      .where('t.id', '=', Number(id))
      .executeTakeFirst(),
  missing: (id) => notFound('trial', id),
};

function experiments(db: Db) {
  return db
    .selectFrom('experiments as e')
    .innerJoin('projects as p', 'p.id', 'e.project_id')
    .innerJoin('workspaces as w', 'w.id', 'p.workspace_id')
    .select(['e.owner_id as ownerId', 'w.user_id as workspaceOwnerId', 'w.id as workspaceId'])
    .select(ofExperiment);
}
