import { textOfError } from '@determined/contract/errors.ts';
import { orRefuse } from '@determined/contract/rule.ts';
import { experimentRule } from '@determined/contract/training/experiment-rules.ts';
import type { Tx } from '#platform/db/database.ts';
import { inTransaction, wouldFailAgain } from '#platform/db/transaction.ts';
import type { Master } from '#platform/master.ts';
import {
  failProject,
  finishProject,
  type ProjectDeletion,
  projectsBeingDeleted,
} from '../../organisation/projects/shared/project-deletion.ts';
import { finishWorkspaces } from '../../organisation/workspaces/shared/finish-workspaces.ts';
import { neededExperiment } from '../checkpoints/shared/kept-checkpoints.ts';
import { lockExperiment } from '../life/shared/experiment-state.ts';
import { type ExperimentOfProject, experimentsOfProject, releaseHeld } from './deletion-store.ts';
import { beginDeletion } from './shared/begin-deletion.ts';

/** Facts: platform semantics 1.3. */
const mostAtOnce = 10;

/**
 * Goes on with the deletion of projects, and of workspaces after theirs, from what their rows say: all
 * experiments are deleted, some at a time, the project last. True where it began to delete experiments.
 */
export async function advanceProjects(master: Master): Promise<boolean> {
  let begun = 0;
  for (const project of await projectsBeingDeleted(master.db)) {
    try {
      begun += await advanceProject(master, project);
    } catch (error) {
      if (!wouldFailAgain(error)) throw error;
      master.log.error({ err: error, projectId: project.id }, 'a project could not be deleted');
      await inTransaction(master.db, (tx) => failProject(tx, project.id, textOfError(error)));
    }
  }
  await finishWorkspaces(master);
  return begun > 0;
}

async function advanceProject(master: Master, project: ProjectDeletion): Promise<number> {
  const experiments = await experimentsOfProject(master.db, project.id);
  const open = experiments.filter(({ state }) => state === 'DELETING').length;
  // Who deletes the project takes back none of it.
  if (open > 0) await inTransaction(master.db, (tx) => releaseHeld(tx, project.id));
  const failed = experiments.filter((one) => isFailed(one, project));
  const rest = experiments.filter((one) => one.state !== 'DELETING' && !isFailed(one, project));
  if (rest.length > 0) return deleteSome(master, project, rest, mostAtOnce - open);
  if (open > 0) return 0;
  const [first] = failed;
  await inTransaction(master.db, (tx) =>
    first ? failProject(tx, project.id, failure(first.id, first.error ?? '')) : finishProject(tx, project.id),
  );
  return 0;
}

/** One that could not be deleted since somebody asked for the project; what failed earlier is tried again. */
const isFailed = ({ state, requestedAt }: ExperimentOfProject, project: ProjectDeletion): boolean =>
  state === 'DELETE_FAILED' && requestedAt !== null && requestedAt >= project.requestedAt;

const failure = (id: number, reason: string) => `experiment ${id} could not be deleted: ${reason}`;

/** Begins with none where something needs one of them. Gives how many it began with. */
async function deleteSome(
  master: Master,
  project: ProjectDeletion,
  experiments: readonly ExperimentOfProject[],
  most: number,
): Promise<number> {
  if (most <= 0) return 0;
  const ids = experiments.map(({ id }) => id);
  const needed = await neededExperiment(master, master.db, ids);
  if (needed) {
    await inTransaction(master.db, (tx) => failProject(tx, project.id, failure(needed.id, needed.why)));
    return 0;
  }
  const chosen = ids.slice(0, most);
  for (const id of chosen) await inTransaction(master.db, (tx) => begin(master, tx, id, project));
  return chosen.length;
}

async function begin(master: Master, tx: Tx, id: number, project: ProjectDeletion): Promise<void> {
  const experiment = await lockExperiment(tx, id);
  if (experiment?.project_id !== project.id || experiment.state === 'DELETING') return;
  const { archived, unmanaged } = experiment;
  // It may have been continued since somebody asked for the project.
  if (!unmanaged) orRefuse(experimentRule('delete', { id, state: `STATE_${experiment.state}`, archived, unmanaged }));
  const now = master.clock.now();
  const asked = new Date(project.requestedAt);
  await beginDeletion(master, tx, experiment, {
    userId: project.requestedBy,
    reason: 'its project is being deleted',
    // Another master's clock may be ahead of ours: the attempt belongs to this request.
    at: now > asked ? now : asked,
  });
}
