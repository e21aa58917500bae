declare module '#platform/db/database.ts' {
  interface Database {
    experiment_model_definitions: ExperimentModelDefinitionsTable;
  }
}

export interface ExperimentModelDefinitionsTable {
  experiment_id: number;
  archive: Buffer;
}
