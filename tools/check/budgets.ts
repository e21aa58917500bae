import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Most files in a folder and in a slice, most lines of a use case and of a component. Reasons to look, not to split what is one idea. */
const most = { folder: 15, slice: 25, useCase: 120, component: 200 };

const bands = /^apps\/(master|console)\/src\/(identity|organisation|cluster|tasks|training|registry|outbound)\/[^/]+\//;
const tests = /\.test\.tsx?$|\/testing\/|\/vectors\//;

/** Source files of an app by path, with their text. */
export function appSources(repository: string): Map<string, string> {
  return new Map(
    ['apps/master/src', 'apps/console/src']
      .flatMap((root) =>
        readdirSync(join(repository, root), { recursive: true, encoding: 'utf8' }).map((path) => `${root}/${path}`),
      )
      .filter((path) => /\.tsx?$/.test(path))
      .map((path) => [path, readFileSync(join(repository, path), 'utf8')]),
  );
}

const linesOf = (text: string) => text.split('\n').length - 1;

/** What is over its budget, as path → how much of how much. */
export function overBudget(sources: ReadonlyMap<string, string>): Map<string, string> {
  const over = new Map<string, string>();
  const files = [...sources].filter(([path]) => !tests.test(path) && bands.test(path));
  const count = (place: (path: string) => string, limit: number) => {
    for (const [folder, members] of Map.groupBy(files, ([path]) => place(path)))
      if (members.length > limit) over.set(folder, `${members.length} files of ${limit}`);
  };
  count((path) => `${bands.exec(path)?.[0]}`, most.slice);
  count((path) => dirname(path), most.folder);
  for (const [path, text] of files) {
    const answers = /platform\/http\/(serve|context)\.ts'/.test(text);
    const limit = path.endsWith('.tsx') ? most.component : answers ? most.useCase : undefined;
    if (limit !== undefined && linesOf(text) > limit) over.set(path, `${linesOf(text)} lines of ${limit}`);
  }
  return over;
}

/** Effects a component of the console, those of excused files aside: outside systems are few. */
export function effectsShare(sources: ReadonlyMap<string, string>, excused: ReadonlySet<string>): number {
  const components = [...sources].filter(([path]) => path.endsWith('.tsx') && !tests.test(path));
  const effects = [...sources]
    .filter(([path]) => path.startsWith('apps/console/') && !tests.test(path) && !excused.has(path))
    .reduce((sum, [, text]) => sum + (text.match(/\buse(Layout)?Effect\(/g) ?? []).length, 0);
  return effects / components.length;
}

/** Lines of tests a line of source, by app. */
export function testShare(sources: ReadonlyMap<string, string>, app: string): number {
  const own = [...sources].filter(([path]) => path.startsWith(`apps/${app}/`));
  const sum = (isTest: boolean) =>
    own.filter(([path]) => tests.test(path) === isTest).reduce((lines, [, text]) => lines + linesOf(text), 0);
  return sum(true) / sum(false);
}
