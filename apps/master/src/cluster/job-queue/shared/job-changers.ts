import type { Db } from '#platform/db/database.ts';
import { perMaster } from '#platform/master.ts';

export type JobChange = { priority: number } | { weight: number } | { resourcePool: string };

/** Changes a job in a transaction of its own; false when it is not one of the kind that this band owns. */
export type JobChanger = (db: Db, jobId: string, change: JobChange) => Promise<boolean>;

/** The bands whose work stands in the queue register how it is changed. */
export const jobChangers = perMaster((): JobChanger[] => []);
