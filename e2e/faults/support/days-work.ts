import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { devPassword } from '@determined/dev-cluster/dev-cluster.ts';
import { eventually } from '@determined/dev-cluster/eventually.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import type { Answer, Asked, EitherMaster } from './either-master.ts';

/**
 * Trains under the unmodified harness. Where it is to rest it waits until it is asked to give way, and the next
 * allocation goes on from there. Writes down each of its starts beside the data folder.
 */
const program = `
import os, time
import determined as det
from determined import core

info = det.get_cluster_info()
journal = os.open(os.path.join(os.environ["DAY_JOURNALS"], info.allocation_id), os.O_CREAT | os.O_APPEND | os.O_WRONLY, 0o600)
os.write(journal, f"{info.trial.trial_id}\\n".encode())
steps, fails_at, rests_at, lasts = (info.trial.hparams[name] for name in ("steps", "fails_at", "rests_at", "lasts"))

with core.init(tensorboard_mode=core.TensorboardMode.MANUAL) as context:
    def save(step):
        with context.checkpoint.store_path({"steps_completed": step}) as (path, _):
            (path / "state.txt").write_text(str(step))

    first = 0
    if info.latest_checkpoint:
        with context.checkpoint.restore_path(info.latest_checkpoint) as path:
            first = int((path / "state.txt").read_text())
    for step in range(first + 1, steps + 1):
        print(f"step {step}", flush=True)
        context.train.report_training_metrics(steps_completed=step, metrics={"loss": 1.0 / step})
        if step == fails_at:
            raise Exception("fails as it should")
        if step == rests_at and first == 0:
            while not context.preempt.should_preempt():
                time.sleep(0.05)
            save(step)
            break
    else:
        context.train.report_validation_metrics(steps_completed=steps, metrics={"validation_loss": 2.0 / steps})
        while lasts:
            time.sleep(0.05)
        save(steps)
`;

type Json = Record<string, unknown>;

/** What somebody does in a day, call by call, always in the same order; what is answered is written down. */
export class DaysWork {
  readonly answers: [call: string, answer: unknown][] = [];
  private readonly either: EitherMaster;
  private readonly beforeCall: (finished: number) => Promise<void>;
  private readonly journals = temporaryFolder('journals');
  private token: string | undefined;
  private workspace = 0;
  private project = 0;

  /** `beforeCall` is told how many calls have finished. */
  constructor(either: EitherMaster, beforeCall: (finished: number) => Promise<void> = async () => {}) {
    this.either = either;
    this.beforeCall = beforeCall;
  }

  /** Trial by the order of its id → how often its program was started, and whether one allocation started it twice. */
  starts(): { runs: number[]; twice: string[] } {
    const runs = new Map<number, number>();
    const twice: string[] = [];
    for (const allocation of readdirSync(this.journals)) {
      const trials = readFileSync(join(this.journals, allocation), 'utf8').trim().split('\n').map(Number);
      if (trials.length !== 1) twice.push(`${allocation}: ${trials.length}`);
      for (const trial of trials) runs.set(trial, (runs.get(trial) ?? 0) + 1);
    }
    return { runs: [...runs].toSorted(([a], [b]) => a - b).map(([, count]) => count), twice };
  }

  async work(): Promise<void> {
    await this.morning();
    const [short, search, long, failing, endless] = await this.submit();
    await this.whileTheyTrain(long, endless);
    await this.reports();
    await this.stopsAndStarts(short, long, endless);
    for (const [id, state] of [
      [search, 'COMPLETED'],
      [failing, 'ERROR'],
      [long, 'COMPLETED'],
    ] as const)
      await this.isState(id, state);
    await this.tidiesUp(short, search, failing);
    await this.evening([short, search, long, failing, endless]);
  }

  /** Comes in, makes an account and a place to work in. */
  private async morning(): Promise<void> {
    const login = { username: 'admin', password: devPassword };
    this.token = String((await this.call('POST', '/auth/login', login)).token);
    await this.make('/users', { user: { username: 'ada', active: true }, password: devPassword }, async () => {
      const { users } = await this.look('/users?name=ada');
      const [user] = users as Json[];
      return user && { user };
    });
    const ada = { username: 'ada', password: devPassword };
    this.token = String((await this.call('POST', '/auth/login', ada)).token);
    await this.call('GET', '/me');
    await this.call('PATCH', '/users/2', { displayName: 'not hers' });
    const settings = [{ key: 'theme', value: '"dark"', storagePath: 'ui' }];
    await this.call('POST', '/users/setting', { settings });
    await this.call('GET', '/users/setting');
    const { workspace } = await this.make('/workspaces', { name: 'day' }, () =>
      this.named('/workspaces', 'workspace', 'day'),
    );
    this.workspace = Number((workspace as Json).id);
    await this.call('POST', `/workspaces/${this.workspace}/pin`);
    await this.call('PATCH', `/workspaces/${this.workspace}`, { name: 'day and night' });
    this.project = await this.projectMade('work');
    await this.projectMade('store');
    await this.call('PATCH', `/projects/${this.project}`, { description: 'what is done today' });
    await this.call('PUT', `/projects/${this.project}/notes`, { notes: [{ name: 'plan', contents: 'train' }] });
    await this.call('GET', '/workspaces?name=day');
    await this.call('GET', `/workspaces/${this.workspace}/projects`);
  }

  private async submit(): Promise<[number, number, number, number, number]> {
    const short = await this.experiment('short', { steps: 5 });
    const search = await this.experiment('search', { steps: 5 }, 'name: random, max_trials: 2');
    const long = await this.experiment('long', { steps: 20, rests_at: 10 });
    const failing = await this.experiment('failing', { steps: 9, fails_at: 3 });
    const endless = await this.experiment('endless', { steps: 4, lasts: true });
    return [short, search, long, failing, endless];
  }

  private async whileTheyTrain(long: number, endless: number): Promise<void> {
    for (const [id, name] of [
      [long, 'long'],
      [endless, 'endless'],
    ]) {
      await this.call('PUT', `/experiments/${id}/labels/${name}`);
      await this.call('PATCH', `/experiments/${id}`, { description: `${name} one`, notes: 'looked at' });
    }
    await this.call('DELETE', `/experiments/${long}/labels/long`);
    await this.call('GET', `/experiment/labels?projectId=${this.project}`);
    await this.call('GET', `/experiments/${long}/file_tree`);
    await this.call('POST', `/experiments/${long}/file`, { path: 'train.py' });
    await this.call('GET', `/users/${2}`);
    await this.call('POST', '/experiments', { config: 'not: {complete' });
    await this.call('GET', '/experiments/999999');
    await this.call('POST', '/experiments-search', {
      projectId: this.project,
      limit: -1,
      filter: nameHolds('nothing'),
    });
  }

  /** A trial of his own, elsewhere: each report has a number, so that it may come twice. */
  private async reports(): Promise<void> {
    const config =
      'name: elsewhere\nsearcher: {name: single, metric: loss}\nhyperparameters: {}\nreproducibility: {experiment_seed: 7}';
    const body = { config, unmanaged: true, projectId: this.project };
    const made = await this.make('/experiments', body, () => this.named('/experiments', 'experiment', 'elsewhere'));
    const experimentId = (made.experiment as Json).id;
    const { trial } = await this.make('/trials', { experimentId, unmanaged: true }, async () => {
      const { trials } = await this.look(`/experiments/${experimentId}/trials`);
      const [first] = trials as Json[];
      return first && { trial: first };
    });
    const { id: trialId } = trial as Json;
    for (let step = 1; step <= 20; step++) {
      const metrics = { trialId, trialRunId: 0, stepsCompleted: step, metrics: { avgMetrics: { loss: 1 / step } } };
      await this.call('POST', `/trials/${trialId}/metrics`, { metrics, group: 'training' });
      if (step % 5 === 0) await this.call('POST', `/trials/${trialId}/progress`, step / 20);
    }
    await this.call('PATCH', `/trials/${trialId}`, { state: 'STATE_COMPLETED' });
    await this.call('GET', `/trials/metrics/training_metrics?trialIds=${trialId}`);
  }

  private async stopsAndStarts(short: number, long: number, endless: number): Promise<void> {
    await this.hasStep(long, 10);
    await this.call('POST', `/experiments/${long}/pause`);
    await this.isState(long, 'PAUSED');
    await this.rests(long);
    await this.isState(short, 'COMPLETED');
    await this.call('POST', `/experiments/${long}/activate`);
    await this.hasStep(endless, 4);
    await this.call('POST', `/experiments/${endless}/kill`);
    await this.isState(endless, 'CANCELED');
    const fork = await this.experiment('fork', { steps: 3 }, undefined, short);
    await this.isState(fork, 'COMPLETED');
  }

  private async tidiesUp(short: number, search: number, failing: number): Promise<void> {
    await this.call('POST', `/experiments/${short}/archive`);
    await this.call('POST', `/experiments/${short}/unarchive`);
    await this.call('POST', `/projects/${this.project}/experiments/archive`, { experimentIds: [search] });
    const { projects } = await this.look(`/workspaces/0/projects?name=store`);
    const [store] = projects as Json[];
    await this.call('POST', `/experiments/${failing}/move`, { destinationProjectId: store?.id });
    const unwanted = await this.projectMade('unwanted');
    const isGone = async () => (await this.either.ask(this.asked('GET', `/projects/${unwanted}`))).status === 404;
    await this.call('DELETE', `/projects/${unwanted}`, undefined, async () => ((await isGone()) ? {} : undefined));
    await eventually('the project is deleted', isGone);
  }

  /** Reads all that the day has left. */
  private async evening(experiments: number[]): Promise<void> {
    for (const id of experiments) {
      await this.rests(id);
      await this.call('GET', `/experiments/${id}`);
      const { trials } = await this.call('GET', `/experiments/${id}/trials`);
      await this.call('GET', `/experiments/${id}/checkpoints?sortByAttr=SORT_BY_TRIAL_ID`);
      await this.call('GET', `/experiments/${id}/validation-history`);
      for (const { id: trialId } of trials as Json[]) {
        await this.stream(`/trials/metrics/training_metrics?trialIds=${trialId}`, (one) => one);
        await this.stream(`/trials/metrics/validation_metrics?trialIds=${trialId}`, (one) => one);
        await this.stream(
          `/trials/${trialId}/logs?follow=true`,
          (one) => /step \d+$/.exec(String((one as Json).message).trim())?.[0],
        );
      }
    }
    await this.call('POST', '/experiments-search', { projectId: this.project, limit: -1, sort: 'id=asc' });
    await this.call('GET', `/experiments?projectId=${this.project}&sortBy=SORT_BY_ID`);
    await this.call('GET', `/projects/${this.project}`);
    await this.call('GET', '/job-queues-v2');
    await this.call('GET', '/users?sortBy=SORT_BY_USER_NAME');
    await this.call('GET', '/users/setting');
    await this.call('POST', '/auth/logout', undefined, async () => {
      const { status } = await this.either.ask(this.asked('GET', '/me'));
      return status === 401 ? {} : undefined;
    });
    await eventually('the sign-out is known everywhere', async () => {
      const answers = await this.either.everywhere(this.asked('GET', '/me'));
      return answers.every(({ status }) => status === 401);
    });
    await this.call('GET', '/me');
  }

  private async projectMade(name: string): Promise<number> {
    const path = `/workspaces/${this.workspace}/projects`;
    const { project } = await this.make(path, { name, key: name.slice(0, 5).toUpperCase() }, () =>
      this.named(path, 'project', name),
    );
    return Number((project as Json).id);
  }

  /** One that begins at once; its id. */
  private async experiment(
    name: string,
    given: Json,
    searcher = 'name: single',
    parentId: number | undefined = undefined,
  ): Promise<number> {
    const hyperparameters = JSON.stringify({ fails_at: 0, rests_at: 0, lasts: false, ...given });
    const config = `
name: ${name}
entrypoint: python3 train.py
searcher: {${searcher}, metric: validation_loss}
hyperparameters: ${hyperparameters}
reproducibility: {experiment_seed: 7}
max_restarts: 1
checkpoint_storage: {save_trial_best: 1000, save_trial_latest: 1000}
environment: {environment_variables: [DAY_JOURNALS=${this.journals}]}
`;
    const file = { path: 'train.py', type: 48, mtime: '0', mode: 0o644, uid: 0, gid: 0 };
    const modelDefinition = parentId ? [] : [{ ...file, content: Buffer.from(program).toString('base64') }];
    const body = { config, modelDefinition, activate: true, projectId: this.project, parentId };
    const { experiment } = await this.make('/experiments', body, () => this.named('/experiments', 'experiment', name));
    return Number((experiment as Json).id);
  }

  private isState(id: number, state: string): Promise<unknown> {
    return eventually(
      `experiment ${id} ${state}`,
      async () => ((await this.look(`/experiments/${id}`)).experiment as Json).state === `STATE_${state}`,
      120_000,
    );
  }

  /** None of its trials has a task any more. */
  private rests(id: number): Promise<unknown> {
    return eventually(`experiment ${id} rests`, async () => {
      const { trials } = await this.look(`/experiments/${id}/trials`);
      const tasks = (trials as Json[]).map(({ taskId }) => this.look(`/tasks/${taskId}`));
      const allocations = (await Promise.all(tasks)).flatMap(({ task }) => (task as Json).allocations as Json[]);
      return allocations.every(({ state }) => state === 'STATE_TERMINATED');
    });
  }

  /** Its trial has reported so many steps. */
  private hasStep(id: number, step: number): Promise<unknown> {
    return eventually(
      `step ${step} of experiment ${id}`,
      async () => {
        const { trials } = await this.look(`/experiments/${id}/trials`);
        return (trials as Json[]).some(({ totalBatchesProcessed }) => Number(totalBatchesProcessed) >= step);
      },
      120_000,
    );
  }

  private async named(path: string, kind: string, name: string): Promise<Json | undefined> {
    const found = (await this.look(`${path}?name=${name}`))[`${kind}s`] as Json[];
    const one = found.find((each) => each.name === name);
    return one && { [kind]: one };
  }

  private make(path: string, body: unknown, made: () => Promise<Json | undefined>): Promise<Json> {
    return this.call('POST', path, body, made);
  }

  /** A call of the day. */
  private async call(
    method: string,
    path: string,
    body?: unknown,
    made?: () => Promise<Json | undefined>,
  ): Promise<Json> {
    await this.beforeCall(this.answers.length);
    const asLate = made && (async () => answered(await made()));
    const answer = await this.either.ask({
      ...this.asked(method, path, body),
      ...(asLate ? { afterBreak: { made: asLate } } : {}),
    });
    // What was found instead of answered has not all of an answer's fields: who made it knows its id only.
    this.answers.push([`${method} ${path}`, made && answer.status === 200 ? 'made' : answer]);
    return (answer.body ?? {}) as Json;
  }

  /** A call whose answer comes in lines: those that `pick` says something of. */
  private async stream(path: string, pick: (one: unknown) => unknown): Promise<void> {
    await this.beforeCall(this.answers.length);
    const all = await this.either.follow(this.asked('GET', path));
    this.answers.push([`GET ${path}`, all.map(pick).filter((one) => one !== undefined)]);
  }

  /** Looks in between, for what has to be waited for: such calls are not counted. */
  private async look(path: string): Promise<Json> {
    return (await this.either.ask(this.asked('GET', path))).body as Json;
  }

  private asked(method: string, path: string, body?: unknown): Asked {
    return { method, path: `/api/v1${path}`, body, token: this.token };
  }
}

const answered = (body: Json | undefined): Answer | undefined => body && { status: 200, body };
const nameHolds = (value: string) =>
  JSON.stringify({
    filterGroup: {
      kind: 'group',
      conjunction: 'and',
      children: [
        {
          kind: 'field',
          columnName: 'name',
          operator: 'contains',
          value,
          type: 'COLUMN_TYPE_TEXT',
          location: 'LOCATION_TYPE_EXPERIMENT',
        },
      ],
    },
    showArchived: false,
  });
