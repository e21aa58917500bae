import { ScriptedLauncher } from '@determined/dev-cluster/scripted-launcher.ts';
import { quietPace, seedScenario } from '@determined/dev-cluster/seed-scenario.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { consoleTest } from '../support/console-test.ts';
import { everyDialog, openedBy, seedPeople } from '../support/every-dialog.ts';
import { everyPage } from '../support/every-page.ts';
import { seen } from '../support/seen.ts';
import { settled } from '../support/settled.ts';

// The console as it is when nobody has switched anything: what is called experiment and trial elsewhere is a search and a run.
const machines = new ScriptedLauncher([8, 8]);
const at = consoleTest({ flatRuns: true, launcher: machines, env: { DET_SECURITY_AUTHZ_TYPE: 'rbac' } });
const training = new AbortController();
beforeAll(async () => {
  await seedScenario(at.cluster, machines, training.signal, quietPace);
  await seedPeople(at.cluster);
});
afterAll(() => training.abort());

/** Where the other words are not the console's own: commands (also of the command bar), names of switches, configurations, addresses, permissions and lines of logs. */
const told =
  /^Trial \d+ \(Experiment \d+\) |^(experiment|trial|New Experiment List|runs instead of experiments)$|det experiment|det trial|det e |experiment_seed|trial_id|experiments? create|\/experiments?\/|\/trials?\/|_EXPERIMENTS?|_TRIALS?/i;

/** Lines and names for screen readers that the console itself says with the other switch's words. */
const classicTexts = `(() => {
  const code = 'pre, code, .cm-editor, .mono, [data-code], [aria-label="Logs"], [role=log], [aria-label="Differences"] [class*="_text_"], option';
  const said = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const { parentElement, data } = walk.currentNode;
    if (!parentElement.closest(code + ', script, style')) said.push(data);
  }
  for (const one of document.querySelectorAll('[aria-label], [title], [placeholder], [alt]')) {
    if (one.closest(code)) continue;
    for (const name of ['aria-label', 'title', 'placeholder', 'alt']) said.push(one.getAttribute(name) ?? '');
  }
  return [document.title, ...new Set(said)].filter((text) => /\\b(experiment|trial)s?\\b/i.test(text));
})()`;

const flatPath = (path: string) => path.replace(/^(\/projects\/\d+)\/experiments/, '$1/searches');
const pages = everyPage.filter(({ path }) => path !== '/docs').map(({ path }) => flatPath(path));

async function classicTextsOf(): Promise<string[]> {
  return (await at.page.evaluate<string[]>(classicTexts)).filter((text) => !told.test(text));
}

test('[FLAG-013, FLAG-014] no page says experiment or trial', async () => {
  await at.visitor.signIn('/dashboard');
  const found: Record<string, string[]> = {};
  for (const path of [...pages, '/projects/2/runs', '/searches/2/runs', '/searches/2/code']) {
    await settled(at.page, () => at.visitor.turnTo(path));
    found[path] = await classicTextsOf();
    // Tables are lists there, with rows of their own.
    await settled(at.page, () => at.page.setViewportSize({ width: 390, height: 844 }));
    found[path].push(...(await classicTextsOf()));
    await at.page.setViewportSize({ width: 1440, height: 900 });
  }
  expect(found).toEqual(Object.fromEntries(Object.keys(found).map((path) => [path, []])));
});

test('[FLAG-013, FLAG-014] no dialog or menu says experiment or trial', async () => {
  await at.visitor.signIn('/dashboard');
  at.page.setDefaultTimeout(10_000);
  const found: Record<string, string[]> = {};
  // Its rows are of searches and of single runs, which have tables of their own there.
  for (const { name, path, on, open } of everyDialog.filter(({ name }) => !name.endsWith('-of-several'))) {
    await at.page.setViewportSize(on === 'phone' ? { width: 390, height: 844 } : { width: 1440, height: 900 });
    await at.visitor.turnTo(flatPath(path));
    try {
      await open(at.page);
      await at.page.locator(openedBy(name)).filter({ visible: true }).first().waitFor();
      found[name] = await classicTextsOf();
    } catch (error) {
      found[name] = [String(error)];
    }
    await at.page.keyboard.press('Escape');
  }
  expect(found).toEqual(Object.fromEntries(Object.keys(found).map((name) => [name, []])));
});

test('[FLAG-015] with the switch off they are experiments and trials again', async () => {
  await at.page.setViewportSize({ width: 1440, height: 900 });
  const shows = async (path: string, heading: string, ...texts: string[]) => {
    await at.visitor.open(`${path}?f_flat_runs=off`);
    await seen(at.page.getByRole('heading', { level: 1, name: heading }));
    for (const text of texts) await seen(at.page.getByText(text, { exact: true }).first());
  };
  await at.visitor.signIn('/dashboard');
  await shows('/projects/1/experiments', 'Uncategorized Experiments');
  await shows('/experiments/2', 'digits random search', 'Experiment 2', 'Trials');
  await shows('/experiments/2/trials/2', 'Trial 2', 'Continue Trial');
});
