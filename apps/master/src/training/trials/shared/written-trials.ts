import { byName } from '@determined/contract/wire/by-name.ts';
import type { FreeObject } from '@determined/contract/wire/message.ts';
import { writtenJson } from '@determined/contract/wire/written-json.ts';
import { sql } from 'kysely';
import { redactLogins } from '#platform/config/format/secrets.ts';
import type { Db } from '#platform/db/database.ts';
import { KeptValues } from '#platform/kept-values.ts';
import { type Master, perMaster } from '#platform/master.ts';
import { takingTurns } from '#platform/turns.ts';
import { summaryJson } from '../../metrics/shared/shown-summary.ts';

/** Characters of the texts that are kept. */
const room = 12_000_000;

/** What is large of a trial, as the wire has it: what it was given, what it reported, and where its data came from. */
export interface WrittenTrial {
  hparams: FreeObject;
  summaryMetrics: FreeObject;
  /** As its experiment's configuration names it. */
  pachyderm: FreeObject | undefined;
}

/** Another one with every change of what `writtenTrials` reads, of the trial `t`, its metrics `m` and its experiment `e`. */
export const trialVersion = sql<string>`t.xmin || ' ' || m.xmin || ' ' || e.xmin`;

interface Kept {
  version: string;
  hparams: string;
  summaryMetrics: string;
  pachyderm: string | null;
}

/**
 * What is large of trials, by trial; those that are gone are left out. It is read and written once for each version of their rows:
 * a page of them is asked for again and again, and most of what it costs would be this.
 */
export async function writtenTrials(
  master: Master,
  db: Db,
  rows: readonly { id: number; version: string }[],
): Promise<Map<number, WrittenTrial>> {
  const kept = keptOf(master);
  const found = new Map<number, WrittenTrial>();
  const lacking = new Map<number, string>();
  for (const { id, version } of rows) {
    const known = kept.get(id);
    if (known?.version === version) found.set(id, shown(known));
    else lacking.set(id, version);
  }
  if (lacking.size === 0) return found;
  const pause = takingTurns();
  const read = await db
    .selectFrom('trials as t')
    .innerJoin('trial_metrics as m', 'm.trial_id', 't.id')
    .innerJoin('experiments as e', 'e.id', 't.experiment_id')
    .select([
      't.id',
      sql<string>`t.hparams::text`.as('hparams'),
      sql<string>`m.summary_metrics::text`.as('summary'),
      sql<string | null>`nullif(e.config #> '{integrations,pachyderm}', 'null')::text`.as('pachyderm'),
    ])
    .where('t.id', '=', (eb) => eb.fn.any(eb.val([...lacking.keys()])))
    .execute();
  for (const { id, hparams, summary, pachyderm } of read) {
    await pause();
    const version = lacking.get(id);
    if (version === undefined) continue;
    const texts = {
      hparams: inOrder(hparams),
      summaryMetrics: summaryJson(summary),
      pachyderm: withoutToken(pachyderm),
    };
    kept.set(id, { version, ...texts });
    found.set(id, shown({ version, ...texts }));
  }
  return found;
}

const inOrder = (stored: string) => JSON.stringify(byName(JSON.parse(stored)));

function withoutToken(stored: string | null): string | null {
  if (stored === null) return null;
  const { integrations } = redactLogins({ integrations: { pachyderm: JSON.parse(stored) } });
  return JSON.stringify(byName(integrations.pachyderm));
}

const shown = ({ hparams, summaryMetrics, pachyderm }: Kept): WrittenTrial => ({
  hparams: writtenJson(hparams),
  summaryMetrics: writtenJson(summaryMetrics),
  pachyderm: pachyderm === null ? undefined : writtenJson(pachyderm),
});

const keptOf = perMaster(
  () =>
    new KeptValues<number, Kept>(
      room,
      ({ hparams, summaryMetrics, pachyderm }) => hparams.length + summaryMetrics.length + (pachyderm?.length ?? 0),
    ),
);
