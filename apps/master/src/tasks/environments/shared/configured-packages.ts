import { posix } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import type { ApiError } from '@determined/contract/errors.ts';
import type { EnvironmentSpec } from '@determined/launchers/python/environments.ts';
import { archiveCache, type StoredArchive, type UnpackedArchive } from '#platform/archives/archive-cache.ts';
import type { PackedFiles } from '#platform/archives/pack-now.ts';
import { normalRequirement, refusedRequirement } from '#platform/config/format/python-packages.ts';
import type { Master } from '#platform/master.ts';
import { requirementLines } from './requirement-lines.ts';

export type NeededPackages = Pick<EnvironmentSpec, 'requirements' | 'index'>;

interface Source {
  /** What comes with the configuration, where there is anything. */
  files: StoredArchive | undefined;
  /** How these are called: "the experiment's". */
  whose: string;
  /** Who asks. */
  by: string;
  refuse(message: string): ApiError;
}

interface Packages {
  requirements?: string | string[] | undefined;
  index?: string | undefined;
}

const field = '<config>.environment.python.requirements';
const mostBytes = 1024 * 1024;
const mostFiles = 50;

/** What came just now, as if it were stored. */
export const sentArchive = ({ hash, archive }: Pick<PackedFiles, 'hash' | 'archive'>): StoredArchive => ({
  hash,
  read: async function* () {
    yield archive;
  },
});

/** The packages that a configuration names for its tasks, each line looked at; undefined where it names none. */
export async function configuredPackages(
  master: Master,
  { requirements, index }: Packages,
  source: Source,
): Promise<NeededPackages | undefined> {
  if (requirements === undefined) return undefined;
  const { files, by, refuse } = source;
  const urls = master.config.python_environments.allow_urls;
  let lines: Line[];
  if (typeof requirements !== 'string')
    lines = requirements.map((line, i) => ({ at: `${field}[${i}]`, text: line.trim() }));
  else if (files)
    lines = await archiveCache(master).use(files, by, (unpacked) => linesOf(unpacked, requirements, source));
  else throw refuse(`${field}: ${JSON.stringify(posix.normalize(requirements))} is not among ${source.whose} files`);
  for (const { at, text } of lines) {
    const refused = refusedRequirement(text, { urls });
    if (refused !== undefined) throw refuse(`${at}: ${JSON.stringify(text)} ${refused}`);
  }
  const normal = [...new Set(lines.map(({ text }) => normalRequirement(text)))].toSorted();
  return normal.length === 0 ? undefined : { requirements: normal, index: index ?? null };
}

interface Line {
  /** The field, or file and line, for whoever wrote it. */
  at: string;
  text: string;
}

/** The lines of a file and of those that it names by `-r`, which lie beside it, too. */
async function linesOf(
  files: UnpackedArchive,
  first: string,
  { refuse, whose }: Pick<Source, 'refuse' | 'whose'>,
): Promise<Line[]> {
  const found: Line[] = [];
  const seen = new Set<string>();
  const missing = (by: string, path: string) => refuse(`${by}: ${JSON.stringify(path)} is not among ${whose} files`);
  const read = async (path: string, by: string): Promise<void> => {
    if (seen.has(path)) return;
    seen.add(path);
    if (seen.size > mostFiles) throw refuse(`${by}: more than ${mostFiles} files`);
    const entry = files.entries.find((one) => posix.normalize(one.path) === path && one.type === 'file');
    if (!entry) throw missing(by, path);
    if (entry.size > mostBytes) throw refuse(`${by}: ${path} is larger than 1 MiB`);
    for (const line of requirementLines(await textOf(await files.content(entry)))) {
      const at = `${field}: ${path}, line ${line.number}`;
      const [, other] = /^(?:-r|--requirement)[\s=]*(\S+)$/.exec(line.text) ?? [];
      if (other === undefined) found.push({ at, text: line.text });
      else {
        const whole = inside(posix.dirname(path), other);
        if (whole === undefined) throw missing(at, other);
        await read(whole, at);
      }
    }
  };
  await read(posix.normalize(first), field);
  return found;
}

function inside(folder: string, path: string): string | undefined {
  const whole = posix.normalize(posix.join(folder, path));
  const leaves = path.startsWith('/') || path.includes('://') || whole === '..' || whole.startsWith('../');
  return leaves ? undefined : whole;
}
