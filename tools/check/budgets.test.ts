import { join } from 'node:path';
import { expect, test } from 'vitest';
import { appSources, effectsShare, overBudget, testShare } from './budgets.ts';

const sources = appSources(join(import.meta.dirname, '..', '..'));

const twoIdeas = 'to be divided: ';
const flat = 'one file a call, side by side: found by name, and none is a part of another';
/** What is over its budget and stays so for now, with the reason. */
const excused: Record<string, string> = {
  'apps/master/src/identity/users': flat,
  'apps/master/src/organisation/projects': flat,
  'apps/master/src/organisation/workspaces': flat,
  'apps/master/src/tasks/allocations/': `${twoIdeas}what tasks call, and what drives the queue`,
  'apps/master/src/tasks/allocations': `${twoIdeas}what tasks call, and what drives the queue`,
  'apps/master/src/tasks/logs/': `${twoIdeas}storage of lines, and the calls that read and write them`,
  'apps/master/src/tasks/logs': `${twoIdeas}storage of lines, and the calls that read and write them`,
  'apps/master/src/training/experiments/': `${twoIdeas}actions, creation, and the lists`,
  'apps/master/src/training/experiments': `${twoIdeas}actions, creation, and the lists`,
  'apps/master/src/training/metrics/': `${twoIdeas}storage of reports, and the calls that read them`,
  'apps/master/src/training/metrics': `${twoIdeas}storage of reports, and the calls that read them`,
  'apps/master/src/training/metrics/shared': `${twoIdeas}what a report changes, and what readers of curves share`,
  'apps/master/src/training/metrics/get-experiment-points.ts': 'one call; its three reads stand with it',
  'apps/console/src/organisation/workspaces/': 'lists, forms and members of one thing, each in a folder',
  'apps/master/src/training/life/shared': 'all of it is what the slices above stand on',
  'apps/master/src/training/columns/':
    'the catalogue of columns and what searches lists by them, for experiments and runs',
  'apps/console/src/training/columns/': 'the one table of experiments, searches and runs, with its tools',
  'apps/console/src/training/compare/': 'three tabs, seeds and a report of one comparison, each in a folder',
  'apps/console/src/training/experiments/': `${twoIdeas}the table of experiments, and the page of one`,
  'apps/console/src/training/trials/': 'the page of one, its log and workloads, and the form that goes on with it',
  'apps/console/src/training/shared/':
    'what the pages of experiments, trials and searches share, the form of a search among it',
  'apps/master/src/training/checkpoints/report-checkpoint.ts': 'one call; its checks stand with it',
  'apps/master/src/training/experiments/model-definition.ts': 'five small calls about one archive',
  'apps/master/src/training/metrics/list-trial-workloads.ts': 'one call; one line too many',
};

/** They do little but keep an outside system in step with what is shown. */
const excusedEffects: Record<string, string> = {
  'apps/console/src/ui/log-viewer/fixed-lines.tsx': 'the reader’s place is the browser’s scroll position',
  'apps/console/src/ui/log-viewer/wrapped-lines.tsx': 'the reader’s place is the browser’s scroll position',
  'apps/console/src/ui/log-viewer/use-log-end.ts':
    'the log is read from outside, and the selection belongs to the document',
  'apps/console/src/ui/chart/plot-area.tsx': 'the plot draws outside React',
};

test('folders, slices, use cases and components keep to their size, or say why not', () => {
  const over = overBudget(sources);
  expect([...over].filter(([path]) => excused[path] === undefined)).toEqual([]);
});

test('the console has few effects; how much is tested is told', () => {
  const shares = ['master', 'console'].map((app) => `${app} ${testShare(sources, app).toFixed(2)}`);
  console.log(`lines of tests a line of source, beside them: ${shares.join(', ')}`);
  expect(effectsShare(sources, new Set(Object.keys(excusedEffects)))).toBeLessThanOrEqual(0.15);
  const planted = new Map([...sources, ['apps/console/src/tasks/planted.tsx', 'useEffect(\n'.repeat(40)]]);
  expect(effectsShare(planted, new Set(Object.keys(excusedEffects)))).toBeGreaterThan(0.15);
});

test('what grows over its budget is found', () => {
  const slice = 'apps/master/src/training/planted';
  const many = new Map(Array.from({ length: 26 }, (_, n) => [`${slice}/${n % 2}/file-${n}.ts`, 'x\n']));
  const long = `import type { Handler } from '#platform/http/serve.ts';\n${'x\n'.repeat(120)}`;
  const planted = new Map([
    ...many,
    ...Array.from({ length: 16 }, (_, n) => [`apps/console/src/tasks/planted/file-${n}.ts`, ''] as const),
    [`apps/master/src/tasks/logs/planted.ts`, long],
    [`apps/console/src/tasks/logs/planted.tsx`, 'x\n'.repeat(201)],
  ]);
  expect([...overBudget(planted).keys()].toSorted()).toEqual([
    'apps/console/src/tasks/logs/planted.tsx',
    'apps/console/src/tasks/planted',
    'apps/master/src/tasks/logs/planted.ts',
    `${slice}/`,
  ]);
});
