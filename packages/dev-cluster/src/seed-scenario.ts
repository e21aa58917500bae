import { postProjectRoute, putProjectNotesRoute } from '@determined/contract/organisation/projects-routes.ts';
import { postWorkspaceRoute } from '@determined/contract/organisation/workspaces-routes.ts';
import { createExperimentRoute } from '@determined/contract/training/experiments-routes.ts';
import type { DevCluster } from './dev-cluster.ts';
import type { PaperTraining } from './paper-training.ts';
import { playTasks } from './play-tasks.ts';
import type { ScriptedLauncher } from './scripted-launcher.ts';

interface Scenario {
  name: string;
  searcher: string;
  labels?: string[];
  training: PaperTraining;
}

interface Pace {
  /** Of what has ended, which is reported at once. */
  epochs: number;
  /** Time of an epoch of what is alive, which has 400. */
  epochMs: number;
}

const usualPace: Pace = { epochs: 40, epochMs: 1000 };
/** For who looks at pages and not at curves: each epoch is five calls, and those of what is alive go on beside the test. */
export const quietPace: Pace = { epochs: 10, epochMs: 10_000 };

const scenariosAt = (past: PaperTraining, live: PaperTraining): Scenario[] => [
  { name: 'digits baseline', searcher: 'name: single, metric: validation_loss', labels: ['baseline'], training: past },
  {
    name: 'digits random search',
    searcher: 'name: random, metric: validation_loss, max_trials: 8, max_concurrent_trials: 4',
    labels: ['sweep'],
    training: past,
  },
  { name: 'digits, wrong data', searcher: 'name: single, metric: validation_loss', training: { ...past, failsAt: 6 } },
  {
    name: 'digits wider search',
    searcher: 'name: random, metric: validation_loss, max_trials: 12, max_concurrent_trials: 3',
    labels: ['sweep', 'wide'],
    training: live,
  },
  { name: 'digits long run', searcher: 'name: single, metric: validation_loss', training: live },
];

const folder = 53;
const file = 48;
const modelDefinition = [
  {
    path: 'train.py',
    type: file,
    text: `import determined as det

from model.net import Net


def main(core_context, hparams):
    net = Net(hidden=hparams["hidden"])
    for epoch in range(40):
        loss = net.train_epoch(lr=hparams["learning_rate"])
        core_context.train.report_validation_metrics(epoch, {"validation_loss": loss})
        # Whoever is preempted saves first.
        if core_context.preempt.should_preempt():
            return


if __name__ == "__main__":
    with det.core.init() as core_context:
        main(core_context, det.get_cluster_info().trial.hparams)
`,
  },
  { path: 'model', type: folder, text: '' },
  {
    path: 'model/net.py',
    type: file,
    text: 'class Net:\n    def __init__(self, hidden):\n        self.hidden = hidden\n',
  },
  { path: 'README.md', type: file, text: '# Digits\n\nHandwritten digits, 8 by 8.\n' },
].map(({ path, type, text }) => ({ path, type, content: Buffer.from(text).toString('base64'), mode: 0o644 }));

const notes = [
  {
    name: 'What we know',
    contents: `# What we know

Best so far is the random search: **64 hidden units** and a learning rate near 0.02.

## Settles nothing, stop trying

- a second hidden layer: same loss, twice the time
- learning rates above 0.08: loss goes up after epoch 3

## Numbers

| hidden | learning rate | validation loss |
|--:|--:|--:|
| 64 | 0.021 | 0.214 |
| 32 | 0.018 | 0.257 |

## Next

- [x] wider search
- [ ] repeat the best with seeds 2 and 3
`,
  },
  { name: 'Reading list', contents: '- [Optical recognition of handwritten digits](https://archive.ics.uci.edu/)' },
];

/** Workspaces, projects and experiments: some ended, some that go on reporting until `signal` is aborted. */
export async function seedScenario(
  cluster: DevCluster,
  machines: ScriptedLauncher,
  signal: AbortSignal,
  { epochs, epochMs } = usualPace,
): Promise<void> {
  const { client } = cluster.admin;
  for (const name of ['Vision', 'Speech']) await client.call(postWorkspaceRoute, { name });
  const vision = await cluster.master.db
    .selectFrom('workspaces')
    .select('id')
    .where('name', '=', 'Vision')
    .executeTakeFirstOrThrow();
  const { project } = await client.call(postProjectRoute, {
    workspaceId: vision.id,
    name: 'Digits',
    description: 'Handwritten digits, 8 by 8',
  });
  await client.call(putProjectNotesRoute, { projectId: project?.id ?? 0, notes });
  const trainings = new Map<string, PaperTraining>();
  playTasks(machines, trainings, signal);
  for (const scenario of scenariosAt({ epochs, epochMs: 0 }, { epochs: 400, epochMs })) {
    const config = `
name: ${scenario.name}
workspace: Vision
project: Digits
labels: [${(scenario.labels ?? []).join(', ')}]
entrypoint: python3 train.py
searcher: {${scenario.searcher}}
hyperparameters:
  learning_rate: {type: log, base: 10, minval: -3, maxval: -1}
  hidden: {type: int, minval: 8, maxval: 96}
max_restarts: 0
`;
    const { experiment } = await client.call(createExperimentRoute, { config, modelDefinition, activate: true });
    trainings.set(String(experiment?.id), scenario.training);
  }
}
