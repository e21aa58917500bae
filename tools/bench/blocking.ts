import { randomBytes, randomUUID } from 'node:crypto';
import { reportCheckpointRoute } from '@determined/contract/training/checkpoints-routes.ts';
import { createExperimentRoute } from '@determined/contract/training/experiments-routes.ts';
import {
  compareTrialsRoute,
  getMetricsRoute,
  reportTrialMetricsRoute,
} from '@determined/contract/training/metrics-routes.ts';
import { searchRunsRoute } from '@determined/contract/training/runs-routes.ts';
import { encodeRequest } from '@determined/contract/wire/encode-request.ts';
import { eventually } from '@determined/dev-cluster/eventually.ts';
import type { Bench, BenchMaster, Figure } from './figure.ts';
import { Caller, type Sent } from './http-load.ts';
import { probe } from './probe.ts';
import { countOf, endTrials, type RunningTrial, runId, startTrials } from './running-trials.ts';
import { makeSearchedProject } from './search-data.ts';

/** Of these the best counts: others work on the machine, too. */
const rounds = 3;

interface Heavy {
  what: string;
  run(): Promise<unknown>;
  /** Once only. */
  once?: true;
}

/** How long another caller's `GET /api/v1/me` takes at most while one heavy call runs. */
export const blocking: Bench = {
  name: 'blocking',
  measure: async (place) => {
    const master = await place.master();
    const caller = new Caller(master.address, 4);
    const figures: Figure[] = [];
    try {
      for (const { what, run, once } of await heavyCalls(master, caller)) {
        const longest: number[] = [];
        let seconds = 0;
        for (let round = 0; round < (once ? 1 : rounds); round++) {
          const stop = await probe(master.address, { method: 'GET', path: '/api/v1/me', token: master.token });
          const began = performance.now();
          const done = run();
          await done.catch(() => {});
          seconds = (performance.now() - began) / 1000;
          longest.push(Math.max(...(await stop())));
          await done;
        }
        const value = Math.min(...longest);
        place.note(`${what}: ${value.toFixed(0)} ms (${seconds.toFixed(1)} s)`);
        figures.push({ what: `Another answer meanwhile, longest: ${what}`, value, unit: 'ms', aim: { atMost: 50 } });
      }
    } finally {
      caller.close();
    }
    return figures;
  },
};

async function heavyCalls(master: BenchMaster, caller: Caller): Promise<Heavy[]> {
  const running = await startTrials(master, 2);
  const [trial, sealed] = running.trials as [RunningTrial, RunningTrial];
  const projectId = await makeSearchedProject(master, 5_000);
  const ask = (sent: Sent) => () =>
    caller.send({ token: master.token, ...sent }, { 'Accept-Encoding': 'gzip, deflate' });
  const get = (what: string, path: string): Heavy => ({ what, run: ask({ method: 'GET', path }) });
  let step = 0;
  const wide = (count: number, of: RunningTrial) => {
    const values = Object.fromEntries(Array.from({ length: count }, (_, at) => [`layer_${at}`, Math.random()]));
    return () => report(of, ++step, values);
  };
  const wideReport = wide(5_000, sealed);
  const large = wide(20_000, trial);
  await caller.send(large());
  const project = `/api/v1/experiments?projectId=${projectId}`;
  return [
    { what: 'nothing', run: () => new Promise((resolve) => setTimeout(resolve, 2_000)) },
    {
      what: 'reports of 5,000 metrics, and their sealing',
      once: true,
      run: async () => {
        for (let at = 0; at < 130; at++) await caller.send(wideReport());
        await endTrials(master, { ...running, trials: [sealed] });
        await eventually('the sealing', async () => (await countOf(master, 'metric_reports')) <= step - 130, 120_000);
      },
    },
    { what: 'a report of 20,000 metrics', run: () => caller.send(large()) },
    get('a trial with 20,000 metrics', `/api/v1/trials/${trial.trialId}`),
    get(
      'all 5,000 metrics of a trial',
      encodeRequest(compareTrialsRoute, {
        trialIds: [sealed.trialId],
        maxDatapoints: 1_000,
        metricIds: Array.from({ length: 500 }, (_, at) => `training.layer_${at}`),
      }).path,
    ),
    get(
      'reports of a trial of 5,000',
      encodeRequest(getMetricsRoute, { trialIds: [sealed.trialId], group: 'training' }).path,
    ),
    get('curves of an experiment with 20,000 metrics', `/api/ext/v1/experiments/${running.experimentId}/curves`),
    get('workloads of a trial of 5,000', `/api/v1/trials/${sealed.trialId}/workloads?limit=200`),
    get('columns of a project with 20,000 metrics', '/api/v1/projects/1/columns?tableType=TABLE_TYPE_EXPERIMENT'),
    get('5,000 experiments', `${project}&limit=5000`),
    { what: '500 runs', run: ask(asPost(encodeRequest(searchRunsRoute, { projectId, limit: 500 }))) },
    get('trials of an experiment', `/api/v1/experiments/${running.experimentId}/trials?limit=1000`),
    { what: 'a configuration of 800 kB of YAML', run: ask(createWith(`${configuration}data:\n${longYaml()}`)) },
    {
      what: 'a configuration of 10,000 keys of JSON',
      run: ask(createWith(JSON.stringify({ ...plainConfiguration, data: keys(10_000) }))),
    },
    { what: 'a model definition of 40 MB', run: ask(createWith(configuration, 40)) },
    {
      what: 'a body of 900,000 values',
      run: ask({
        method: 'POST',
        path: '/api/v1/experiments-search',
        body: `{"limit":1,"other":[${'1,'.repeat(900_000)}1]}`,
      }),
    },
    {
      what: 'a checkpoint with 900 kB of metadata',
      run: () => caller.send({ token: trial.token, ...asPost(checkpoint(trial, { metadata: keys(10_000) })) }),
    },
    {
      what: 'a checkpoint of 30,000 files',
      run: () => {
        const resources = Object.fromEntries(Array.from({ length: 30_000 }, (_, at) => [`file_${at}.bin`, at]));
        return caller.send({ token: trial.token, ...asPost(checkpoint(trial, { resources })) });
      },
    },
    get('checkpoints of the trial', `/api/v1/trials/${trial.trialId}/checkpoints?limit=1000`),
  ];
}

const plainConfiguration = {
  name: 'large',
  entrypoint: 'x',
  searcher: { name: 'single', metric: 'loss' },
  resources: { slots_per_trial: 0 },
};
const configuration =
  'name: large\nentrypoint: x\nsearcher: {name: single, metric: loss}\nresources: {slots_per_trial: 0}\n';

const keys = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`a_longer_key_${at}`, at]));
const longYaml = () =>
  Array.from({ length: 9_000 }, (_, at) => `  key_${at}: ${at} # ${'what it is good for, '.repeat(3)}\n`).join('');

const asPost = ({ path, body }: { path: string; body?: string | undefined }): Sent => ({ method: 'POST', path, body });

function createWith(config: string, megabytes = 0): Sent {
  const modelDefinition = [{ path: 'large.bin', type: 48, mode: 0o644, content: randomBytes(megabytes * 2 ** 20) }];
  return asPost(
    encodeRequest(createExperimentRoute, {
      config,
      activate: false,
      ...(megabytes === 0
        ? {}
        : { modelDefinition: modelDefinition.map((file) => ({ ...file, content: file.content.toString('base64') })) }),
    }),
  );
}

function report({ trialId, token }: RunningTrial, stepsCompleted: number, avgMetrics: Record<string, number>): Sent {
  const metrics = { trialId, trialRunId: runId, stepsCompleted, metrics: { avgMetrics, batchMetrics: [] } };
  return { ...asPost(encodeRequest(reportTrialMetricsRoute, { metrics, group: 'training' })), token };
}

function checkpoint({ taskId }: RunningTrial, given: { metadata?: object; resources?: Record<string, number> }) {
  const uuid = randomUUID();
  const checkpoint = { uuid, taskId, state: 'STATE_COMPLETED' as const, resources: {}, metadata: {}, ...given };
  return encodeRequest(reportCheckpointRoute, { checkpoint });
}
