import { posix } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { invalidArgument } from '@determined/contract/errors.ts';
import type { EnvironmentSpec } from '@determined/launchers/python/environments.ts';
import { archiveCache, hashOf, type StoredArchive, type UnpackedArchive } from '#platform/archives/archive-cache.ts';
import { normalRequirement, refusedRequirement } from '#platform/config/format/python-packages.ts';
import type { Context } from '#platform/http/context.ts';
import type { ExperimentConfig } from '../shared/config/experiment-config-format.ts';
import { readArchive } from './model-definition.ts';
import type { PreparedExperiment } from './prepare-experiment.ts';
import { requirementLines } from './requirement-lines.ts';

export type NeededPackages = Pick<EnvironmentSpec, 'requirements' | 'index'>;

const field = '<config>.environment.python.requirements';
const mostBytes = 1024 * 1024;
const mostFiles = 50;

/** Whether the requirements lie among the experiment's files. */
export const namesFile = ({ environment }: Pick<ExperimentConfig, 'environment'>): boolean =>
  typeof environment.python?.requirements === 'string';

/**
 * The packages that an experiment's tasks need besides, each line looked at; undefined where it asks for none. Files of
 * requirements are among those that come with it, or its parent's, as which an experiment that goes on is its own.
 */
export async function neededPackages(
  ctx: Context,
  { config, parentId, managed }: Pick<PreparedExperiment, 'config' | 'parentId' | 'managed'>,
  archive: Buffer | undefined,
): Promise<NeededPackages | undefined> {
  const { requirements, index } = config.environment.python ?? {};
  if (!managed || requirements === undefined) return undefined;
  const urls = ctx.master.config.python_environments.allow_urls;
  const lines =
    typeof requirements === 'string'
      ? await useFiles(ctx, parentId, archive, (files) => linesOf(files, requirements))
      : requirements.map((line, i): Line => ({ at: `${field}[${i}]`, text: line.trim() }));
  for (const { at, text } of lines) {
    const refused = refusedRequirement(text, { urls });
    if (refused !== undefined) throw refuse(`${at}: ${JSON.stringify(text)} ${refused}`);
  }
  const normal = [...new Set(lines.map(({ text }) => normalRequirement(text)))].toSorted();
  return normal.length === 0 ? undefined : { requirements: normal, index: index ?? null };
}

const refuse = (message: string) => invalidArgument(`invalid experiment configuration: config is invalid: ${message}`);

interface Line {
  /** The field, or file and line, for whoever wrote it. */
  at: string;
  text: string;
}

async function useFiles<T>(
  ctx: Context,
  parentId: number | null,
  archive: Buffer | undefined,
  work: (files: UnpackedArchive | undefined) => Promise<T>,
): Promise<T> {
  const stored = parentId === null ? archive && own(archive) : await ofParent(ctx, parentId);
  return stored ? archiveCache(ctx.master).use(stored, `user ${ctx.user.id}`, work) : work(undefined);
}

const own = (archive: Buffer): StoredArchive => ({
  hash: hashOf(archive),
  read: async function* () {
    yield archive;
  },
});

async function ofParent({ db }: Context, parentId: number): Promise<StoredArchive | undefined> {
  const row = await db
    .selectFrom('experiment_model_definitions')
    .select('hash')
    .where('experiment_id', '=', parentId)
    .executeTakeFirst();
  return row && { hash: row.hash, read: () => readArchive(db, parentId) };
}

/** The lines of a file and of those that it names by `-r`, which lie among the experiment's files, too. */
async function linesOf(files: UnpackedArchive | undefined, first: string): Promise<Line[]> {
  const found: Line[] = [];
  const seen = new Set<string>();
  const read = async (path: string, by: string): Promise<void> => {
    if (seen.has(path)) return;
    seen.add(path);
    if (seen.size > mostFiles) throw refuse(`${by}: more than ${mostFiles} files`);
    const entry = files?.entries.find((one) => posix.normalize(one.path) === path && one.type === 'file');
    if (!files || !entry) throw refuse(`${by}: ${JSON.stringify(path)} is not among the experiment's files`);
    if (entry.size > mostBytes) throw refuse(`${by}: ${path} is larger than 1 MiB`);
    for (const line of requirementLines(await textOf(await files.content(entry)))) {
      const at = `${field}: ${path}, line ${line.number}`;
      const [, other] = /^(?:-r|--requirement)[\s=]*(\S+)$/.exec(line.text) ?? [];
      if (other === undefined) found.push({ at, text: line.text });
      else await read(inside(posix.dirname(path), other, at), at);
    }
  };
  await read(posix.normalize(first), field);
  return found;
}

function inside(folder: string, path: string, at: string): string {
  const whole = posix.normalize(posix.join(folder, path));
  if (path.startsWith('/') || path.includes('://') || whole === '..' || whole.startsWith('../'))
    throw refuse(`${at}: ${JSON.stringify(path)} is not among the experiment's files`);
  return whole;
}
