import { readFile } from 'node:fs/promises';
import { getLogLinesRoute } from '@determined/contract/tasks/ext-routes.ts';
import { ScriptedLauncher } from '@determined/dev-cluster/scripted-launcher.ts';
import { expect, test } from 'vitest';
import { consoleTest } from '../support/console-test.ts';
import { loggedTrial } from '../support/logged-trial.ts';
import { gone, seen } from '../support/seen.ts';

// The reader of logs, as somebody uses it who looks for something in one.
const machines = new ScriptedLauncher([9]);
const at = consoleTest({ launcher: machines, env: { DET_SECURITY_AUTHZ_TYPE: 'rbac' } });

const lineCount = 6_000;
/** What each line of ours is like. */
const line = (i: number) => ({
  log: i === 4_321 ? 'needle in the hay\n' : i % 1_000 === 7 ? `NEEDLE ${i}, loss nan\n` : `step ${i} of many\n`,
  level: (['TRACE', 'DEBUG', 'INFO', 'INFO', 'WARNING', 'ERROR', 'CRITICAL'] as const)[i % 7],
  agentId: i < 2_000 ? 'node-1' : 'node-2',
  containerId: `box-${i % 3}`,
  rankId: i % 4,
  source: i % 5 === 0 ? 'stderr-shipper' : 'task',
  timestamp: new Date(Date.UTC(2036, 0, 1) + i * 1_000).toISOString(),
});
type Line = ReturnType<typeof line>;
const like = (passes: (line: Line, i: number) => boolean) =>
  Array.from({ length: lineCount }, (_, i) => line(i))
    .filter(passes)
    .length.toLocaleString('en');

/** A trial whose log has lines of ours behind the master's own; `first` is the number of the first. */
async function writeTrial(lines = lineCount) {
  const trial = await loggedTrial(at.cluster, machines);
  const more = (from: number, count: number) => trial.write(Array.from({ length: count }, (_, i) => line(from + i)));
  if (lines > 0) await more(0, lines);
  return { ...trial, more };
}

const log = () => at.page.getByRole('log');
const press = (name: string) => at.page.getByRole('button', { name, exact: true }).click();
const passing = (count: string) => seen(at.page.getByText(new RegExp(`^${count} of [\\d,]+ lines pass$`)));

async function choose(field: string, ...values: string[]): Promise<void> {
  await at.page.getByRole('button', { name: new RegExp(`^${field}`) }).click();
  for (const value of values) await at.page.getByRole('menuitemcheckbox', { name: value, exact: true }).click();
  await at.page.keyboard.press('Escape');
  await gone(at.page.getByRole('menu'));
}

test('a log that cannot be read says so beside its tools', async () => {
  const { path } = await writeTrial(0);
  const error = { code: 13, reason: 'Internal', error: 'out of order' };
  await at.page.route('**/log-lines?*', (route) => route.fulfill({ status: 500, json: { error } }));
  await at.visitor.signIn(path);
  await seen(at.page.getByText('out of order'));
  await seen(at.page.getByRole('button', { name: 'Go to', exact: true }));
});

test('[LOGS-004, LOGS-005, LOGS-006, LOGS-007, LOGS-009, LOGS-010] lines are filtered by where they come from, how bad they are and what they say', async () => {
  const { path, trialId, experimentId } = await writeTrial();
  // The short address finds the experiment, and shows the same log.
  await at.visitor.signIn(`/trials/${trialId}/logs`);
  await seen(log().getByText('step 5999 of many'));
  expect(at.visitor.place).toBe(`/experiments/${experimentId}/trials/${trialId}/logs`);

  await choose('Agent', 'node-1');
  await passing('2,000');
  await seen(log().getByText('step 1999 of many'));
  await choose('Container', 'box-2');
  await passing(like((_, i) => i < 2_000 && i % 3 === 2));
  await choose('Rank', 'Rank 0', 'Rank 3');
  const passes = (i: number) => i < 2_000 && i % 3 === 2 && (i % 4 === 0 || i % 4 === 3);
  await passing(like((_, i) => passes(i)));
  await at.page.getByRole('button', { name: /^Level/ }).click();
  expect(await at.page.getByRole('menuitemcheckbox').allInnerTexts()).toEqual([
    'Trace',
    'Debug',
    'Info',
    'Warning',
    'Error',
    'Critical',
  ]);
  await at.page.keyboard.press('Escape');
  await gone(at.page.getByRole('menu'));
  await choose('Level', 'Error', 'Critical');
  await passing(like(({ level }, i) => passes(i) && (level === 'ERROR' || level === 'CRITICAL')));
  await choose('Source', 'stderr-shipper');
  await passing(like(({ level, source }, i) => passes(i) && /ERROR|CRIT/.test(level ?? '') && source !== 'task'));

  // The address has it all: whoever is given it sees the same.
  await at.page.reload();
  await passing(like(({ level, source }, i) => passes(i) && /ERROR|CRIT/.test(level ?? '') && source !== 'task'));
  await press('Clear Filters');
  await gone(at.page.getByText(/lines pass/));
  expect(at.visitor.place).toBe(path);

  const search = at.page.getByLabel('Search the log');
  await search.fill('needle');
  await passing('7');
  await seen(log().getByText('NEEDLE 7, loss nan'));
  expect(await log().locator('mark').allInnerTexts()).toContain('needle');
  await search.fill('NEEDLE [34]0');
  await at.page.getByRole('button', { name: 'Regular expression' }).click();
  await passing('2');
  at.visitor.mayBeRefused.push(/regex=true/);
  await search.fill('(');
  await seen(at.page.getByRole('alert').filter({ hasText: 'not a regular expression' }));
});

test('hits are stepped through among all lines; lines are gone to by number, time and first error', async () => {
  const { path, first } = await writeTrial();
  await at.visitor.signIn(`${path}?q=needle&all=true`);
  await seen(log().getByText('step 5999 of many'));
  await seen(at.page.getByText('7 hits', { exact: true }));
  await press('Previous hit');
  await seen(at.page.getByText('7 of 7', { exact: true }));
  await seen(log().getByText('NEEDLE 5007, loss nan'));
  // The hit that was stepped to has a colour of its own.
  const [own, other] = await log()
    .locator('mark')
    .evaluate((mark) => {
      const colour = (one: Element) => getComputedStyle(one).backgroundColor;
      const here = colour(mark);
      mark.closest('[data-now]')?.removeAttribute('data-now');
      return [here, colour(mark)];
    });
  expect(own).not.toBe(other);
  await seen(log().getByText('step 5008 of many'));
  await at.page.getByLabel('Search the log').press('Shift+Enter');
  await seen(at.page.getByText('6 of 7', { exact: true }));
  await seen(log().getByText('needle in the hay'));
  await press('Next hit');
  await press('Next hit');
  await seen(at.page.getByText('1 of 7', { exact: true }));
  await seen(log().getByText('NEEDLE 7, loss nan'));

  await press('First Error');
  await seen(log().getByText('step 5 of many'));
  await press('Go to');
  const place = () => at.page.getByRole('dialog', { name: 'Go to' }).getByLabel('Line or time');
  await place().fill('999,999');
  await at.page.keyboard.press('Enter');
  await seen(at.page.getByText('This is no line of the log and no time.'));
  await place().fill(String(first + 3_001));
  await at.page.keyboard.press('Enter');
  await seen(log().getByText('step 3000 of many'));
  await press('Go to');
  const zone = new Date(Date.UTC(2036, 0, 1) + 4_500_000);
  await place().fill(await at.page.evaluate((ms) => new Date(ms).toLocaleString('sv'), zone.getTime()));
  await at.page.keyboard.press('Enter');
  await seen(log().getByText('step 4500 of many'));

  // Of other lines the newest are shown, and of all again those where one was.
  await choose('Source', 'stderr-shipper');
  await seen(log().getByText('step 5995 of many'));
  await gone(log().getByText('step 5994 of many'));
  await press('Clear Filters');
  await seen(log().getByText('step 4501 of many'));
});

test('the first error is found in the whole log: a level or a traceback of none; the search can be stopped', async () => {
  const { path, write, first } = await loggedTrial(at.cluster, machines);
  const plain = (count: number) => Array.from({ length: count }, (_, i) => ({ log: `${'so '.repeat(i % 9)}it goes` }));
  const traceback = ['Traceback (most recent call last):', '  File "train.py", line 3', 'KeyError: 7'];
  await write([...plain(3_000), ...traceback.map((log) => ({ log })), ...plain(3_000)]);
  await write([{ log: 'all is lost', level: 'CRITICAL' }, ...plain(3_000), { log: 'the end' }]);
  await at.visitor.signIn(path);
  await seen(log().getByText('the end'));
  await press('First Error');
  await seen(log().getByText('KeyError: 7'));
  await seen(log().getByText((first + 3_001).toLocaleString('en'), { exact: true }));
  await choose('Level', 'Critical');
  await passing('1');
  await press('First Error');
  await seen(log().getByText('all is lost'));
  await at.visitor.open(`${path}?level=DEBUG`);
  await seen(at.page.getByText('No lines pass the filters'));
  await press('First Error');
  await seen(at.page.getByRole('status').filter({ hasText: 'No line is an error' }));

  await at.visitor.open(path);
  await seen(log().getByText('the end'));
  const calls = '**/api/ext/v1/tasks/*/log-matches*';
  let asked = 0;
  await at.page.route(calls, () => {
    asked += 1;
  });
  // Keys work once the tools are there.
  await seen(at.page.getByRole('button', { name: 'First Error' }));
  await at.page.keyboard.press('.');
  await seen(at.page.getByText('Looking for it', { exact: true }));
  await expect.poll(() => asked).toBeGreaterThan(0);
  await press('Stop');
  await gone(at.page.getByText('Looking for it', { exact: true }));
  await at.page.unroute(calls);
  await press('First Error');
  await seen(log().getByText('KeyError: 7'));
});

test('a line that wraps goes on below its own text, with a rank and without, on a phone as well; the map of a short log tells seconds', async () => {
  const { path, write } = await loggedTrial(at.cluster, machines);
  const long = (i: number) => ({
    log: `number ${i} ${'word '.repeat(90)}end`,
    level: i % 3 === 0 ? ('ERROR' as const) : ('INFO' as const),
    rankId: i % 2 === 0 ? i : undefined,
    timestamp: new Date(Date.now() + i * 1_000).toISOString(),
  });
  await write(Array.from({ length: 60 }, (_, i) => long(i)));
  await at.visitor.signIn(`${path}?wrap=on`);
  await seen(log().getByText('number 59'));
  const map = at.page.getByRole('slider', { name: 'Map of the log' });
  await expect.poll(() => map.getByText(/^\d\d:\d\d:\d\d$/).count()).toBe(5);
  /** Where the parts of texts begin that are broken into lines, in pixels from the left; the space at an end is a part, too. */
  const starts = () =>
    log().evaluate((box) => {
      const partsOf = (row: Element) => {
        const text = [...row.childNodes].findLast((node) => node.nodeType === Node.TEXT_NODE);
        const range = document.createRange();
        if (text) range.selectNodeContents(text);
        return [...range.getClientRects()].filter(({ width }) => width > 20).map(({ left }) => Math.round(left));
      };
      const parts = [...box.querySelectorAll('[data-level]')].map(partsOf).filter(({ length }) => length > 1);
      return { rows: parts.length, starts: [...new Set(parts.flat())] };
    });
  for (const width of [1440, 390]) {
    await at.page.setViewportSize({ width, height: 844 });
    await expect.poll(starts).toEqual({ rows: expect.toSatisfy((rows) => rows > 4), starts: [expect.any(Number)] });
  }
});

test('lines are chosen, copied and linked to; following pauses, says how many lines are new, and goes on', async () => {
  const { path, first, more } = await writeTrial();
  await at.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const copied = () => at.page.evaluate(() => navigator.clipboard.readText());
  const number = (i: number) => log().getByText((first + i + 1).toLocaleString('en'), { exact: true });
  await at.visitor.signIn(`${path}#L${first + 101}`);
  await seen(log().getByText('step 100 of many'));
  await number(103).click({ modifiers: ['Shift'] });
  await seen(at.page.getByText('4 lines chosen'));
  expect(at.page.url()).toMatch(new RegExp(`#L${first + 101}-${first + 104}$`));
  await press('Copy');
  await seen(at.page.getByText('Copied 4 lines'));
  expect(await copied()).toBe([100, 101, 102, 103].map((i) => `step ${i} of many\n`).join(''));
  await log().press('Shift+ArrowDown');
  await seen(at.page.getByText('5 lines chosen'));
  await press('Copy Link');
  expect(await copied()).toBe(at.page.url());
  await log().press('Escape');
  await gone(at.page.getByText(/lines chosen/));
  expect(at.page.url()).not.toContain('#');

  await seen(at.page.getByText('Follow paused', { exact: true }));
  await more(lineCount, 40);
  await seen(at.page.getByText('40 new lines'));
  await seen(log().getByText('step 100 of many'));
  await press('Follow');
  await seen(log().getByText('step 6039 of many'));
  await more(lineCount + 40, 300);
  await seen(log().getByText('step 6339 of many'));
  // A filter is followed too.
  await at.page.getByLabel('Search the log').fill('39 of many');
  await seen(log().getByText('step 6339 of many'));
  await gone(log().getByText('step 6338 of many'));
  await more(lineCount + 340, 100);
  await seen(log().getByText('step 6439 of many'));
});

test('[LOGS-017, LOGS-018, LOGS-019, LOGS-020] the whole log is downloaded, by the command line or else as a file', async () => {
  const { path, trialId, experimentId, taskId } = await writeTrial();
  await at.visitor.signIn(path);
  await press('Download logs');
  const dialog = at.page.getByRole('dialog', { name: 'Confirm Download for Logs' });
  await seen(dialog.getByText('We recommend using the Determined CLI to download logs', { exact: false }));
  await seen(dialog.getByText(`det trial logs ${trialId}`));
  const proceed = dialog.getByRole('button', { name: 'Proceed to Download' });
  const call = `**/api/v1/trials/${trialId}/logs*`;
  await at.page.route(call, (route) => route.abort());
  await proceed.click();
  const failure = dialog.getByRole('alert');
  await seen(failure);
  const told = `Failed to download trial ${trialId} logs. If the problem persists please try our CLI "det trial logs ${trialId}".`;
  expect(await failure.textContent()).toContain(told);
  await at.page.unroute(call);
  const [download] = await Promise.all([at.page.waitForEvent('download'), proceed.click()]);
  expect(download.suggestedFilename()).toBe(`experiment_${experimentId}_trial_${trialId}_logs.txt`);
  const text = await readFile(await download.path(), 'utf8');
  const lines = text.trimEnd().split('\n');
  const query = { from: 0, count: 1 };
  const { total } = await at.cluster.admin.client.call(getLogLinesRoute, { params: { taskId }, query });
  // The master may have said something meanwhile.
  expect(lines).toHaveLength(total);
  const own = lines.filter((one) => one.includes(' box-'));
  expect(own).toHaveLength(lineCount);
  expect(own.at(-1)).toBe('[2036-01-01T01:39:59.000000Z] box-2 [rank=3] || TRACE: step 5999 of many');
  await gone(dialog);
});

test('[LOGS-021] without the right to see artifacts the tab is there, with the reason, and nothing behind it', async () => {
  const { path, experimentId, trialId } = await writeTrial();
  // Every built-in role that shows an experiment shows its artifacts: the console is told of one that does not.
  const summary = '**/api/v1/permissions/summary';
  await at.page.route(summary, async (route) => {
    const response = await route.fetch();
    const all = await response.text();
    return route.fulfill({ response, body: all.replaceAll('TYPE_VIEW_EXPERIMENT_ARTIFACTS', 'TYPE_UNSPECIFIED') });
  });
  await at.visitor.signIn(path);
  await at.page.waitForURL(`**/experiments/${experimentId}/trials/${trialId}/overview`);
  const tab = at.page.getByRole('navigation', { name: `Trial ${trialId}` }).getByRole('link', { name: /^Logs/ });
  await seen(tab);
  expect(await tab.getAttribute('aria-disabled')).toBe('true');
  await at.page.unroute(summary);
  await at.visitor.open(path);
  await seen(log().getByText('step 5999 of many'));
});

test('a log that gets a thousand lines a second is followed for half a minute, and has every one', async () => {
  const seconds = 30;
  const { path, taskId, first, more } = await writeTrial(0);
  await at.visitor.signIn(path);
  await seen(at.page.getByText('Following', { exact: true }));
  const shown = async () =>
    Number(
      ((await at.page.getByText(/^Line [\d,]+ of/).textContent()) ?? '')
        .replace(/^.*of ([\d,]+).*$/s, '$1')
        .replaceAll(',', ''),
    );
  const begun = performance.now();
  const stood: number[] = [];
  for (let written = 0; written < seconds * 1_000; written += 250) {
    await more(written, 250);
    if (written % 3_000 === 0) stood.push(await shown());
    // A writer that was held up makes up for it.
    const due = begun + (written + 250) - performance.now();
    if (due > 0) await new Promise((resolve) => setTimeout(resolve, due));
  }
  const all = first + seconds * 1_000;
  await expect.poll(shown, { timeout: 60_000 }).toBe(all);
  await seen(log().getByText(`step ${seconds * 1_000 - 1} of many`));
  await seen(at.page.getByText('Following', { exact: true }));
  // What it showed grew all the time.
  expect(stood).toEqual(stood.toSorted((a, b) => a - b));
  for (let from = first; from < all; from += 2_000) {
    const query = { from, count: 2_000 };
    const { lines } = await at.cluster.admin.client.call(getLogLinesRoute, { params: { taskId }, query });
    const expected = Array.from({ length: lines.length }, (_, i) => line(from - first + i).log.trimEnd());
    expect(lines.map(({ text }) => text)).toEqual(expected);
    expect(lines).toHaveLength(Math.min(2_000, all - from));
  }
}, 240_000);
