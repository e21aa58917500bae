import { invalidArgument } from '@determined/contract/errors.ts';
import type { trialsSnapshotRoute } from '@determined/contract/training/metrics-routes.ts';
import { sql } from 'kysely';
import type { StreamHandler } from '#platform/http/serve.ts';
import { runIsGoing } from '../life/shared/shown-state.ts';
import { metricNamed } from './metric-arguments.ts';
import { pollExperiments } from './poll-stream.ts';
import { readColumns } from './read-columns.ts';
import { metricNumber } from './shared/metric-values.ts';

const widestMargin = 100;

/** The metric of every trial that reported it close to a step; each report is told once. */
export const streamTrialsSnapshot: StreamHandler<typeof trialsSnapshotRoute> = async function* (request, ctx) {
  const { group, name } = metricNamed(request);
  if (request.batchesMargin > widestMargin) throw invalidArgument(`margin must be <= ${widestMargin}`);
  const range = {
    from: request.batchesProcessed - request.batchesMargin,
    to: request.batchesProcessed + request.batchesMargin,
  };
  const told = new Set<string>();
  yield* pollExperiments(ctx, [request.experimentId], request.periodSeconds, async () => {
    const trials = await ctx.db
      .selectFrom('trials as t')
      .select(['id', 'hparams'])
      .where('experiment_id', '=', request.experimentId)
      .where(sql<boolean>`not ${runIsGoing}`)
      .orderBy('id')
      .execute();
    const columns = await readColumns(
      ctx.db,
      trials.map((trial) => trial.id),
      group,
      [name],
      range,
    );
    const shown = trials.flatMap(({ id, hparams }) => {
      const { steps, values } = columns.get(id) ?? { steps: [], values: [] };
      return steps.flatMap((batchesProcessed, row) => {
        const metric = metricNumber(values[0]?.[row]);
        const key = `${id} ${batchesProcessed}`;
        if (metric === undefined || told.has(key)) return [];
        told.add(key);
        return [{ trialId: id, hparams, metric, batchesProcessed }];
      });
    });
    return { trials: shown };
  });
};
