import { setTimeout as delay } from 'node:timers/promises';
import { notFound } from '@determined/contract/errors.ts';
import { experimentIsTerminal } from '@determined/contract/training/experiment-rules.ts';
import type { Db } from '#platform/db/database.ts';
import type { Context } from '#platform/http/context.ts';

const defaultPeriod = 30;

export interface StreamedExperiment {
  id: number;
  searcherMetric: string;
  searcherType: string;
  smallerIsBetter: boolean;
  ended: boolean;
}

/**
 * Answers again every period until all of the experiments have ended; the first answer always comes, and one more after
 * the end, so that nothing reported last is missed.
 */
export async function* pollExperiments<T>(
  ctx: Context,
  ids: readonly number[],
  periodSeconds: number,
  answer: (experiments: StreamedExperiment[]) => Promise<T>,
): AsyncGenerator<T> {
  const wait = (periodSeconds > 0 ? periodSeconds : defaultPeriod) * 1000;
  for (;;) {
    // Read before the answer: an end that comes after it gives one more turn.
    const experiments = await streamedExperiments(ctx.db, ids);
    yield await answer(experiments);
    if (experiments.every((experiment) => experiment.ended)) return;
    try {
      await delay(wait, undefined, { signal: ctx.signal });
    } catch {
      return;
    }
  }
}

async function streamedExperiments(db: Db, ids: readonly number[]): Promise<StreamedExperiment[]> {
  const found = await db
    .selectFrom('experiments')
    .select(['id', 'state', 'searcher_metric', 'searcher_type', 'smaller_is_better'])
    .where('id', 'in', ids.length > 0 ? [...ids] : [-1])
    .execute();
  return ids.map((id) => {
    const row = found.find((candidate) => candidate.id === id);
    if (!row) throw notFound('experiment', id);
    return {
      id,
      searcherMetric: row.searcher_metric,
      searcherType: row.searcher_type,
      smallerIsBetter: row.smaller_is_better,
      ended: experimentIsTerminal(`STATE_${row.state}`),
    };
  });
}

export async function trialIdsOf(db: Db, experimentId: number): Promise<number[]> {
  const found = await db
    .selectFrom('trials')
    .select('id')
    .where('experiment_id', '=', experimentId)
    .orderBy('id')
    .execute();
  return found.map((trial) => trial.id);
}
