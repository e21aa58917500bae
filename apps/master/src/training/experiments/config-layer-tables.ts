import type { ColumnType } from 'kysely';
import type { ConfigLayer } from '../shared/config/config-layers.ts';

declare module '#platform/db/database.ts' {
  interface Database {
    experiment_config_layers: ExperimentConfigLayersTable;
  }
}

export interface ExperimentConfigLayersTable {
  experiment_id: number;
  /** Weakest first, without the user's own, which is the experiment's text. */
  layers: ColumnType<ConfigLayer[], string, string>;
}
