// The order of imports (ARCHITECTURE.md). Type-only imports count as well. Each rule has a planted breach in
// import-rules.test.ts.
const { readFileSync } = require('node:fs');
const { join } = require('node:path');

const bands = [['identity'], ['organisation'], ['cluster'], ['tasks'], ['training'], ['registry', 'outbound']];
const allBands = bands.flat().join('|');
const source = (name) => `^(apps|packages)/${name}/`;

/** Every package or app and what it may import of the others. */
const mayImport = {
  contract: [],
  searchers: ['contract'],
  scheduler: ['contract'],
  launchers: ['contract'],
  console: ['contract'],
  master: ['contract', 'searchers', 'scheduler', 'launchers'],
  'dev-cluster': ['contract', 'searchers', 'scheduler', 'launchers', 'master'],
};
// Tests boot the whole product through dev-cluster, look over all its routes, and may use another slice's test helpers.
const tests = '\\.test\\.tsx?$|/testing/';
const everything = [...Object.keys(mayImport)];

const packageOrder = Object.entries(mayImport).map(([name, allowed]) => ({
  name: `packages-${name}`,
  comment: `${name} may import ${allowed.length ? allowed.join(', ') : 'no other package'}.`,
  severity: 'error',
  from: { path: source(name), pathNot: tests },
  to: {
    path: [
      `^(apps|packages)/(${everything.filter((other) => other !== name && !allowed.includes(other)).join('|')})/`,
      '^e2e/',
      '^tools/',
    ],
  },
}));

// Imports go down the tiers: a band knows neither the bands above it nor another one of its own tier.
const tiers = bands
  .flatMap((tier, at) =>
    tier.map((band) => {
      const beyond = [...tier.filter((other) => other !== band), ...bands.slice(at + 1).flat()];
      return {
        name: `tier-of-${band}`,
        comment: 'What has to travel up is an event after commit, or a hook registered in app.ts.',
        severity: 'error',
        from: { path: `^apps/(master|console)/src/${band}/` },
        to: { path: `^apps/$1/src/(${[...beyond, 'app', 'app\\.ts', 'main\\.tsx?'].join('|')})(/|$)` },
      };
    }),
  )
  .filter((rule) => rule.to.path.length > 0);

/** `band/slice`, in the order in which they may import each other: master's list of slices counts for the console, too. */
const slices = [
  ...readFileSync(join(__dirname, '../../apps/master/src/slices.ts'), 'utf8').matchAll(
    /^export \{ \w+ \} from '\.\/([\w-]+\/[\w-]+)\//gm,
  ),
].map(([, slice]) => slice);
if (slices.length === 0) throw new Error('no slices found in apps/master/src/slices.ts');

const sliceOrder = bands.flat().flatMap((band) => {
  const order = [
    'shared',
    ...slices.filter((slice) => slice.startsWith(`${band}/`)).map((slice) => slice.split('/')[1]),
  ];
  return order.slice(0, -1).map((slice, at) => ({
    name: `slice-order-of-${band}`,
    comment: `In ${band} imports go down this order: ${order.toReversed().join(' → ')}. Upward goes a hook or an event.`,
    severity: 'error',
    from: { path: `^apps/(master|console)/src/${band}/${slice}/`, pathNot: tests },
    to: { path: `^apps/$1/src/${band}/(${order.slice(at + 1).join('|')})/` },
  }));
});

module.exports = {
  forbidden: [
    ...packageOrder,
    ...tiers,
    ...sliceOrder,
    {
      name: 'known-slices',
      comment: 'A folder of a band is a slice of slices.ts, or what its slices share.',
      severity: 'error',
      from: {
        path: `^apps/(master|console)/src/(${allBands})/[^/]+/`,
        pathNot: `^apps/(master|console)/src/(${slices.join('|')}|(${allBands})/shared)/`,
      },
      to: {},
    },
    {
      name: 'known-bands',
      comment: 'Beside the bands there is what all of them stand on, what puts them together, and what tests it.',
      severity: 'error',
      from: {
        path: '^apps/(master|console)/src/[^/]+/',
        pathNot: `^apps/(master|console)/src/(${allBands}|platform|testing)/|^apps/console/src/(app|ui)/`,
      },
      to: {},
    },
    {
      name: 'shared-is-not-the-slice',
      comment: 'shared/ has what other slices import: no handlers, and not the slice that it belongs to.',
      severity: 'error',
      from: { path: `^apps/(master|console)/src/(${allBands})/[^/]+/shared/`, pathNot: tests },
      to: {
        path: [
          '^apps/master/src/platform/http/serve\\.ts$',
          '^apps/$1/src/$2/[^/]+/[^/]+-(slice|routes|paths)\\.tsx?$',
        ],
      },
    },
    {
      name: 'slices-only-shared',
      comment: "Other slices import a slice's shared/ folder only.",
      severity: 'error',
      from: { path: `^apps/(master|console)/src/(${allBands})/([^/]+)/`, pathNot: tests },
      to: {
        path: `^apps/$1/src/(${allBands})/[^/]+/(?!shared/)`,
        pathNot: `^apps/$1/src/($2/$3|${`(${allBands})/shared`})/`,
      },
    },
    {
      name: 'platform-knows-no-band',
      comment: 'platform/ is below every band.',
      severity: 'error',
      from: { path: '^apps/(master|console)/src/platform/', pathNot: tests },
      to: { path: `^apps/$1/src/(${allBands}|app|app\\.ts|main\\.tsx?)(/|$)` },
    },
    {
      name: 'live-below-api',
      comment: 'Hints arrive without knowing what is cached: the shell hands them to platform/api.',
      severity: 'error',
      from: { path: '^apps/console/src/platform/live/' },
      to: { path: '^apps/console/src/(?!platform/live/)' },
    },
    {
      name: 'ui-is-pure',
      comment: 'ui/ knows no router, no API and no product word.',
      severity: 'error',
      from: { path: '^apps/console/src/ui/' },
      to: {
        path: ['^apps/console/src/(?!ui/)', '^packages/', '(^|/)node_modules/@tanstack/(react-router|router-)'],
      },
    },
    {
      name: 'engines-are-pure',
      comment:
        'searchers and scheduler decide; they have no clock, no files, no network and no libraries; hashing is arithmetic.',
      severity: 'error',
      from: { path: '^packages/(searchers|scheduler)/src/', pathNot: tests },
      to: {
        dependencyTypes: ['core', 'npm', 'npm-dev', 'npm-optional', 'npm-peer', 'npm-no-pkg'],
        pathNot: '^(node:)?crypto$',
      },
    },
    {
      name: 'tests-stay-out',
      comment: 'What runs does not import tests or their helpers.',
      severity: 'error',
      from: {
        path: '^(apps|packages)/[^/]+/src/',
        pathNot: '\\.test\\.tsx?$|/testing/|/conformance/|^packages/dev-cluster/',
      },
      to: { path: '\\.test\\.tsx?$|/testing/|/conformance/' },
    },
    {
      name: 'no-cycles',
      comment: 'Files that import each other cannot be understood, tested or moved alone.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'declared-packages',
      comment: 'Each import is found, and its package stands in the package.json of the importer.',
      severity: 'error',
      from: { path: '^(apps|packages)/[^/]+/src/', pathNot: '\\.test\\.tsx?$|/testing/|/conformance/' },
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown', 'unknown', 'undetermined'], pathNot: '^virtual:' },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(apps|packages)/[^/]+/dist/' },
    // The root's package.json counts for all: tools and types stand there.
    combinedDependencies: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
    },
  },
};
