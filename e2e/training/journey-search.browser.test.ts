import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { postProjectRoute } from '@determined/contract/organisation/projects-routes.ts';
import { postWorkspaceRoute } from '@determined/contract/organisation/workspaces-routes.ts';
import { createExperimentRoute, getExperimentRoute } from '@determined/contract/training/experiments-routes.ts';
import { eventually } from '@determined/dev-cluster/eventually.ts';
import { ScriptedLauncher } from '@determined/dev-cluster/scripted-launcher.ts';
import type { Download } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { consoleTest } from '../support/console-test.ts';
import { playedTrials } from '../support/played-trial.ts';
import { gone, seen } from '../support/seen.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

// The whole way of somebody whose search has come to its end, in the console as it is when nobody has switched anything.
const machines = new ScriptedLauncher([8, 8, 8]);
const at = consoleTest({ flatRuns: true, launcher: machines });
const storage = temporaryFolder('checkpoints');
const received = temporaryFolder('received');

const client = () => at.cluster.admin.client;
const main = () => at.page.getByRole('main');
const banner = () => at.page.getByRole('banner');
const dialog = (name: string | RegExp) =>
  at.page.getByRole('dialog', { name }).or(at.page.getByRole('alertdialog', { name }));
const status = (words: string) =>
  main().getByRole('heading', { level: 1 }).locator('..').getByText(words, { exact: true });
const tab = (name: string) => main().getByRole('link', { name: new RegExp(`^${name}`) });

const count = 24;
const code = 'import determined as det\n\nprint("trains digits")\n';
const config = (name: string, searcher: string, hyperparameters: string) => `name: ${name}
entrypoint: python3 train.py
searcher: {${searcher}, metric: validation_loss, smaller_is_better: true}
hyperparameters: ${hyperparameters}
checkpoint_storage: {type: shared_fs, host_path: ${storage}, save_trial_best: 2, save_trial_latest: 2}
resources: {slots_per_trial: 1}
max_restarts: 0
`;
const outOfMemory = 'torch.cuda.OutOfMemoryError: CUDA out of memory. Tried to allocate';
const notFinite = 'ValueError: the loss is not finite at batch';

let project = 0;
let search = 0;
/** Of the runs that came through, the best first. */
let best: { trialId: number; loss: number; rate: number }[] = [];

/** A quarter runs out of memory, every eighth does not converge, the others come through. */
beforeAll(async () => {
  const workspaceId = (await client().call(postWorkspaceRoute, { name: 'Vision' })).workspace?.id ?? 0;
  project = (await client().call(postProjectRoute, { workspaceId, name: 'Digits' })).project?.id ?? 0;
  const { experiment } = await client().call(createExperimentRoute, {
    config: config(
      'digits sweep',
      `name: random, max_trials: ${count}, max_concurrent_trials: ${count}`,
      '{learning_rate: {type: log, base: 10, minval: -4, maxval: -1}, hidden: 32}',
    ),
    modelDefinition: [{ path: 'train.py', type: 48, content: Buffer.from(code).toString('base64') }],
    projectId: project,
    activate: true,
  });
  search = experiment?.id ?? 0;
  for (const [i, trial] of (await playedTrials(machines, search, count, storage)).entries()) {
    await trial.log('loading 1437 images', `epoch 1 of run ${trial.trialId}`);
    await trial.validate(100, { validation_loss: 2 });
    const fails = i % 4 === 1 ? `${outOfMemory} ${2 + i}.00 MiB` : i % 8 === 3 ? `${notFinite} ${100 + i}` : undefined;
    if (fails) {
      await trial.log('Traceback (most recent call last):', '  File "train.py", line 61, in train', fails);
      trial.end(1);
      continue;
    }
    const loss = 0.2 + ((i * 7) % count) / 100;
    await trial.validate(200, { validation_loss: loss });
    await trial.save(200, { 'weights.bin': Buffer.alloc(2048, i) });
    trial.end(0);
    best.push({ trialId: trial.trialId, loss, rate: Number(trial.hparams.learning_rate) });
  }
  best = best.toSorted((a, b) => a.loss - b.loss);
  await eventually('the search has ended', async () => {
    const { experiment } = await client().call(getExperimentRoute, { experimentId: search });
    return experiment?.state === 'STATE_COMPLETED';
  });
});

/** A part of the way: what fails in it says where that is. */
async function step<T>(title: string, go: () => Promise<T>): Promise<T> {
  try {
    return await go();
  } catch (error) {
    throw new Error(`where one ${title}: ${error instanceof Error ? error.message : error}`, { cause: error });
  }
}

/** Saves a download as a person would and unpacks it; answers with its folder. */
async function unpacked(press: () => Promise<void>, name: string): Promise<string> {
  const [file] = await Promise.all<[Promise<Download>, Promise<void>]>([at.page.waitForEvent('download'), press()]);
  expect(file.suggestedFilename()).toBe(name);
  const folder = join(received, name.replaceAll(/\W/g, '-'));
  mkdirSync(folder);
  execFileSync('tar', ['-xf', await file.path(), '-C', folder]);
  return folder;
}

test('from a search of which some failed to the files of a better run', async () => {
  const { visitor, page } = at;
  const why = main().getByRole('region', { name: 'Why runs failed' });

  await step('opens the search and sees that runs failed', async () => {
    await visitor.signIn(`/projects/${project}/searches`);
    await main().getByRole('link', { name: 'digits sweep' }).click();
    await visitor.pageNamed('digits sweep');
    await seen(status('Completed'));
    const strip = main().getByRole('status', { name: 'Why it failed' });
    await seen(strip.getByText(/^9 runs failed, the last of them run \d+\./));
    await strip.getByRole('link', { name: 'Why runs failed' }).click();
  });

  await step('finds out why, by what the failures have in common', async () => {
    await seen(why.getByText(/^9 of 24, in 2 ways; /));
    const groups = why.getByRole('group');
    await expect.poll(() => groups.locator('summary b').allTextContents()).toEqual(['6', '3']);
    await seen(groups.nth(1).getByText(notFinite));
    await groups.nth(0).getByText(outOfMemory).click();
    await seen(groups.nth(0).getByText('File "train.py", line 61, in train'));
    expect(await groups.nth(0).getByRole('row').count()).toBe(1 + 6);
  });

  await step('jumps into the log of one, at its error', async () => {
    await why
      .getByRole('link', { name: /^Line \d+$/ })
      .first()
      .click();
    await expect.poll(() => page.url()).toMatch(/\/logs#L\d+$/);
    await seen(page.getByRole('log').getByText(outOfMemory));
    await seen(status('Errored'));
    await page.goBack();
    await seen(why);
    await main().getByRole('radio', { name: 'Table' }).check();
    await gone(why);
  });

  await step('compares the best three', async () => {
    await main().getByRole('columnheader', { name: 'validation_loss' }).click();
    const ids = () => main().getByRole('row').locator('[data-row-link]').allTextContents();
    const three = best.slice(0, 3);
    await expect.poll(async () => (await ids()).slice(0, 3)).toEqual(three.map(({ trialId }) => `${trialId}`));
    for (const i of [1, 2, 3]) await main().getByRole('row').nth(i).getByRole('checkbox').check();
    await seen(main().getByText('3 selected', { exact: true }));
    await main().getByRole('button', { name: 'Compare', exact: true }).click();
    const pane = main().getByRole('complementary', { name: 'Compare' });
    const records = pane.getByRole('region', { name: 'Compared records' }).getByRole('listitem');
    for (const { loss } of three) await seen(records.getByText(loss.toFixed(6), { exact: true }));
    await seen(pane.getByText(new RegExp(`^Of 3 runs, run ${three[0]?.trialId} leads on validation_loss by 0\\.01`)));
  });

  const changed = config(
    'digits best rate',
    'name: single, max_length: {batches: 1000}',
    `{learning_rate: ${best[0]?.rate}, hidden: 64}`,
  );
  await step('forks it with the rate of the best one and more hidden units', async () => {
    await page.getByRole('button', { name: 'Actions of digits sweep', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Fork' }).click();
    const fork = dialog('Fork digits sweep');
    await fork.getByRole('button', { name: 'Show Full Config' }).click();
    await fork.getByRole('textbox', { name: 'Config' }).click();
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.insertText(changed);
    await seen(fork.getByRole('region', { name: `Changed from search ${search}` }).getByText('hyperparameters.hidden'));
    await fork.getByRole('button', { name: 'Fork', exact: true }).click();
    await visitor.pageNamed('digits best rate');
  });

  const forked = Number(/searches\/(\d+)/.exec(page.url())?.[1]);
  const played = async () => {
    const [trial] = await playedTrials(machines, forked, 1, storage);
    if (!trial) throw new Error('it does not run');
    return trial;
  };
  const figure = (name: string, value: string) =>
    main().locator('dl > div').filter({ hasText: name }).getByText(value, { exact: false });
  const came = () => page.evaluate(() => performance.timeOrigin);
  const first = await played();
  const openRun = async () => {
    await main()
      .getByRole('link', { name: `Run ${first.trialId}`, exact: true })
      .click();
    await visitor.pageNamed(`Run ${first.trialId}`);
  };
  const openSearch = async () => {
    await banner().getByRole('link', { name: 'digits best rate' }).click();
    await visitor.pageNamed('digits best rate');
  };

  await step('watches it run', async () => {
    await seen(status('Running'));
    await openRun();
    await seen(status('Running'));
    const since = await came();
    await first.validate(100, { validation_loss: 0.9 });
    await seen(figure('Latest validation_loss', '0.900000'));
    await tab('Metrics').click();
    await seen(main().getByRole('figure', { name: 'validation_loss' }));
    await gone(main().getByRole('figure', { name: 'accuracy' }));
    await first.validate(200, { validation_loss: 0.5, accuracy: 0.75 });
    await seen(main().getByRole('figure', { name: 'accuracy' }));
    expect(await came()).toBe(since);
  });

  const kept = { 'weights.bin': Buffer.alloc(4096, 7), 'metadata.json': Buffer.from('{"steps_completed": 200}') };
  const saved = await step('stops it, and its checkpoint is saved first', async () => {
    await openSearch();
    await page.getByRole('button', { name: 'Stop', exact: true }).click();
    const stop = dialog('Stop digits best rate?');
    await seen(stop.getByText('Every run saves a checkpoint first, then the search ends as Stopped.'));
    await stop.getByRole('button', { name: 'Stop Search' }).click();
    await first.askedToStop();
    const uuid = await first.save(200, kept);
    first.end(0);
    await seen(status('Stopped'));
    await openRun();
    await tab('Checkpoints').click();
    await seen(main().getByRole('row').filter({ hasText: uuid }).getByText('Ready'));
    await openSearch();
    return uuid;
  });

  await step('continues it, from there', async () => {
    await page.getByRole('button', { name: 'Actions of digits best rate', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Continue Run' }).click();
    const go = dialog('Reactivate Current Run');
    await go.getByRole('button', { name: 'Reactivate Run' }).click();
    await gone(go);
    await seen(status('Running'));
    const again = await played();
    expect([again.trialId, again.latestCheckpoint]).toEqual([first.trialId, saved]);
    await again.validate(300, { validation_loss: 0.6 });
    await again.save(300, { 'weights.bin': Buffer.alloc(4096, 8) });
    again.end(0);
    await seen(status('Completed'));
    await seen(figure('Best validation_loss', '0.500000'));
  });

  await step('downloads its code', async () => {
    const folder = await unpacked(async () => {
      await page.getByRole('button', { name: 'Actions of digits best rate', exact: true }).click();
      await page.getByRole('menuitem', { name: 'Download Code' }).click();
    }, `exp${forked}_digits best rate_model_def.tar.gz`);
    expect(readdirSync(folder)).toEqual(['train.py']);
    expect(readFileSync(join(folder, 'train.py'), 'utf8')).toBe(code);
  });

  await step('downloads the files of its best checkpoint', async () => {
    await openRun();
    await seen(figure('Best Checkpoint', saved));
    await tab('Checkpoints').click();
    await main().getByRole('row').filter({ hasText: saved }).getByText(saved).click();
    const shown = dialog('Checkpoint');
    await seen(shown.getByRole('region', { name: 'Files' }).getByText('weights.bin'));
    const folder = await unpacked(() => shown.getByRole('link', { name: 'Download Files' }).click(), `${saved}.tar`);
    const files = readdirSync(folder).map((name) => [name, readFileSync(join(folder, name))]);
    expect(Object.fromEntries(files)).toEqual(kept);
  });
});
