import { posix } from 'node:path';
import { Readable } from 'node:stream';
import { invalidArgument, notFound } from '@determined/contract/errors.ts';
import type { FileNode } from '@determined/contract/training/experiments-generated.ts';
import type {
  getModelDefFileRoute,
  getModelDefRoute,
  getModelDefTreeRoute,
} from '@determined/contract/training/experiments-routes.ts';
import type { Input } from '@determined/contract/wire/message.ts';
import { archiveCache, type UnpackedArchive } from '#platform/archives/archive-cache.ts';
import type { Db } from '#platform/db/database.ts';
import type { Context } from '#platform/http/context.ts';
import type { BytesHandler, Handler, RawHandler } from '#platform/http/serve.ts';
import { readArchive } from '../shared/read-archive.ts';

export const getModelDefinition: BytesHandler<typeof getModelDefRoute> = async ({ experimentId }, { db }) => {
  await findDefinition(db, experimentId);
  return readArchive(db, experimentId);
};

export const getModelDefinitionTree: Handler<typeof getModelDefTreeRoute> = async ({ experimentId }, ctx) => {
  const found = new Map<string, Input<FileNode> & { files: Input<FileNode>[] }>();
  const top: Input<FileNode>[] = [];
  await useFiles(ctx, experimentId, async ({ entries }) => {
    for (const { path, type, mtime, size, isText } of entries) {
      const isDir = type === 'directory';
      const node = {
        path,
        name: posix.basename(path),
        modifiedTime: mtime.toISOString(),
        contentLength: size,
        isDir,
        // A folder has no content; clients are used to this type for it.
        contentType: isDir || isText ? textType : 'application/octet-stream',
        files: [],
      };
      found.set(path, node);
      (found.get(posix.dirname(path))?.files ?? top).push(node);
    }
  });
  return { files: top };
};

export const getModelDefinitionFile: BytesHandler<typeof getModelDefFileRoute> = async ({ experimentId, path }, ctx) =>
  (await openFile(ctx, experimentId, path)).content;

/** The whole archive, for `curl`. */
export const downloadModelDefinition: RawHandler = async (request, reply, { db }) => {
  const { id, name } = await findDefinition(db, experimentIdOf(request.params));
  const words = `_${name.replaceAll(/[^A-Za-z0-9_ \-()[\].{}]/g, '')}`.slice(0, 50);
  return reply
    .header('Content-Disposition', `attachment; filename="exp${id}${words}_model_def.tar.gz"`)
    .type('application/x-gtar')
    .send(Readable.from(readArchive(db, id)));
};

export const downloadModelDefinitionFile: RawHandler = async (request, reply, ctx) => {
  const id = experimentIdOf(request.params);
  const { path } = request.query as { path?: unknown };
  if (typeof path !== 'string' || path === '') throw invalidArgument('path must be given');
  const { entry, content } = await openFile(ctx, id, path);
  // The name goes into a header: only what no header can misunderstand.
  const shown = path.replaceAll(/[^A-Za-z0-9_ \-()[\].{}/]/g, '_');
  return reply
    .header('Content-Disposition', `attachment; filename="exp${id}/${shown}"`)
    .header('X-Content-Type-Options', 'nosniff')
    .header('Content-Length', entry.size)
    .type(entry.isText ? textType : 'application/octet-stream')
    .send(content);
};

function experimentIdOf(params: unknown): number {
  const { experimentId } = params as { experimentId: string };
  if (!/^\d{1,9}$/.test(experimentId)) throw invalidArgument(`experiment_id: ${experimentId} is not a number`);
  return Number(experimentId);
}

async function openFile(ctx: Context, experimentId: number, path: string) {
  const opened = await useFiles(ctx, experimentId, async ({ entries, content }) => {
    const entry = entries.find((each) => each.type === 'file' && each.path === path);
    return entry && { entry, content: await content(entry) };
  });
  if (!opened) throw notFound('file', path);
  return opened;
}

/** Undefined for an experiment without files. */
async function useFiles<T>(
  { db, master, user }: Context,
  experimentId: number,
  work: (files: UnpackedArchive) => Promise<T>,
): Promise<T | undefined> {
  const { hash } = await findDefinition(db, experimentId);
  if (hash === null) return undefined;
  const archive = { hash, read: () => readArchive(db, experimentId) };
  return archiveCache(master).use(archive, `user ${user.id}`, work);
}

async function findDefinition(db: Db, experimentId: number) {
  const row = await db
    .selectFrom('experiments as e')
    .leftJoin('experiment_model_definitions as d', 'd.experiment_id', 'e.id')
    .select(['e.id', 'e.name', 'd.hash'])
    .where('e.id', '=', experimentId)
    .executeTakeFirst();
  if (!row) throw notFound('experiment', experimentId);
  return row;
}

const textType = 'text/plain; charset=utf-8';
