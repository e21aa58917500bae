import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const repository = join(import.meta.dirname, '..', '..');

/** Planted file, what it imports, and the one rule that must refuse it; none where the import is allowed. */
const planted: [file: string, imported: string, rule: string | undefined][] = [
  ['packages/contract/src/breach.ts', '@determined/scheduler/target.ts', 'packages-contract'],
  ['packages/searchers/src/breach.ts', '@determined/scheduler/target.ts', 'packages-searchers'],
  ['packages/scheduler/src/breach.ts', '@determined/searchers/target.ts', 'packages-scheduler'],
  ['packages/launchers/src/breach.ts', '@determined/master/target.ts', 'packages-launchers'],
  ['apps/master/src/breach.ts', '@determined/dev-cluster/target.ts', 'packages-master'],
  ['apps/console/src/breach.ts', '@determined/master/target.ts', 'packages-console'],
  ['packages/dev-cluster/src/breach.ts', '../../../apps/console/src/target.ts', 'packages-dev-cluster'],
  ['apps/master/src/identity/users/breach.ts', '#organisation/workspaces/shared/target.ts', 'tier-of-identity'],
  ['apps/master/src/organisation/workspaces/breach.ts', '#cluster/agents/shared/target.ts', 'tier-of-organisation'],
  ['apps/master/src/cluster/agents/breach.ts', '#tasks/logs/shared/target.ts', 'tier-of-cluster'],
  ['apps/master/src/tasks/logs/breach.ts', '#training/trials/shared/target.ts', 'tier-of-tasks'],
  ['apps/console/src/training/trials/breach.ts', '#registry/models/shared/target.ts', 'tier-of-training'],
  ['apps/master/src/registry/models/breach.ts', '#outbound/webhooks/shared/target.ts', 'tier-of-registry'],
  ['apps/master/src/outbound/webhooks/breach.ts', '#app.ts', 'tier-of-outbound'],
  ['apps/master/src/training/experiments/breach.ts', '#training/trials/target.ts', 'slices-only-shared'],
  ['apps/console/src/training/trials/breach-below.ts', '#organisation/workspaces/target.ts', 'slices-only-shared'],
  ['apps/console/src/identity/users/breach.ts', '#identity/auth/shared/target.ts', 'slice-order-of-identity'],
  [
    'apps/console/src/organisation/workspaces/breach.ts',
    '#organisation/projects/shared/target.ts',
    'slice-order-of-organisation',
  ],
  [
    'apps/console/src/training/trials/breach-order.ts',
    '#training/experiments/shared/target.ts',
    'slice-order-of-training',
  ],
  ['apps/console/src/training/shared/breach-order.ts', '#training/metrics/shared/target.ts', 'slice-order-of-training'],
  ['apps/console/src/training/experiments/fine-order.ts', '#training/metrics/shared/target.ts', undefined],
  ['apps/master/src/identity/sessions/breach.ts', '#identity/users/shared/target.ts', 'slice-order-of-identity'],
  ['apps/master/src/training/metrics/breach.ts', '#training/trials/shared/target.ts', 'slice-order-of-training'],
  ['apps/master/src/training/unheard-of/breach.ts', '#platform/target.ts', 'known-slices'],
  ['apps/console/src/odd/breach.ts', '#platform/target.ts', 'known-bands'],
  ['apps/master/src/tasks/shared/breach.ts', '#tasks/logs/shared/target.ts', 'slice-order-of-tasks'],
  ['apps/master/src/tasks/logs/shared/breach-handler.ts', '#platform/http/serve.ts', 'shared-is-not-the-slice'],
  ['apps/master/src/tasks/logs/shared/breach-slice.ts', '../logs-slice.ts', 'shared-is-not-the-slice'],
  ['apps/master/src/platform/http/breach.ts', '#identity/users/shared/target.ts', 'platform-knows-no-band'],
  ['apps/console/src/platform/live/breach.ts', '#platform/target.ts', 'live-below-api'],
  ['apps/console/src/ui/table/breach.ts', '#platform/target.ts', 'ui-is-pure'],
  ['apps/console/src/ui/table/breach-router.ts', '@tanstack/react-router', 'ui-is-pure'],
  ['packages/searchers/src/breach-core.ts', 'node:fs', 'engines-are-pure'],
  ['packages/scheduler/src/breach-library.ts', 'typescript', 'engines-are-pure'],
  ['apps/master/src/platform/breach.ts', './target.test.ts', 'tests-stay-out'],
  ['apps/master/src/platform/circle-a.ts', './circle-b.ts', 'no-cycles'],
  ['apps/master/src/platform/breach-missing.ts', './not-there.ts', 'declared-packages'],
  ['apps/master/src/platform/breach-undeclared.ts', 'semver', 'declared-packages'],
  ['apps/master/src/training/trials/fine-down.ts', '#identity/users/shared/target.ts', undefined],
  ['apps/master/src/training/trials/fine-order.ts', '#training/metrics/shared/target.ts', undefined],
  ['apps/master/src/training/trials/fine-same.ts', './target.ts', undefined],
  ['apps/master/src/tasks/logs/fine-band.ts', '#tasks/shared/target.ts', undefined],
  ['apps/master/src/app.ts', '#training/trials/target.ts', undefined],
  ['apps/master/src/platform/http/fine-routes.test.ts', '#app.ts', undefined],
  ['apps/master/src/platform/fine-contract.ts', '@determined/contract/target.ts', undefined],
  ['packages/launchers/src/fine-core.ts', 'node:fs', undefined],
  ['packages/scheduler/src/fine-hash.ts', 'node:crypto', undefined],
  // A circle is reported once.
  ['apps/master/src/platform/circle-b.ts', './circle-a.ts', undefined],
];

const targets = [
  ...['contract', 'searchers', 'scheduler', 'launchers', 'dev-cluster'].map((name) => `packages/${name}/src/target.ts`),
  'apps/master/src/target.ts',
  'apps/console/src/target.ts',
  'apps/console/src/platform/target.ts',
  'apps/console/src/training/experiments/shared/target.ts',
  'apps/master/src/platform/target.ts',
  'apps/master/src/platform/http/serve.ts',
  'apps/master/src/tasks/logs/logs-slice.ts',
  'apps/master/src/training/metrics/shared/target.ts',
  'apps/master/src/platform/target.test.ts',
  'apps/master/src/tasks/shared/target.ts',
  ...[
    'identity/auth/shared/target.ts',
    'organisation/workspaces/target.ts',
    'organisation/projects/shared/target.ts',
    'training/metrics/shared/target.ts',
    'training/experiments/shared/target.ts',
    'registry/models/shared/target.ts',
  ].map((path) => `apps/console/src/${path}`),
  ...[
    'identity/users/shared/target.ts',
    'organisation/workspaces/shared/target.ts',
    'cluster/agents/shared/target.ts',
    'tasks/logs/shared/target.ts',
    'training/trials/shared/target.ts',
    'training/trials/target.ts',
    'outbound/webhooks/shared/target.ts',
  ].map((path) => `apps/master/src/${path}`),
];

test('each import rule refuses the breach planted for it, and only that', () => {
  const tree = mkdtempSync(join(tmpdir(), 'determined-imports-'));
  try {
    plantTree(tree);
    expect(violations(tree).toSorted()).toEqual(
      planted
        .filter(([, , rule]) => rule !== undefined)
        .map(([file, , rule]) => `${rule}: ${file}`)
        .toSorted(),
    );
  } finally {
    rmSync(tree, { recursive: true, force: true });
  }
}, 60_000);

function plantTree(tree: string): void {
  const put = (path: string, text: string) => {
    mkdirSync(join(tree, dirname(path)), { recursive: true });
    writeFileSync(join(tree, path), text);
  };
  cpSync(join(repository, 'package.json'), join(tree, 'package.json'));
  mkdirSync(join(tree, 'node_modules/@determined'), { recursive: true });
  for (const folder of ['apps', 'packages']) {
    for (const name of readdirSync(join(repository, folder))) {
      mkdirSync(join(tree, folder, name), { recursive: true });
      cpSync(join(repository, folder, name, 'package.json'), join(tree, folder, name, 'package.json'));
      symlinkSync(join(tree, folder, name), join(tree, 'node_modules/@determined', name));
    }
  }
  for (const name of ['typescript', 'semver', '@tanstack/react-router']) {
    mkdirSync(join(tree, 'node_modules', dirname(name)), { recursive: true });
    symlinkSync(join(repository, 'node_modules', name), join(tree, 'node_modules', name));
  }
  for (const path of targets) put(path, 'export const target = 1;\n');
  for (const [path, imported] of planted) put(path, `import '${imported}';\nexport const planted = 1;\n`);
}

function violations(tree: string): string[] {
  const program = join(repository, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs');
  const config = join(repository, 'tools/check/dependency-cruiser.cjs');
  const output = execFileSync(
    process.execPath,
    [program, '--config', config, '--output-type', 'json', 'apps', 'packages'],
    {
      cwd: tree,
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    },
  );
  // The shape of dependency-cruiser's JSON report, as far as it is used here.
  const report = JSON.parse(output) as { summary: { violations: { from: string; rule: { name: string } }[] } };
  return report.summary.violations.map(({ from, rule }) => `${rule.name}: ${from}`);
}
