import { invalidArgument, notFound } from '@determined/contract/errors.ts';
import type { CreateGenericTaskRequest } from '@determined/contract/tasks/generic-tasks-generated.ts';
import type { StoredArchive } from '#platform/archives/archive-cache.ts';
import { packFiles } from '#platform/archives/pack-files.ts';
import type { JsonObject } from '#platform/config/format/json.ts';
import type { Db } from '#platform/db/database.ts';
import type { Context } from '#platform/http/context.ts';
import { type ChosenPool, choosePool } from '../../cluster/resource-pools/shared/choose-pool.ts';
import { policiesInForce } from '../../organisation/config-policies/shared/config-policies.ts';
import { checkConstraints } from '../../organisation/config-policies/shared/constraints.ts';
import { resolveProject } from '../../organisation/projects/shared/resolve-project.ts';
import { configuredPackages, type NeededPackages, sentArchive } from '../environments/shared/configured-packages.ts';
import {
  completeGenericTaskConfig,
  type GenericTaskSettings,
  readGenericTaskConfig,
  refuseConfig,
} from './generic-task-config.ts';
import { findGenericTask, type GenericTaskRow, readContextOf } from './generic-task-store.ts';

export interface PreparedGenericTask {
  projectId: number;
  parentId: string | null;
  forkedFrom: string | null;
  noPause: boolean | null;
  /** As it was asked for. */
  config: JsonObject;
  settings: GenericTaskSettings;
  pool: ChosenPool;
  /** Files of its own, or those of another task by their hash. */
  context: { hash: string; archive?: Buffer } | null;
  /** What its runs need installed. */
  packages: NeededPackages | undefined;
  /** What the cluster would mount, and cannot. */
  unmounted: string[];
}

/** Request → complete task in its project and pool; stores nothing. Facts: platform semantics 10.5. */
export async function prepareGenericTask(ctx: Context, asked: CreateGenericTaskRequest): Promise<PreparedGenericTask> {
  const { db, master } = ctx;
  const by = `user ${ctx.user.id}`;
  if (asked.config === '' && !asked.forkedFrom) throw invalidArgument('No config file nor forked task provided');
  const original = await named(db, asked.forkedFrom);
  const draft = await readGenericTaskConfig(asked.config, by, original?.config);
  const project = await resolveProject(ctx, { projectId: asked.projectId ?? 0, names: null, things: 'tasks' });
  const { slots, resource_pool: name, priority, max_slots: maxSlots } = draft.resources;
  const pool = await choosePool(master, { name, slots, each: 'task' }, project);
  const policies = await policiesInForce(db, project.workspaceId, 'NTSC');
  checkConstraints(
    policies,
    { priority: priority ?? pool.defaultPriority, slots, maxSlots },
    'failed constraint check: ',
  );
  const parent = await named(db, asked.parentId);
  const context = await contextOf(asked, parent, original, by);
  if (context && draft.config.work_dir) {
    throw invalidArgument('cannot set work_dir and context directory at the same time');
  }
  const complete = completeGenericTaskConfig(draft, pool.taskContainerDefaults, context !== null);
  const packages = await configuredPackages(master, complete.settings.environment.python ?? {}, {
    files: context ? storedContext(db, context) : undefined,
    whose: "the task's",
    by,
    refuse: refuseConfig,
  });
  return {
    projectId: project.id,
    parentId: parent?.task_id ?? null,
    forkedFrom: original?.task_id ?? null,
    noPause: asked.noPause ?? null,
    config: draft.asked,
    pool,
    context,
    packages,
    ...complete,
  };
}

const storedContext = (db: Db, { hash, archive }: NonNullable<PreparedGenericTask['context']>): StoredArchive =>
  archive ? sentArchive({ hash, archive }) : { hash, read: () => readContextOf(db, hash) };

/** That it may be seen the contract has asked. */
async function named(db: Db, id: string | undefined): Promise<GenericTaskRow | undefined> {
  if (!id) return undefined;
  const row = await findGenericTask(db, id);
  if (!row) throw notFound('task', id);
  return row;
}

async function contextOf(
  { contextDirectory: files, inheritContext }: CreateGenericTaskRequest,
  parent: GenericTaskRow | undefined,
  original: GenericTaskRow | undefined,
  by: string,
): Promise<PreparedGenericTask['context']> {
  if (inheritContext && !parent) throw invalidArgument('inheritContext needs a parentId whose context is inherited');
  if (inheritContext && files.length > 0) {
    throw invalidArgument('contextDirectory and inheritContext cannot both be given');
  }
  if (files.length > 0) {
    return packFiles(by, { what: 'context directory', files });
  }
  const hash = (inheritContext ? parent : original)?.context_hash;
  return hash ? { hash } : null;
}
