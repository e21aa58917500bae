import { shownGenericTaskState } from '@determined/contract/tasks/generic-task-rules.ts';
import { userVariables } from '#platform/config/user-variables.ts';
import type { Db } from '#platform/db/database.ts';
import type { Master } from '#platform/master.ts';
import type { TaskKind, TaskLaunch } from '../shared/task-kind.ts';
import { commandOf } from './generic-task-config.ts';
import { genericTaskExited, genericTaskName } from './generic-task-life.ts';
import { findGenericTask, type GenericTaskRow, lockGenericTask, readContext } from './generic-task-store.ts';

/** How generic tasks are named, launched, shown and followed up; registered as the task kind GENERIC. */
export function genericTaskKind(master: Master): TaskKind {
  return {
    names: async (_db, taskIds) => new Map(taskIds.map((id) => [id, genericTaskName(id)])),
    logPolicies: async (db, taskId) => (await theTask(db, taskId)).settings.log_policies,
    context: readContext,
    shown: async (db, taskId) => {
      const { state, parent_id, forked_from, no_pause } = await theTask(db, taskId);
      return {
        taskState: shownGenericTaskState(state),
        parentId: parent_id ?? undefined,
        forkedFrom: forked_from ?? undefined,
        noPause: no_pause ?? undefined,
      };
    },
    launch: async (db, { task_id }, device): Promise<TaskLaunch> => {
      const { settings } = await theTask(db, task_id);
      return {
        environment: userVariables(settings.environment.environment_variables[device]),
        entrypoint: commandOf(settings),
        context: await readContext(db, task_id),
        workDir: settings.work_dir ?? undefined,
        owner: await ownerOf(db, task_id),
        of: { kind: 'genericTask', id: task_id },
        own: [],
      };
    },
    lock: async (tx, taskId) => void (await lockGenericTask(tx, taskId)),
    exited: (tx, allocation, exit) => genericTaskExited(master, tx, allocation, exit),
  };
}

async function theTask(db: Db, id: string): Promise<GenericTaskRow> {
  const row = await findGenericTask(db, id);
  if (!row) throw new Error(`the generic task ${id} is gone`);
  return row;
}

function ownerOf(db: Db, taskId: string): Promise<TaskLaunch['owner']> {
  return db
    .selectFrom('tasks as t')
    .innerJoin('jobs as j', 'j.id', 't.job_id')
    .innerJoin('users as u', 'u.id', 'j.owner_id')
    .select(['u.id', 'u.username'])
    .where('t.id', '=', taskId)
    .executeTakeFirstOrThrow();
}
