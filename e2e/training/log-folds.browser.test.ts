import { ScriptedLauncher } from '@determined/dev-cluster/scripted-launcher.ts';
import { expect, test } from 'vitest';
import { consoleTest } from '../support/console-test.ts';
import { loggedTrial, type WrittenLine } from '../support/logged-trial.ts';
import { gone, seen } from '../support/seen.ts';

// A log in which tracebacks and repetitions are one row each, as somebody reads it.
const machines = new ScriptedLauncher([8]);
const at = consoleTest({ launcher: machines });

const steps = (from: number, count: number): WrittenLine[] =>
  Array.from({ length: count }, (_, i) => ({ log: `step ${from + i} of ${i % 7}00 loss 0.${from + i}` }));
const traceback = (name: string): WrittenLine[] => [
  { log: 'Traceback (most recent call last):', level: 'ERROR' },
  ...Array.from({ length: 20 }, (_, i) => ({
    log: i % 2 === 0 ? `  File "train.py", line ${i}, in frame_${i}` : `    call_${name}_${i}()`,
    level: 'ERROR' as const,
  })),
  { log: `ValueError: no ${name}`, level: 'ERROR' },
];
const words = (text: string): WrittenLine => ({ log: text });

const log = () => at.page.getByRole('log');
const rowWith = (text: string) => log().locator('[data-level]').filter({ hasText: text });
const foldOf = (text: string) => rowWith(text).getByRole('button');
const number = (n: number) => log().getByText((n + 1).toLocaleString('en'), { exact: true });
const expanded = (text: string) => expect.poll(() => foldOf(text).getAttribute('aria-expanded'));
/** Where a line stands on the screen. */
const heightOf = async (text: string) => Math.round((await rowWith(text).boundingBox())?.y ?? -1);

test('a traceback and a repetition are one row each, opened by key and pointer, copied and linked to whole', async () => {
  const { first, write, path } = await loggedTrial(at.cluster, machines);
  await write([
    words('setting out'),
    ...traceback('data'),
    words('trying again'),
    ...Array.from({ length: 30 }, () => words('waiting for the others')),
    words('they are there'),
    ...steps(1, 40),
    words('the end'),
  ]);
  await at.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const copied = () => at.page.evaluate(() => navigator.clipboard.readText());
  await at.visitor.signIn(path);

  // All of it has room on the screen, each row with its number.
  await seen(foldOf('setting out').or(rowWith('setting out')));
  await seen(log().getByRole('button', { name: '22 lines of a traceback', exact: true }));
  await seen(log().getByRole('button', { name: '× 30 the same line', exact: true }));
  await seen(log().getByRole('button', { name: '× 40 similar lines', exact: true }));
  await expect.poll(() => rowWith('Traceback').textContent()).toContain('ValueError: no data');
  await expect.poll(() => rowWith('step 1 of').textContent()).toContain('step 40 of');
  await seen(number(first + 23));
  await gone(number(first + 22));
  await seen(number(first + 95));

  // By key: the row stays where it is and keeps the focus.
  await foldOf('Traceback').focus();
  const stood = await heightOf('Traceback');
  await at.page.keyboard.press('Enter');
  await expanded('Traceback').toBe('true');
  await seen(log().getByText('call_data_19()'));
  await seen(number(first + 22));
  expect(await heightOf('Traceback')).toBe(stood);
  await at.page.keyboard.press('Space');
  await expanded('Traceback').toBe('false');
  await gone(log().getByText('call_data_19()'));

  // The number of a row chooses all that it stands for.
  await number(first + 1).click();
  await seen(at.page.getByText('22 lines chosen'));
  expect(at.page.url()).toMatch(new RegExp(`#L${first + 2}-${first + 23}$`));
  await number(first + 24).click({ modifiers: ['Shift'] });
  await seen(at.page.getByText('53 lines chosen'));
  await at.page.getByRole('button', { name: 'Copy', exact: true }).click();
  await seen(at.page.getByText('Copied 53 lines'));
  const texts = (await copied()).trimEnd().split('\n');
  expect(texts).toHaveLength(53);
  expect([texts[21], texts[22], texts.at(-1)]).toEqual([
    'ValueError: no data',
    'trying again',
    'waiting for the others',
  ]);
  await expanded('Traceback').toBe('false');
  await log().press('Escape');

  // Turned off, all lines are there, and the address says so.
  const fold = at.page.getByRole('button', { name: 'Fold repeats and tracebacks' });
  expect(await fold.getAttribute('aria-pressed')).toBe('true');
  await fold.click();
  await gone(log().getByRole('button'));
  await seen(number(first + 10));
  expect(at.page.url()).toContain('fold=off');
  await at.page.reload();
  await seen(number(first + 90));
  await gone(log().getByRole('button'));
  await fold.click();
  await seen(log().getByRole('button', { name: '× 40 similar lines', exact: true }));
  await at.page.getByRole('button', { name: 'Wrap lines' }).click();
  await seen(log().getByRole('button', { name: '× 40 similar lines', exact: true }));
  await foldOf('Traceback').click();
  await seen(log().getByText('call_data_19()'));
});

test('a link, a hit and a line that is gone to open what they lie in; a filter by level folds what it leaves', async () => {
  const { first, write, path } = await loggedTrial(at.cluster, machines);
  await write([words('setting out'), ...traceback('data'), words('between'), ...steps(1, 40), words('the end')]);
  await at.visitor.signIn(`${path}#L${first + 10}`);
  await expanded('Traceback').toBe('true');
  await expanded('step 1 of').toBe('false');
  // So does one into what was closed by hand.
  await foldOf('Traceback').click();
  await expanded('Traceback').toBe('false');
  await at.page.evaluate((line) => {
    window.location.hash = `#L${line}`;
  }, first + 12);
  await expanded('Traceback').toBe('true');
  await seen(number(first + 11));
  // Its button is a target of 24 pixels, though a row has 20.
  const { x, y, width, height } = (await foldOf('Traceback').boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const hit = (below: number) =>
    at.page.evaluate(
      ([left, top]) => document.elementFromPoint(left, top)?.closest('button')?.getAttribute('aria-expanded'),
      [x + width / 2, y + height / 2 + below] as const,
    );
  expect([await hit(-11), await hit(11)]).toEqual(['true', 'true']);
  await at.page.getByRole('button', { name: 'Clear', exact: true }).click();

  await at.visitor.open(`${path}?q=step%2017&all=true`);
  await seen(at.page.getByText('1 hit', { exact: true }));
  await expanded('step 1 of').toBe('true');
  await expanded('Traceback').toBe('false');
  await at.page.getByRole('button', { name: 'Go to' }).click();
  await at.page
    .getByRole('dialog')
    .getByLabel('Line or time')
    .fill(String(first + 12));
  await at.page.keyboard.press('Enter');
  await expanded('Traceback').toBe('true');
  // What was closed is opened again by the next way there.
  await foldOf('Traceback').click();
  await expanded('Traceback').toBe('false');
  await at.page.getByRole('button', { name: 'First Error' }).click();
  await expanded('Traceback').toBe('false');

  // Lines with a text are all hits: none is hidden, and the switch says why it is off.
  await at.visitor.open(`${path}?q=step`);
  await seen(log().getByText('step 17 of', { exact: false }));
  await gone(log().getByRole('button'));
  const fold = at.page.getByRole('button', { name: 'Fold repeats and tracebacks' });
  expect(await fold.getAttribute('aria-disabled')).toBe('true');
  await at.visitor.open(`${path}?level=ERROR`);
  await seen(log().getByRole('button', { name: '22 lines of a traceback', exact: true }));
});

test('a log of repetitions is read without jumps, and followed at its end', async () => {
  const { first, write, path } = await loggedTrial(at.cluster, machines);
  const count = 6_000;
  await write(
    Array.from({ length: count }, (_, i): WrittenLine[] =>
      i % 100 < 90 ? steps(i, 1) : [words(`${'word '.repeat(i % 10)}${i}`)],
    ).flat(),
  );
  await at.visitor.signIn(path);
  await seen(at.page.getByText('Following', { exact: true }));
  const end = (more: number) => `${(first + count + more).toLocaleString('en')}`;
  await seen(at.page.getByText(`Line ${end(0)} of ${end(0)}`, { exact: false }));
  await write(steps(0, 300));
  await seen(at.page.getByText(`Line ${end(300)} of ${end(300)}`, { exact: false }));
  await seen(log().getByText('step 299 of', { exact: false }));
  await seen(at.page.getByText('Following', { exact: true }));

  // A line that was gone to stays in its place while all around it is read and folded.
  await at.page.getByRole('button', { name: 'Go to' }).click();
  await at.page
    .getByRole('dialog')
    .getByLabel('Line or time')
    .fill(String(first + 3_093));
  await at.page.keyboard.press('Enter');
  const there = rowWith('word word 3092');
  await seen(there);
  let stood = -1;
  // Once it has been drawn in its place.
  await expect.poll(async () => (stood = Math.round((await there.boundingBox())?.y ?? -1))).toBeGreaterThan(0);
  await expect.poll(() => log().getByRole('button').count()).toBeGreaterThan(3);
  expect(Math.round((await there.boundingBox())?.y ?? -2)).toBe(stood);
  await seen(at.page.getByText('Follow paused', { exact: true }));

  // Scrolling up line by line: what was above is what comes, nothing is skipped.
  const shown = async () =>
    (
      await log()
        .locator('[data-line]')
        .evaluateAll((numbers) =>
          numbers.map((one) => [Number(one.getAttribute('data-line')), Number(one.getAttribute('data-last'))] as const),
        )
    ).toSorted(([a], [b]) => a - b);
  for (let turn = 0; turn < 8; turn++) {
    const before = (await shown())[0]?.[0] ?? 0;
    await log().hover();
    await at.page.mouse.wheel(0, -700);
    await expect.poll(async () => (await shown())[0]?.[0] ?? before).toBeLessThan(before);
    const rows = await shown();
    for (const [i, [from]] of rows.entries()) if (i > 0) expect(from).toBe((rows[i - 1]?.[1] ?? 0) + 1);
  }
  await at.page
    .getByRole('button', { name: 'Follow f' })
    .or(at.page.getByRole('button', { name: 'Follow', exact: true }))
    .first()
    .click();
  await seen(log().getByText('step 299 of', { exact: false }));
});
