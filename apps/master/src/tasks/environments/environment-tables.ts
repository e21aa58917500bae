import type { ColumnType, Generated } from 'kysely';

declare module '#platform/db/database.ts' {
  interface Database {
    task_environments: TaskEnvironmentsTable;
    environment_makings: EnvironmentMakingsTable;
  }
}

/** Packages that tasks need beside those that every task has. */
export interface TaskEnvironmentsTable {
  id: string;
  requirements: string[];
  /** With its login: shown to nobody. */
  index_url: string | null;
}

/** What became of one in a place: an agent, or the manager that is an engine. */
export interface EnvironmentMakingsTable {
  environment_id: string;
  place: string;
  state: 'MAKING' | 'READY' | 'FAILED';
  /** What is done just now, or why it failed. */
  told: Generated<string>;
  master_id: string;
  /** When its master, or its end, was last heard of: by the database's clock, as all that is compared with it. */
  seen_at: ColumnType<string, string | undefined, string>;
}
