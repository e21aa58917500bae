import type { Db } from '#platform/db/database.ts';
import type { Thing } from '#platform/db/tables/identity-tables.ts';
import { rootOf } from '#platform/db/transaction.ts';

export type JobChange = { priority: number } | { weight: number } | { resourcePool: string };

/** What a job is for. It says where the job lies, so that a project may move with what runs in it. */
export interface JobSubject {
  of: Thing;
  name: string;
  /** 0 to 1, where that can be told. */
  progress: number;
  workspaceId: number;
  workspaceOwnerId: number;
  /** Of which the counterparts of an experiment's permissions are asked. */
  interactive?: boolean;
}

/** One kind of job: registered by the band that owns it, so that the queue knows nothing of experiments. */
export interface JobKind {
  /** Of jobs, by id. */
  subjects(db: Db, jobIds: readonly string[]): Promise<Map<string, JobSubject>>;
  /** Changes a job in a transaction of its own; false where there is nothing to change any more. */
  change(db: Db, jobId: string, change: JobChange, userId: number): Promise<boolean>;
  /** Work of ours, which stands in nobody's queue. */
  hidden?: boolean;
}

const registered = new WeakMap<Db, Map<string, JobKind>>();

/** The kinds of a master's jobs. A master is told by its database, also inside a transaction. */
export function jobKinds(db: Db): Map<string, JobKind> {
  const root = rootOf(db);
  const kinds = registered.get(root) ?? new Map<string, JobKind>();
  registered.set(root, kinds);
  return kinds;
}

/** What jobs are for, by id. */
export async function jobSubjects(
  db: Db,
  jobs: readonly { id: string; kind: string }[],
): Promise<Map<string, JobSubject>> {
  const found = new Map<string, JobSubject>();
  for (const [kind, ofKind] of Map.groupBy(jobs, (job) => job.kind)) {
    const subjects = await jobKinds(db)
      .get(kind)
      ?.subjects(db, [...new Set(ofKind.map(({ id }) => id))]);
    for (const [id, subject] of subjects ?? []) found.set(id, subject);
  }
  return found;
}
