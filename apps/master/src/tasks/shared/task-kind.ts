import type { Task } from '@determined/contract/tasks/tasks-generated.ts';
import type { Input } from '@determined/contract/wire/message.ts';
import type { LauncherSlot } from '@determined/launchers/launcher.ts';
import type { LogPolicy } from '#platform/config/format/log-policies.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import type { Thing } from '#platform/db/tables/identity-tables.ts';
import { type Master, perMaster } from '#platform/master.ts';
import type { AllocationRow } from './allocation-row.ts';

/** What a launched task needs beyond what every task has (facts: trial runtime 2.1). */
export interface TaskLaunch {
  /** Variables of this kind of task; the user's own come last and win. */
  environment: Record<string, string>;
  /** The program and its arguments; none where the harness knows what to start. */
  entrypoint: string[];
  /** The user's files, tar.gz. */
  context?: Buffer;
  /** A folder of the machine to run in, in place of one of its own. */
  workDir?: string;
  owner: { id: number; username: string };
  /** What it works for, and what is its own besides: what its sessions reach without their owner's rights. */
  of: Thing;
  own: Thing[];
}

/** How an allocation ended, as far as the trial or command behind it cares. Facts: trial runtime 11.1. */
export type AllocationExit =
  /** Exited 0 without being asked to stop. */
  | { kind: 'completed' }
  /** A graceful stop was asked for and acknowledged, or it ended before it had started. */
  | { kind: 'stopped' }
  /** Killed because somebody asked for it. */
  | { kind: 'killed' }
  | { kind: 'failed'; exitCode: number; message: string }
  /** Not the user's fault: tried again without counting a restart. */
  | { kind: 'lost'; message: string }
  /** Can never run; `whole`: nor can anything else of its job. */
  | { kind: 'refused'; message: string; whole?: boolean };

/** One kind of task: registered by the band that owns it, so that tasks know nothing of trials. */
export interface TaskKind {
  /** Names for log lines and lists, such as `Trial 6 (Experiment 3)`, by task. */
  names(db: Db, taskIds: readonly string[]): Promise<Map<string, string>>;
  /** What to do when a line of its log matches. Never changes. */
  logPolicies(db: Db, taskId: string): Promise<readonly LogPolicy[]>;
  /** The user's files, tar.gz, as who may see the task is given them. */
  context?(db: Db, taskId: string): Promise<Buffer | undefined>;
  /** What a task of this kind shows besides what every task does. */
  shown?(db: Db, taskId: string): Promise<Partial<Input<Task>>>;
  /** `device` is what it runs on. */
  launch(db: Db, allocation: AllocationRow, device: LauncherSlot['type']): Promise<TaskLaunch>;
  /** Locks what `exited` changes. Always before the allocation's own row, so that no two wait for each other. */
  lock(tx: Tx, taskId: string): Promise<void>;
  /** Runs in the transaction that ends the allocation. */
  exited(tx: Tx, allocation: AllocationRow, exit: AllocationExit): Promise<void>;
}

export const taskKinds = perMaster(() => new Map<string, TaskKind>());

export async function kindOf(master: Master, db: Db, taskId: string): Promise<TaskKind> {
  const { type } = await db.selectFrom('tasks').select('type').where('id', '=', taskId).executeTakeFirstOrThrow();
  const kind = taskKinds(master).get(type);
  if (!kind) throw new Error(`nobody handles tasks of type ${type}`);
  return kind;
}

export async function taskName(master: Master, db: Db, taskId: string): Promise<string> {
  const names = await (await kindOf(master, db, taskId)).names(db, [taskId]);
  return names.get(taskId) ?? taskId;
}
