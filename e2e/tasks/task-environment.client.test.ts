import { cpSync, readdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createExperimentRoute, getExperimentRoute } from '@determined/contract/training/experiments-routes.ts';
import { type DevCluster, startDevCluster } from '@determined/dev-cluster/dev-cluster.ts';
import { eventually } from '@determined/dev-cluster/eventually.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { clientPython, createdId, DetClient } from '../support/det-client.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const repository = resolve(import.meta.dirname, '../..');

let cluster: DevCluster;
let det: DetClient;
beforeAll(async () => {
  cluster = await startDevCluster({ launcher: 'local', env: { DET_PYTHON: clientPython(), DET_SLOTS: '1' } });
  det = new DetClient(cluster.address);
});
afterAll(() => cluster?.stop());

async function run(entrypoint: string, files: Record<string, string> = {}): Promise<{ id: string; logs: string }> {
  const folder = temporaryFolder('script');
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  cpSync(join(repository, 'examples/first-script'), folder, { recursive: true });
  const config = join(folder, 'first-script.yaml');
  const quick = `sed -i s/0.3/0/ train.py; ${entrypoint}`;
  writeFileSync(
    config,
    `name: x\nentrypoint: ${quick}\nsearcher: {name: single, metric: validation_loss}\nmax_restarts: 0\n`,
  );
  const id = createdId(await det.det('e', 'create', config, folder));
  await det.det('e', 'wait', id, '--polling-interval', '1');
  return { id, logs: await det.det('e', 'logs', id) };
}

test('the Core API writes TensorBoard files without a framework', async () => {
  const { id } = await run('python3 train.py');
  const files = readdirSync(join(cluster.dataDir, 'checkpoints'), { recursive: true, encoding: 'utf8' });
  expect(
    files.filter((name) => name.includes(`tensorboard/experiment/${id}/`) && name.includes('tfevents')),
  ).not.toEqual([]);
});

test('an entry point that sets PYTHONPATH anew still reports to its trial', async () => {
  const { id, logs } = await run('PYTHONPATH=. python3 train.py');
  const trials = cluster.master.db
    .selectFrom('trials')
    .innerJoin('trial_metrics', 'trial_metrics.trial_id', 'trials.id')
    .select(['state', 'total_batches']);
  const trial = await trials.where('trials.experiment_id', '=', Number(id)).executeTakeFirst();
  expect({ trial, logs }).toMatchObject({ trial: { state: 'COMPLETED', total_batches: 60 } });
});

test('a checkpoint is told after the metrics that were reported before it', async () => {
  // The network is slow for metrics; the package itself would not wait for them.
  const { logs } = await run('python3 order.py', {
    'order.py': `
import time
from determined import core
from determined.common.api import bindings

post_metrics, post_checkpoint = bindings.post_ReportTrialMetrics, bindings.post_ReportCheckpoint

def slowly(session, **parts):
    time.sleep(0.5)
    post_metrics(session, **parts)
    print("told: metrics", parts["body"].metrics.stepsCompleted, flush=True)

def tell_checkpoint(session, **parts):
    print("told: checkpoint", parts["body"].metadata["steps_completed"], flush=True)
    post_checkpoint(session, **parts)

bindings.post_ReportTrialMetrics, bindings.post_ReportCheckpoint = slowly, tell_checkpoint

with core.init() as context:
    for step in (1, 2):
        context.train.report_training_metrics(steps_completed=step, metrics={"loss": 1.0})
    context.train.report_validation_metrics(steps_completed=2, metrics={"validation_loss": 1.0})
    with context.checkpoint.store_path({"steps_completed": 2}) as (path, _):
        (path / "state.txt").write_text("2")
`,
  });
  const told = [...logs.matchAll(/told: (.*)/g)].map(([, what]) => what);
  expect(told, logs).toEqual(['metrics 1', 'metrics 2', 'metrics 2', 'checkpoint 2']);
});

test('a checkpoint whose metrics were refused fails with the refusal, instead of waiting', async () => {
  const { logs } = await run('python3 refused.py', {
    'refused.py': `
from determined import core
from determined.common.api import bindings

def refuse(session, **parts):
    raise ValueError("not these metrics")

bindings.post_ReportTrialMetrics = refuse

with core.init() as context:
    context.train.report_training_metrics(steps_completed=1, metrics={"loss": 1.0})
    try:
        with context.checkpoint.store_path({"steps_completed": 1}) as (path, _):
            (path / "state.txt").write_text("1")
    except ValueError as error:
        print("refused:", error, flush=True)
`,
  });
  expect(logs).toContain('refused: not these metrics');
});

test('links among the files of an experiment are links in its folder', async () => {
  const content = (text: string) => Buffer.from(text).toString('base64');
  const config = `name: links
entrypoint: readlink code/now.py && python3 code/now.py && ls folder
searcher: {name: single, metric: loss}
max_restarts: 0
`;
  const modelDefinition = [
    { path: 'code/now.py', type: 50, mode: 0o777, content: content('../lib/real.py') },
    { path: 'folder', type: 50, mode: 0o777, content: content('lib') },
    { path: 'lib/real.py', type: 48, mode: 0o644, content: content('print("the link runs")\n') },
  ];
  const { client } = cluster.admin;
  const { experiment } = await client.call(createExperimentRoute, { config, modelDefinition, activate: true });
  const experimentId = experiment?.id ?? 0;
  await eventually(
    'it is over',
    async () => (await client.call(getExperimentRoute, { experimentId })).experiment?.endTime != null,
    60_000,
  );
  const logs = await det.det('e', 'logs', String(experimentId));
  for (const line of ['../lib/real.py', 'the link runs', 'real.py\n']) expect(logs).toContain(line);
});
