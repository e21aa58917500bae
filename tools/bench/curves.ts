import { compareTrialsRoute, reportTrialMetricsRoute } from '@determined/contract/training/metrics-routes.ts';
import { encodeRequest } from '@determined/contract/wire/encode-request.ts';
import { eventually } from '@determined/dev-cluster/eventually.ts';
import { sql } from 'kysely';
import type { Bench, BenchMaster } from './figure.ts';
import { Caller, median, timed } from './http-load.ts';
import { processorMs } from './processor.ts';
import { countOf, endTrials, type RunningTrials, runId, startTrials } from './running-trials.ts';

const trials = 100;
const points = 1_000;

export const curves: Bench = {
  name: 'curves',
  measure: async (place) => {
    const master = await place.master();
    place.note(`${trials} trials with ${points} validations each`);
    const running = await startTrials(master, trials);
    await reportAll(master, running);
    await endTrials(master, running);
    await eventually(
      'the sealing of all reports',
      async () => (await countOf(master, 'metric_reports')) === 0,
      120_000,
    );
    const trialIds = running.trials.map(({ trialId }) => trialId);
    const bare = await median(9, () =>
      timed(() =>
        sql`select data from metric_columns c join metric_chunks k on k.id = c.chunk_id
          where k.trial_id = any(${trialIds}::integer[]) and c.name = 'loss'`.execute(master.db),
      ),
    );
    const baseline = { what: 'the packed chunks by SQL', value: bare };
    const packed = await ask(master, `/api/ext/v1/experiments/${running.experimentId}/curves`);
    const { path } = encodeRequest(compareTrialsRoute, {
      trialIds,
      metricNames: ['loss'],
      group: 'validation',
      maxDatapoints: points,
    });
    const compatible = await ask(master, path);
    return [
      {
        what: 'Curves of 100 trials × 1,000 points, packed, processor',
        value: packed.ms,
        unit: 'ms',
        aim: { atMost: 60 },
        baseline,
      },
      { what: 'Their JSON', value: packed.megabytes, unit: 'MB', aim: { atMost: 3 } },
      {
        what: 'The same, compatible call, processor',
        value: compatible.ms,
        unit: 'ms',
        aim: { atMost: 250 },
        baseline,
      },
      { what: 'Its JSON', value: compatible.megabytes, unit: 'MB' },
    ];
  },
};

async function ask(master: BenchMaster, path: string): Promise<{ ms: number; megabytes: number }> {
  const caller = new Caller(master.address, 1);
  try {
    let bytes = 0;
    const ms = await processorMs(master, async () => {
      bytes = (await caller.send({ method: 'GET', path, token: master.token })).bytes;
    });
    return { ms, megabytes: bytes / 1e6 };
  } finally {
    caller.close();
  }
}

/** All but each trial's last validation are put in the tail at once; the last goes by the call, which sums the trial up. */
async function reportAll(master: BenchMaster, { trials: running }: RunningTrials): Promise<void> {
  const ids = running.map(({ trialId }) => trialId);
  await sql`insert into metric_reports (trial_id, group_name, run_id, steps, end_time, metrics)
    select trial, 'validation', ${runId}, step, now() + step * interval '1 second',
      '{"loss":' || (2.5 * exp(-step / 300.0) + random() * 0.1)::real || '}'
    from unnest(${ids}::integer[]) trial, generate_series(1, ${points - 1}::int) step`.execute(master.db);
  const caller = new Caller(master.address, 8);
  try {
    await Promise.all(
      running.map(({ trialId, token }) => {
        const { path, body } = encodeRequest(reportTrialMetricsRoute, {
          metrics: {
            trialId,
            trialRunId: runId,
            stepsCompleted: points,
            metrics: { avgMetrics: { loss: Math.fround(Math.random() * 0.1) }, batchMetrics: [] },
          },
          group: 'validation',
        });
        return caller.send({ method: 'POST', path, body, token });
      }),
    );
  } finally {
    caller.close();
  }
}
