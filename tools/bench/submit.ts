import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { createExperimentRoute, getExperimentRoute } from '@determined/contract/training/experiments-routes.ts';
import { getExperimentTrialsRoute } from '@determined/contract/training/trials-routes.ts';
import { plainEnvironment, repository, startBenchMaster } from './bench-master.ts';
import type { Bench, BenchMaster } from './figure.ts';
import { median, percentile, timed } from './http-load.ts';

const script = `from determined import core

with core.init() as context:
    context.train.report_validation_metrics(steps_completed=1, metrics={"loss": 0.5})
`;
const config = `name: bench
entrypoint: python3 train.py
searcher: {name: single, metric: loss, smaller_is_better: true}
max_restarts: 0
`;

export const submit: Bench = {
  name: 'submit',
  measure: async (place) => {
    const python = findPython();
    place.note(`experiments with ${python}`);
    const bare = await median(5, () =>
      timed(() => promisify(execFile)(python, ['-c', 'from determined import core'], { env: plainEnvironment() })),
    );
    const master = await startBenchMaster({ DET_PYTHON: python, DET_SLOTS: '1' });
    try {
      await run(master);
      const runs: Times[] = [];
      for (let i = 0; i < 7; i++) runs.push(await run(master));
      const middle = (pick: (times: Times) => number) =>
        percentile(
          runs.map(pick).sort((left, right) => left - right),
          0.5,
        );
      return [
        {
          what: 'From submit to RUNNING',
          value: middle(({ running }) => running) / 1000,
          unit: 's',
          aim: { atMost: 0.3 },
        },
        {
          what: 'From submit to the first metric',
          value: middle(({ metric }) => metric) / 1000,
          unit: 's',
          aim: { atMost: 1.5 },
          baseline: { what: 'Python importing determined.core', value: bare / 1000 },
        },
      ];
    } finally {
      await master.stop();
    }
  },
};

interface Times {
  running: number;
  metric: number;
}

/** One experiment from its submit to its end, as somebody sees it who asks every few milliseconds. */
async function run({ client }: BenchMaster): Promise<Times> {
  const began = performance.now();
  const { experiment } = await client.call(createExperimentRoute, {
    config,
    modelDefinition: [{ path: 'train.py', content: Buffer.from(script).toString('base64') }],
    activate: true,
  });
  const experimentId = experiment?.id ?? 0;
  let running: number | undefined;
  let metric: number | undefined;
  for (;;) {
    const { experiment: now } = await client.call(getExperimentRoute, { experimentId });
    const state = now?.state;
    if (state === 'STATE_RUNNING') running ??= performance.now() - began;
    if (running !== undefined && metric === undefined) {
      const { trials } = await client.call(getExperimentTrialsRoute, { experimentId });
      if (trials[0]?.latestValidation) metric = performance.now() - began;
    }
    const over = state === 'STATE_COMPLETED' || state === 'STATE_ERROR';
    if (over && running !== undefined && metric !== undefined) return { running, metric };
    if (over) throw new Error(`The experiment ended as ${state} and was not seen running with a metric.`);
    if (performance.now() - began > 60_000) throw new Error(`The experiment is ${state} after a minute.`);
    await delay(5);
  }
}

/** An environment that has the Python client: DET_PYTHON, or the one that npm test makes. */
function findPython(): string {
  const cache = join(repository, '.cache');
  const own = existsSync(cache) ? readdirSync(cache).filter((name) => name.startsWith('python-')) : [];
  const found = [process.env.DET_PYTHON, ...own.map((name) => join(cache, name, 'bin', 'python'))].find(
    (path) => path !== undefined && existsSync(path),
  );
  if (found === undefined) throw new Error('No Python with the client: run npm test once, or set DET_PYTHON to one.');
  return found;
}
