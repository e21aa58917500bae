import { encodeFree } from '@determined/contract/wire/encode.ts';
import type { FreeObject } from '@determined/contract/wire/message.ts';
import { writtenJson } from '@determined/contract/wire/written-json.ts';
import type { Tx } from '#platform/db/database.ts';
import { KeptValues } from '#platform/kept-values.ts';
import { type Master, perMaster } from '#platform/master.ts';
import { takingTurns } from '#platform/turns.ts';
import { type JobValues, wholeConfig } from '../../life/shared/whole-config.ts';
import { redactSecrets } from '../../shared/config/redact-secrets.ts';

/** Characters of the texts that are kept. */
const room = 16_000_000;

/** What a list shows of an experiment's configuration: all of it but its secrets, and the space that is searched. */
export interface ListedConfig {
  config: FreeObject;
  hyperparameters: FreeObject;
}

interface Versioned extends JobValues {
  id: number;
  /** Another one with every change of the experiment's row. */
  version: string;
}

interface Kept {
  version: string;
  config: string;
  hyperparameters: string;
}

/**
 * Configurations as lists show them, by experiment; those that are gone are left out. They are read and written once for each
 * version of their row: a page of them is asked for again and again, and most of what it costs would be its configurations.
 * `rows` were read in the same transaction, which sees one moment.
 */
export async function listedConfigs(
  master: Master,
  tx: Tx,
  rows: readonly Versioned[],
): Promise<Map<number, ListedConfig>> {
  const kept = keptOf(master);
  const found = new Map<number, ListedConfig>();
  const lacking = new Map<number, Versioned>();
  const pause = takingTurns();
  for (const row of rows) {
    await pause();
    const known = kept.get(row.id);
    if (known?.version === versionOf(row)) found.set(row.id, shown(known));
    else lacking.set(row.id, row);
  }
  if (lacking.size === 0) return found;
  const read = await tx
    .selectFrom('experiments')
    .select(['id', 'config', 'labels'])
    .where('id', '=', (eb) => eb.fn.any(eb.val([...lacking.keys()])))
    .execute();
  for (const { id, config, labels } of read) {
    await pause();
    const row = lacking.get(id);
    if (!row) continue;
    const text = JSON.stringify(encodeFree(redactSecrets(wholeConfig({ ...row, config, labels }))));
    const made = { version: versionOf(row), config: text, hyperparameters: JSON.stringify(config.hyperparameters) };
    kept.set(id, made);
    found.set(id, shown(made));
  }
  return found;
}

/** What the configuration is made of besides its row stands in the job's. */
const versionOf = ({ version, priority, weight, max_slots, pool }: Versioned) =>
  JSON.stringify([version, priority, weight, max_slots, pool]);

const shown = ({ config, hyperparameters }: Kept): ListedConfig => ({
  config: writtenJson(config),
  hyperparameters: writtenJson(hyperparameters),
});

const keptOf = perMaster(
  () => new KeptValues<number, Kept>(room, ({ config, hyperparameters }) => config.length + hyperparameters.length),
);
