import { postUserRoute } from '@determined/contract/identity/users-routes.ts';
import { postProjectRoute } from '@determined/contract/organisation/projects-routes.ts';
import { pinWorkspaceRoute, postWorkspaceRoute } from '@determined/contract/organisation/workspaces-routes.ts';
import {
  createExperimentRoute,
  getExperimentRoute,
  pauseExperimentRoute,
} from '@determined/contract/training/experiments-routes.ts';
import { type DevCluster, type DevUser, devPassword } from './dev-cluster.ts';
import { eventually } from './eventually.ts';
import type { PaperClock } from './paper-clock.ts';
import type { PaperTraining } from './paper-training.ts';
import { playTasks } from './play-tasks.ts';
import type { ScriptedLauncher } from './scripted-launcher.ts';

interface Work {
  name: string;
  by: keyof typeof people;
  searcher: string;
  hoursAgo: number;
  labels?: string[];
  hyperparameters?: string;
  slots?: number;
  epochs?: number;
  /** Of the paper clock, for all trials that train at the time together. */
  secondsPerEpoch?: number;
  /** Real time of an epoch on the way. */
  ms?: number;
  failsAt?: number;
  description: string;
  /** Goes on beside what follows, once it has come this far or has this many trials; else it ends before. */
  until?: number;
  untilTrials?: number;
  pause?: boolean;
}

const people = { ada: 'Ada', grace: 'Grace', linus: 'Linus', mina: 'Mina' };
const single = 'name: single';
const drawn = `
  learning_rate: {type: log, base: 10, minval: -3.2, maxval: -0.9}
  hidden: {type: int, minval: 8, maxval: 96}`;
const fixed = (rate: number, hidden: number) => `
  learning_rate: ${rate}
  hidden: ${hidden}
  dropout: 0.1`;
const rates = `
  learning_rate: {type: categorical, vals: [0.003, 0.01, 0.03]}
  hidden: {type: categorical, vals: [16, 32, 64]}
  dropout: 0.1`;

const works: Work[] = [
  {
    name: 'mlp-baseline',
    description: 'Two layers, no augmentation',
    by: 'ada',
    searcher: single,
    hoursAgo: 76,
    labels: ['baseline'],
    secondsPerEpoch: 70,
  },
  {
    name: 'mlp-wide',
    description: 'Twice the hidden units',
    by: 'grace',
    searcher: single,
    hoursAgo: 71,
    hyperparameters: fixed(0.01, 96),
  },
  {
    name: 'lr-first-look',
    description: 'Which rates learn at all',
    by: 'ada',
    searcher: 'name: random, max_trials: 6',
    hoursAgo: 68,
    labels: ['sweep'],
  },
  {
    name: 'mlp-no-norm',
    description: 'Without input scaling',
    by: 'linus',
    searcher: single,
    hoursAgo: 52,
    hyperparameters: fixed(0.1, 48),
    failsAt: 14,
  },
  {
    name: 'lr-hidden-grid',
    description: 'Rates and sizes around the best',
    by: 'grace',
    searcher: 'name: grid',
    hoursAgo: 50,
    hyperparameters: rates,
  },
  {
    name: 'augment-shift',
    description: 'Pictures moved by a pixel',
    by: 'mina',
    searcher: single,
    hoursAgo: 30,
    hyperparameters: fixed(0.012, 64),
  },
  {
    name: 'augment-shift-2px',
    description: 'Pictures moved by two pixels',
    by: 'mina',
    searcher: single,
    hoursAgo: 28,
    hyperparameters: fixed(0.014, 80),
  },
  {
    name: 'lr-wide-range',
    description: 'Rates from 0.0006 to 0.13',
    by: 'ada',
    searcher: 'name: random, max_trials: 6',
    hoursAgo: 26,
    labels: ['sweep'],
  },
  {
    name: 'mlp-rate-too-high',
    description: 'Where training breaks',
    by: 'linus',
    searcher: single,
    hoursAgo: 9,
    hyperparameters: fixed(0.3, 48),
    failsAt: 22,
  },
  {
    name: 'cosine-schedule',
    description: 'Rate falls like a cosine',
    by: 'grace',
    searcher: single,
    hoursAgo: 7,
    hyperparameters: fixed(0.008, 48),
    epochs: 100,
    until: 0.47,
    pause: true,
  },
  {
    name: 'long-schedule',
    description: 'Six times the epochs',
    by: 'mina',
    searcher: single,
    hoursAgo: 6,
    labels: ['baseline'],
    hyperparameters: fixed(0.011, 64),
    epochs: 240,
    secondsPerEpoch: 6,
    ms: 200,
    until: 0.15,
  },
  {
    name: 'lr-hidden-random',
    description: 'The search for the paper',
    by: 'ada',
    searcher: 'name: random, max_trials: 24, max_concurrent_trials: 5',
    hoursAgo: 5,
    labels: ['sweep', 'paper'],
    epochs: 60,
    secondsPerEpoch: 17,
    untilTrials: 17,
  },
  {
    name: 'two-machines',
    description: 'Needs all sixteen slots',
    by: 'linus',
    searcher: single,
    hoursAgo: 0,
    slots: 16,
    until: 0,
  },
];

/** A team's week on machines of paper, with a past: what the pictures of the manual show. Ends with what goes on. */
export async function manualScenario(
  cluster: DevCluster,
  machines: ScriptedLauncher,
  clock: PaperClock,
  signal: AbortSignal,
): Promise<{ projectId: number; experiments: Map<string, number> }> {
  const users = await makePeople(cluster);
  const projectId = await makePlaces(users);
  const trainings = new Map<string, PaperTraining>();
  const experiments = new Map<string, number>();
  let slow = false;
  playTasks(machines, trainings, signal);
  for (const work of works) {
    clock.goTo(work.hoursAgo);
    const { epochs = 40, secondsPerEpoch = 20, ms = 4, failsAt } = work;
    // Trials that begin together have to come apart.
    const epochMs = (trialId: number) => {
      clock.advance(secondsPerEpoch);
      return slow ? 15_000 : ms + ((trialId * 37) % 40);
    };
    const { client } = users[work.by];
    const { experiment } = await client.call(createExperimentRoute, { config: configOf(work), activate: true });
    const id = experiment?.id ?? 0;
    experiments.set(work.name, id);
    trainings.set(String(id), { epochs, epochMs, failsAt, clock });
    const { until = 1, untilTrials = Number.POSITIVE_INFINITY } = work;
    await eventually(
      `${work.name} has come far enough`,
      async () => {
        const { experiment: now } = await client.call(getExperimentRoute, { experimentId: id });
        if (now?.endTime) return true;
        return (until < 1 && (now?.progress ?? 0) >= until) || (now?.numTrials ?? 0) >= untilTrials;
      },
      300_000,
    );
    if (work.pause) await client.call(pauseExperimentRoute, { id });
  }
  slow = true;
  clock.catchUp();
  return { projectId, experiments };
}

async function makePeople(cluster: DevCluster): Promise<Record<keyof typeof people, DevUser>> {
  const { client } = cluster.admin;
  const make = async (username: keyof typeof people) => {
    const user = { username, displayName: people[username], active: true };
    await client.call(postUserRoute, { user, password: devPassword });
    return cluster.signIn(username, devPassword);
  };
  return { ada: await make('ada'), grace: await make('grace'), linus: await make('linus'), mina: await make('mina') };
}

async function makePlaces(users: Record<keyof typeof people, DevUser>): Promise<number> {
  const { client } = users.ada;
  const { workspace } = await client.call(postWorkspaceRoute, { name: 'Vision' });
  const vision = workspace?.id ?? 0;
  for (const [by, name] of [
    ['grace', 'Speech'],
    ['linus', 'Ranking'],
    ['mina', 'Evaluation'],
  ] as const) {
    const made = await users[by].client.call(postWorkspaceRoute, { name });
    await client.call(pinWorkspaceRoute, { id: made.workspace?.id ?? 0 });
  }
  const { project } = await client.call(postProjectRoute, {
    workspaceId: vision,
    name: 'Digits',
    description: 'Handwritten digits, 8 by 8 pixels',
  });
  for (const [name, description] of [
    ['Street signs', 'Signs cut from dash-camera pictures'],
    ['Receipts', 'Totals read from photographed receipts'],
  ] as const)
    await client.call(postProjectRoute, { workspaceId: vision, name, description });
  return project?.id ?? 0;
}

function configOf(work: Work): string {
  return `
name: ${work.name}
description: ${work.description}
workspace: Vision
project: Digits
labels: [${(work.labels ?? []).join(', ')}]
entrypoint: python3 train.py
searcher: {${work.searcher}, metric: validation_loss, smaller_is_better: true}
resources: {slots_per_trial: ${work.slots ?? 1}}
hyperparameters:${work.hyperparameters ?? (work.searcher === single ? fixed(0.012, 48) : drawn)}
max_restarts: 0
`;
}
