import { defaultParseSearch } from '@tanstack/react-router';
import { describe, expect, test } from 'vitest';
import { searchText } from '#platform/routing/search-text.ts';
import { huesOf, mostInColour, slotsOf } from '#training/metrics/shared/series-slots.ts';
import { smoothed } from '#ui/chart/smoothed.ts';
import { searchIn } from './compare-paths.ts';
import { movesNote } from './details/moves-bar.tsx';
import { comparedLines, wholeOf } from './metrics/compared-lines.ts';
import { type CompareLook, lookOf, lookSearch } from './shared/compare-look.ts';
import { compareSearch } from './shared/compare-search.ts';
import { type Comparison, compareRequest, departures, majority, metricsInOrder } from './shared/compared.ts';
import { whoLeads } from './shared/who-leads.ts';

const usual = { tab: 'metrics' as const, look: lookOf() };

describe('a comparison', () => {
  test('[SHELL-038] has an address that names each record', () => {
    expect(searchText({ id: [4, 17], of: undefined })).toBe('?id=4&id=17');
    expect(searchText({ tab: 'details', id: [4] })).toBe('?tab=details&id=4');
    // Other parameters stay as they are.
    expect(searchText({ columns: 'id,name', archived: true })).toBe('?columns=id%2Cname&archived=true');
    expect(searchText({})).toBe('');
  });

  test('is over the view that it was opened from, whose address says the same; what is no filter there is left out', () => {
    const field = { kind: 'field', columnName: 'id', operator: '>', value: 3 };
    const filter = { kind: 'group', conjunction: 'and', children: [field] };
    const subject = { of: 'run' as const, ids: [4], projectId: 2, filter, archived: true };
    expect(compareRequest(subject).query).toMatchObject({
      projectId: 2,
      filter: JSON.stringify({ filterGroup: filter }),
      archived: true,
    });
    const {
      id: ids,
      of,
      projectId,
      filter: said,
      archived,
    } = compareSearch(subject, { ...usual, slots: slotsOf([4]) });
    const view = { projectId, filter: said, archived };
    expect(compareRequest({ of: of ?? 'experiment', ids, ...view })).toEqual(compareRequest(subject));
    expect(compareRequest({ ...subject, filter: { kind: 'shoe' } }).query).toMatchObject({ filter: undefined });
    expect(
      compareSearch({ of: 'experiment', ids: [4], archived: false }, { ...usual, tab: 'details', slots: slotsOf([4]) }),
    ).toEqual({
      id: [4],
      tab: 'details',
    });
  });

  test('its page says in the address how it is looked at; what it can do nothing with is as by default', () => {
    const look: CompareLook = {
      axis: 'epochs',
      scale: 'log',
      smoothing: 0.6,
      window: [1.5, 20],
      groupedBy: 'seed',
      band: 'none',
      metric: { group: 'validation', name: 'top.1' },
      shown: ['lr', 'arms'],
      brushed: { kind: 'group', conjunction: 'or', children: [] },
    };
    const address = searchText({ look: lookSearch(look) });
    const read = (text: string) => lookOf(searchIn(defaultParseSearch(text)).look);
    expect(read(address)).toEqual(look);
    expect(lookSearch(usual.look)).toBeUndefined();
    const wrongLooks = [
      '"tab":"shoes"',
      '"axis":"batches"',
      '"smoothing":1',
      '"smoothing":"x"',
      '"from":4',
      '"from":4,"to":2',
    ];
    for (const wrong of wrongLooks) expect(read(`look={${wrong}}`), wrong).toEqual(usual.look);
    for (const wrong of ['look=shoes', 'look=[]', 'look=4']) expect(read(wrong), wrong).toEqual(usual.look);
    expect(read('look={"shown":"lr","metric":"loss","brushed":{},"scale":""}')).toEqual({
      ...usual.look,
      shown: ['lr'],
    });
  });

  test('its metrics stand as people count, the one that counts first, and the axis not among them', () => {
    const named = (...names: string[]) => names.map((name) => ({ group: 'training', name }));
    const metric = { group: 'training', name: 'loss', smallerIsBetter: true };
    const metrics = named('epoch', 'epochs', 'layer.10', 'layer.9', 'loss', 'acc').map((one) => ({
      ...one,
      records: 1,
    }));
    expect(metricsInOrder({ metrics, metric }).map(({ name }) => name)).toEqual(['loss', 'acc', 'layer.9', 'layer.10']);
  });

  test('a record keeps its colour as others are ticked and unticked, and its page has the same ones', () => {
    const before = slotsOf([4, 17, 9]);
    expect(huesOf(before)).toEqual([4, 17, 9]);
    // 17 goes, 30 takes its place in the palette.
    const after = slotsOf([4, 9, 30], huesOf(before));
    expect([...after]).toEqual([
      [4, 0],
      [9, 2],
      [30, 1],
    ]);
    const { hues } = compareSearch({ of: 'run', ids: [4, 9, 30] }, { ...usual, slots: after });
    expect(hues).toBe('4,30,9');
    expect(slotsOf([4, 9, 30], hues?.split(',').map(Number))).toEqual(after);
    // A place that is free is nobody's; of more than ten the others have none.
    expect(huesOf(slotsOf([9], huesOf(after)))).toEqual([0, 0, 9]);
    const many = Array.from({ length: 12 }, (_, i) => i + 1);
    expect([...slotsOf(many).keys()]).toEqual(many.slice(0, mostInColour));
  });

  test('the majority is what stands there more often than anything else', () => {
    expect(majority([1, 1, 2])).toBe(1);
    expect(majority([null, null, 2])).toBeNull();
    expect([majority([1, 2]), majority([1, 1, 2, 2]), majority([])]).toEqual([undefined, undefined, undefined]);
  });

  test('a record departs where its value is not the majority’s; what it lacks is a difference, code is not said', () => {
    const path = (name: string, values: (number | null)[], part: 'setting' | 'code' = 'setting') => ({
      part,
      path: name,
      values,
      differs: new Set(values).size > 1,
      moves: null,
    });
    const paths = [
      path('lr', [1, 1, 2]),
      path('ema', [5, 5, null]),
      path('x', [7, 7, 7]),
      path('a.py', [1, 1, 2], 'code'),
    ];
    expect([0, 1, 2].map((at) => departures(paths, at))).toEqual([
      [],
      [],
      [
        { path: 'lr', value: 2 },
        { path: 'ema', value: null },
      ],
    ]);
  });
});

describe('compared lines', () => {
  const record = (id: number) => ({ id, runId: id * 10 }) as Parameters<typeof comparedLines>[0][number];
  const curve = (trialId: number, last: (number | null)[]) => ({
    trialId,
    state: 'STATE_COMPLETED' as const,
    x: last.map((_, i) => i * 10),
    last,
    min: last,
    max: last,
  });
  const look = { slots: new Map([[1, 3]]), smoothing: 0 };

  test('one a record, in the colour that belongs to it; ghosts lie below, runs without the metric are none', () => {
    const lines = comparedLines([record(1), record(2), record(3)], [curve(10, [3, null]), curve(20, [2, 1])], look);
    expect(lines.map(({ id, color, y }) => [id, color, y])).toEqual([
      [2, undefined, [2, 1]],
      [1, 3, [3, Number.NaN]],
    ]);
    expect(mostInColour).toBe(10);
  });

  test('smoothing starts at the first value, leaves out what is not finite, and keeps what was reported below, faint', () => {
    expect(smoothed([4, 4, 4], 0.9)).toEqual([4, 4, 4].map((value) => expect.closeTo(value, 12)));
    // By hand: 0.5 of the half that counts is all; then (0.25 * 1 + 0.5 * 3) / 0.75.
    expect(smoothed([1, Number.NaN, 3], 0.5)).toEqual([1, Number.NaN, expect.closeTo(7 / 3, 12)]);
    const lines = comparedLines([record(1)], [curve(10, [1, 3])], { ...look, smoothing: 0.5 });
    expect(lines.map(({ id, color, faint, y }) => ({ id, color, faint, y }))).toEqual([
      { id: 'raw 1', color: undefined, faint: 3, y: [1, 3] },
      { id: 1, color: 3, faint: undefined, y: [1, expect.closeTo(7 / 3, 12)] },
    ]);
  });

  test('charts side by side are zoomed along the axis of all curves', () => {
    expect(wholeOf([{ x: [10, 20] }, { x: [] }, { x: [5, 15] }])).toEqual([5, 20]);
    expect(wholeOf([{ x: [10] }])).toBeUndefined();
    expect(wholeOf([])).toBeUndefined();
  });
});

test('over how many runs it is said what moves with the metric', () => {
  const metric = { group: 'validation', name: 'loss', smallerIsBetter: true };
  const note = (runs: number) => movesNote({ metric, view: { runs } });
  expect(note(1)).toMatch(/n ≥ 8; over 1 run of this view\.$/);
  expect(note(100_000)).toMatch(/n ≥ 8; over 100,000 runs of this view\.$/);
});

describe('the sentence above a comparison', () => {
  const record = (id: number, best: number | null, state = 'STATE_COMPLETED') => ({ id, best, state });
  const path = (name: string, value: number | undefined, differs = true) => ({
    path: name,
    differs,
    moves: value === undefined ? null : { by: 'spearman', value, n: 24 },
  });
  const said = (records: object[], paths: object[] = [], smallerIsBetter = true) =>
    // Only what the sentence is made of.
    whoLeads('run', {
      records,
      paths,
      metric: { group: 'validation', name: 'loss', smallerIsBetter },
      view: { runs: 24 },
    } as Comparison);

  test('says who leads and by how much, in the direction of the metric', () => {
    expect(said([record(7, 0.5), record(8, 0.25)])).toBe('Of 2 runs, run 8 leads on loss by 0.250000.');
    expect(said([record(7, 0.5, 'STATE_RUNNING'), record(8, 0.25)], [], false)).toBe(
      'Of 2 runs, run 7 leads on loss by 0.250000 and still runs.',
    );
    expect(said([record(7, 1), record(8, 1), record(9, 2)])).toBe('7, 8 are level on loss at 1.');
    expect(said([record(7, 1), record(8, 1)])).toBe('All 2 are level on loss at 1.');
  });

  test('nothing where fewer than two have a value, and how many have none', () => {
    expect([said([record(7, 1)]), said([record(7, 1), record(8, null), record(9, Number.NaN)])]).toEqual([
      undefined,
      undefined,
    ]);
    expect(said([record(7, 1), record(8, 3), record(9, null)])).toBe(
      'Of 2 runs, run 7 leads on loss by 2. 1 of 3 runs have no value of it.',
    );
  });

  test('names what goes with it only where the view is large enough and it is clear, with n', () => {
    const two = [record(7, 1), record(8, 3)];
    const paths = [
      path('lr', -0.83),
      path('width', 0.2),
      path('ema', 0.61),
      path('same', 0.99, false),
      path('seed', 0.5),
    ];
    expect(said(two, paths)).toBe(
      'Of 2 runs, run 7 leads on loss by 2. Over the runs of the view, lr (ρ -0.83, n = 24) and ema (ρ 0.61, n = 24) go with it most.',
    );
    expect(said(two, [path('width', 0.2)])).toBe(
      'Of 2 runs, run 7 leads on loss by 2. Nothing that differs goes with it clearly.',
    );
    expect(said(two, [path('few', undefined)])).toBe('Of 2 runs, run 7 leads on loss by 2.');
  });
});
