import type { ColumnType } from 'kysely';
import type { ConfigLayer } from '../shared/config/config-layers.ts';

declare module '#platform/db/database.ts' {
  interface Database {
    experiment_config_layers: ExperimentConfigLayersTable;
  }
}

export interface ExperimentConfigLayersTable {
  experiment_id: number;
  /** Weakest first; the user's own is the experiment's text, and under his name here what continues have put over it. */
  layers: ColumnType<ConfigLayer[], string, string>;
}
