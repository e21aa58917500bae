import { createExperimentRoute } from '@determined/contract/training/experiments-routes.ts';
import { getExperimentCurvesRoute } from '@determined/contract/training/ext-routes.ts';
import { reportTrialMetricsRoute, trialsSampleRoute } from '@determined/contract/training/metrics-routes.ts';
import { createTrialRoute } from '@determined/contract/training/trials-routes.ts';
import { type DevCluster, startDevCluster } from '@determined/dev-cluster/dev-cluster.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

let cluster: DevCluster;
beforeAll(async () => {
  cluster = await startDevCluster();
});
afterAll(() => cluster.stop());

test('[VIZ-027] curves are those of at most the best 5000 trials, however many are asked for', async () => {
  const { client } = cluster.admin;
  const config = 'name: wide\nsearcher: {name: random, metric: loss, max_trials: 2}\nhyperparameters: {}';
  const { experiment } = await client.call(createExperimentRoute, { config, unmanaged: true });
  const experimentId = experiment?.id ?? 0;
  const { trial } = await client.call(createTrialRoute, { experimentId, hparams: {}, unmanaged: true });
  const metrics = { trialId: trial?.id ?? 0, stepsCompleted: 1, metrics: { avgMetrics: { loss: 1 } } };
  await client.call(reportTrialMetricsRoute, { metrics, group: 'validation' });
  // As many as that one would take minutes to report.
  const { db } = cluster.master;
  await sql`insert into trials (experiment_id, request_id, state, hparams)
    select ${experimentId}, 'copy ' || g, 'COMPLETED', '{}' from generate_series(1, 5001) g`.execute(db);
  await sql`update trial_metrics c set summary_metrics = m.summary_metrics from trial_metrics m
    where m.trial_id = ${trial?.id ?? 0} and c.experiment_id = ${experimentId}`.execute(db);
  const curves = (maxTrials?: number) =>
    client.call(getExperimentCurvesRoute, { params: { experimentId }, query: { maxTrials, maxPoints: 1 } });
  expect(await curves(9_999)).toMatchObject({ total: 5_002, trials: { length: 5_000 } });
  expect(await curves()).toMatchObject({ trials: { length: 100 } });
  const sample = { experimentId, metricName: 'loss', group: 'validation', maxTrials: 9_999, maxDatapoints: 1 };
  for await (const { trials } of client.stream(trialsSampleRoute, sample)) {
    expect(trials).toHaveLength(5_000);
    break;
  }
});
