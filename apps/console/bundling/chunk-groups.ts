import { build, type InlineConfig, type Rolldown } from 'vite';

/** Parts of routes' loaders: apart, they would come no sooner than the page whose reads they start. */
const loaders = /[\\/]load-[\w-]+\.ts$/;

/** What is there before it is asked for, and the chunk of what it shares with others. */
const early: [file: RegExp, chunk: string][] = [
  [/[\\/]index\.html$/, 'first'],
  [/[\\/]sign-in-page\.tsx$/, 'first'],
  [/[\\/]shell\.tsx$/, 'frame'],
  [loaders, 'frame'],
];
/** Of some dialogs alone, with what they alone share: with the rest that pages share, it would come with all of them. */
const ofDialogs = /[\\/]node_modules[\\/]yaml[\\/]/;
/** Of libraries: whatever is the first to need it would take it along, and all others would have to load that. */
const ofLibraries: [module: RegExp, chunk: string][] = [
  // For pages that read several things at once.
  [/[\\/]@tanstack[\\/].*[\\/](?:queriesObserver|useQueries)\.js$/, 'queries'],
  // For what shows or joins two texts.
  [/[\\/]node_modules[\\/]node-diff3[\\/]/, 'diff'],
  // For what opens over a page.
  [
    /[\\/]node_modules[\\/](?:@mantine[\\/]form|klona|fast-deep-equal)[\\/]|[\\/]components[\\/]ScrollArea[\\/]|[\\/]focus-first-error\.ts$/,
    'forms',
  ],
];
/** The pages of logs, with the reader that only they share; what it shares with lists and previews comes before it. */
const readers = /[\\/](?:trial-log|compare-logs|master-log)\.tsx$/;
/** Loaded when it is asked for, in several files: what these share alone is of no use to pages. */
const apart: [files: RegExp, chunk: string][] = [
  [/[\\/]ui[\\/]code-editor[\\/]|[\\/]node_modules[\\/]@codemirror[\\/]/, 'editor'],
  [/[\\/]training[\\/]compare[\\/]/, 'compare'],
  // Charts that are pinned, and what tells of the runs that pins and notes mention.
  [/[\\/](?:trial-metrics|compare-metrics|run-mention|pin-dialog)\.tsx$/, 'pins'],
  [
    /[\\/]training[\\/](?:compare|experiments[\\/]visualization)[\\/]|[\\/]trial-hyperparameters\.tsx$/,
    'hyperparameters',
  ],
  [/[\\/]platform[\\/]receipts[\\/]|[\\/]receipts?-page\.tsx$/, 'preview'],
  [/[\\/](?:project|experiment|registry)-notes\.tsx$/, 'notes'],
  [/[\\/]app[\\/]command-bar[\\/]/, 'commands'],
  [/[\\/]identity[\\/](?:groups|users)[\\/]forms[\\/]|[\\/]add-members-dialog\.tsx$/, 'people'],
  [
    /[\\/]identity[\\/](?:groups|users)[\\/]forms[\\/]|[\\/](?:add-members-dialog|edit-tags-dialog|(?:model|version)-dialogs)\.tsx$/,
    'several',
  ],
  [/[\\/]retain-(?:run-)?logs-dialog\.tsx$/, 'retention'],
  // Keys of a page's own.
  [/[\\/](?:trial-page|trial-log|master-log)\.tsx$/, 'keys'],
  // What places rows of unknown or narrow height: tables on a wide screen place theirs themselves.
  [/[\\/](?:compact-list|trial-log|compare-logs|master-log|file-diff-dialog)\.tsx$/, 'rows'],
  // Two texts side by side: logs, and versions of a file.
  [/[\\/](?:compare-logs|file-diff-dialog|code-change)\.tsx$/, 'differences'],
  [/[\\/](?:log-preview|trial-log|compare-logs|master-log|file-diff-dialog|code-change)\.tsx$/, 'logs'],
  // People, groups and what they may.
  [
    /[\\/](?:users|groups|audit|cluster-policies)-page\.tsx$|[\\/]identity[\\/](?:groups|users)[\\/]forms[\\/]|[\\/]workspaces[\\/]members[\\/]/,
    'administration',
  ],
  // Both keep the page from scrolling.
  [/[\\/](?:overlay-boxes|toast-list)\.tsx?$/, 'scroll'],
  // What builds a table's filter, and what helps where it finds nothing.
  [/[\\/](?:filter-box|without-one)\.tsx$/, 'filter'],
  // The rest of what only forms need that open on a page, and the choice of two logs.
  [
    /(?:-dialogs?|[\\/]compare-logs|[\\/]settings-drawer|[\\/]filter-box|[\\/]without-one|[\\/]overlay-boxes)\.tsx?$/,
    'dialogs',
  ],
];
/** Too little for a file of its own beside those of its page: it comes with what the page's band shares. */
const slight: [style: RegExp, chunk: string][] = [[/[\\/]trial-pager\.module\.css$/, 'training']];
/** A project's tables, with what they load when it is asked for, are a band of their own: the pages of one thing need none of it. */
const tables = /[\\/]training[\\/](?:columns|runs[\\/](?:list|project|forms|actions)|experiments[\\/]list)[\\/]/;
/** Little of what experiments' and trials' pages share is needed where several are looked at: that comes with what all pages share. */
const several = /[\\/]training[\\/](?:receipts|compare)[\\/]/;
const bandOf = (page: string): string => {
  if (several.test(page)) return 'several of them';
  return tables.test(page) ? 'tables' : (/[\\/]src[\\/](\w+)[\\/]/.exec(page)?.[1] ?? '');
};
/** The first takes along what it needs: what dialogs of two bands share comes before what those of one do. */
const shared = [
  'first',
  'frame',
  'common',
  // Before the tables, which would take them along: a learning curve needs no more of these.
  'queries',
  'training',
  'tables',
  'organisation',
  'registry',
  'administration',
  'forms',
  'several',
];
const chunks = [...new Set([...shared, ...apart.map(([, chunk]) => chunk), 'yaml', 'reader'])];

/**
 * What several pages share travels in a few files, not in one for each set of pages: what the first screen needs, what the frame
 * of every other page needs, what pages of several bands share, and what pages of one band share. What one page alone needs
 * stays with it. Which page needs what, a build without groups tells: it follows the names that are imported, through
 * the lists of all they have that libraries export.
 */
export async function chunkGroups(config: InlineConfig) {
  const chunkOf = sharedChunks(await pagesByModule(config));
  return chunks.map((chunk, at) => ({
    name: (id: string) => (chunkOf(id) === chunk ? chunk : null),
    // A chunk takes along what its modules import, unless an earlier one has it.
    priority: chunks.length - at,
  }));
}

/** For each module the entry and the files loaded on demand that need it at once. */
async function pagesByModule(config: InlineConfig): Promise<Map<string, Set<string>>> {
  const output = await build({
    ...config,
    configFile: false,
    logLevel: 'warn',
    build: {
      ...config.build,
      write: false,
      minify: false,
      reportCompressedSize: false,
      // Else what a page shares with its own dialogs would stay with the page, and they would seem to need all of it.
      rolldownOptions: { experimental: { chunkOptimization: false } },
    },
  });
  // One build of one kind of output.
  const built = (output as Rolldown.RolldownOutput).output.filter((file) => file.type === 'chunk');
  const byName = new Map(built.map((chunk) => [chunk.fileName, chunk]));
  const pages = new Map<string, Set<string>>();
  for (const page of built) {
    if (!page.facadeModuleId || !(page.isEntry || page.isDynamicEntry)) continue;
    const needed = new Set([page]);
    for (const chunk of needed) {
      for (const id of chunk.moduleIds) pages.set(id, (pages.get(id) ?? new Set()).add(page.facadeModuleId));
      for (const name of chunk.imports) {
        const imported = byName.get(name);
        if (imported) needed.add(imported);
      }
    }
  }
  return pages;
}

function sharedChunks(pages: ReadonlyMap<string, ReadonlySet<string>>): (id: string) => string | undefined {
  const dialogs = new Set([...pages].flatMap(([id, needing]) => (ofDialogs.test(id) ? [...needing] : [])));
  return (id) => {
    const needing = [...(pages.get(id) ?? [])];
    const loaded = early.find(([file]) => needing.some((page) => file.test(page)));
    if (loaded && (needing.length > 1 || loaders.test(id) || loaded === early[0])) return loaded[1];
    const style = slight.find(([file]) => file.test(id));
    if (style) return style[1];
    if (needing.length < 2) return undefined;
    const library = ofLibraries.find(([module]) => module.test(id));
    if (library) return library[1];
    if (needing.every((page) => dialogs.has(page))) return 'yaml';
    if (needing.every((page) => readers.test(page))) return 'reader';
    const own = apart.find(([files]) => needing.every((page) => files.test(page)));
    if (own) return own[1];
    const bands = new Set(needing.map(bandOf));
    const [band = ''] = bands;
    return bands.size === 1 && chunks.includes(band) ? band : 'common';
  };
}
