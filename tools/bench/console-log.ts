import type { Browser, Page } from 'playwright-core';
import {
  go,
  launchConsole,
  longestTask,
  loopOf,
  medianOf,
  present,
  press,
  settled,
  signedIn,
  slowed,
} from './chromium.ts';
import type { Bench, BenchMaster, Figure } from './figure.ts';
import { postMillion, rare } from './log-lines.ts';
import { copyTenTimes } from './log-search.ts';
import { endTrials, type RunningTrial, startTrials } from './running-trials.ts';

const million = 1_000_000;

/** A long log in Chromium: how long the page cannot answer at each step of reading it. */
export const consoleLog: Bench = {
  name: 'console-log',
  measure: async ({ master: start, lines, note }) => {
    if (lines !== million && lines !== 10 * million) throw new Error('--lines is 1000000 or 10000000.');
    const browser = await launchConsole();
    try {
      const master = await start();
      note(`a log of ${lines.toLocaleString('en')} lines`);
      const running = await startTrials(master, 1);
      const [trial] = running.trials as [RunningTrial];
      await postMillion(master, trial);
      await endTrials(master, running);
      if (lines > million) await lengthen(master, trial);
      const page = await signedIn(browser, master);
      const path = `/experiments/${running.experimentId}/trials/${trial.trialId}`;
      await page.goto(`${master.address}/det${path}/logs`);
      await end(page, lines);
      return await steps(browser, page, { path, lines, note });
    } finally {
      await browser.close();
    }
  },
};

/** The trial's log is ten times as long. */
async function lengthen(master: BenchMaster, { taskId, trialId }: RunningTrial): Promise<void> {
  const task_id = await copyTenTimes(master, taskId);
  await master.db.updateTable('trial_tasks').set({ task_id }).where('trial_id', '=', trialId).execute();
}

const lineOf = (page: Page, line: number) => present(page, `document.querySelector('[data-line="${line - 1}"]')`);
/** The end is in sight and has been told of. */
const end = (page: Page, lines: number) =>
  present(
    page,
    `[...document.querySelectorAll('section b')].some((one) => one.textContent === '${lines.toLocaleString('en')}')`,
  );

interface Place {
  path: string;
  lines: number;
  note: (text: string) => void;
}

async function steps(browser: Browser, page: Page, { path, lines, note }: Place): Promise<Figure[]> {
  const baseline = await loopOf(page);
  const count = lines.toLocaleString('en');
  const figures: Figure[] = [];
  const add = async (what: string, before: () => Promise<unknown>, act: (turn: number) => Promise<unknown>) => {
    const value = await medianOf(async (turn) => {
      await before();
      await settled(page);
      return longestTask(browser, page, async () => {
        await act(turn);
        await settled(page);
      });
    });
    note(`${what}: longest task ${value.toFixed(1)} ms`);
    figures.push({
      what: `${what} of ${count} lines, longest task ${slowed} × slowed`,
      value,
      unit: 'ms',
      aim: { atMost: 50 },
      baseline,
    });
  };
  const away = async () => {
    await go(page, `${path}/hyperparameters`);
    await page.getByText('learning_rate').first().waitFor();
  };
  const open = async () => {
    await go(page, `${path}/logs`);
    await end(page, lines);
  };
  const toEnd = async () => {
    await away();
    await open();
  };
  await add('Opening a log', away, open);
  await add('Going to the middle', toEnd, async (turn) => {
    const line = lines / 2 + (turn + 1) * 7_000;
    await press(page, 'main button', 'Go to');
    await present(page, "document.activeElement.matches('[role=dialog] input')");
    await page.keyboard.insertText(String(line));
    await page.keyboard.press('Enter');
    await lineOf(page, line);
  });
  const toEndUnderPointer = async () => {
    await toEnd();
    await page.locator('[role="log"]').hover();
  };
  await add('Scrolling a second', toEndUnderPointer, async () => {
    for (let at = 0; at < 20; at++) {
      await page.mouse.wheel(0, -600);
      await page.evaluate('new Promise((drawn) => setTimeout(drawn, 50))');
    }
  });
  await add('Filtering', toEnd, async () => {
    await press(page, 'main [aria-label="Search the log"]');
    await page.keyboard.insertText(rare);
    await present(
      page,
      `document.querySelector('[role="log"] mark') &&
        [...document.querySelectorAll('main [role="status"]')].some((one) => one.textContent.endsWith('lines pass'))`,
    );
  });
  return figures;
}
