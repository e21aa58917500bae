import type { Generated } from 'kysely';

declare module '#platform/db/database.ts' {
  interface Database {
    experiment_model_definitions: ExperimentModelDefinitionsTable;
  }
}

export interface ExperimentModelDefinitionsTable {
  experiment_id: number;
  /** tar.gz, up to some hundred MiB: read it in pieces. */
  archive: Buffer;
  /** What is said of an entrypoint whose file is not in the archive; null where nothing is. */
  entrypoint_caution: Generated<string | null>;
  /** SHA-256 of the archive. */
  hash: string;
}
