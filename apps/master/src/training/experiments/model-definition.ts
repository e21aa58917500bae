import { posix } from 'node:path';
import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { invalidArgument, notFound } from '@determined/contract/errors.ts';
import type { FileNode } from '@determined/contract/training/experiments-generated.ts';
import type {
  getModelDefFileRoute,
  getModelDefRoute,
  getModelDefTreeRoute,
} from '@determined/contract/training/experiments-routes.ts';
import type { Input } from '@determined/contract/wire/message.ts';
import { extract, type Header } from 'tar-stream';
import type { Db } from '#platform/db/database.ts';
import type { Handler, RawHandler } from '#platform/http/serve.ts';

export const getModelDefinition: Handler<typeof getModelDefRoute> = async ({ experimentId }, { db }) => {
  const { archive } = await findDefinition(db, experimentId);
  return { b64Tgz: archive?.toString('base64') ?? '' };
};

export const getModelDefinitionTree: Handler<typeof getModelDefTreeRoute> = async ({ experimentId }, { db }) => {
  const { archive } = await findDefinition(db, experimentId);
  const entries = new Map<string, Input<FileNode> & { files: Input<FileNode>[] }>();
  const top: Input<FileNode>[] = [];
  if (archive) {
    for await (const { header, content } of entriesOf(archive)) {
      const path = plainPath(header.name);
      const isDir = header.type === 'directory';
      const node = {
        path,
        name: posix.basename(path),
        modifiedTime: (header.mtime ?? new Date(0)).toISOString(),
        contentLength: content.length,
        isDir,
        // A folder has no content; clients are used to this type for it.
        contentType: isDir ? textType : contentType(content),
        files: [],
      };
      entries.set(path, node);
      (entries.get(posix.dirname(path))?.files ?? top).push(node);
    }
  }
  return { files: top };
};

export const getModelDefinitionFile: Handler<typeof getModelDefFileRoute> = async ({ experimentId, path }, { db }) => {
  return { file: (await readFile(db, experimentId, path)).toString('base64') };
};

/** The whole archive, for `curl`. */
export const downloadModelDefinition: RawHandler = async (request, reply, { db }) => {
  const { id, name, archive } = await findDefinition(db, experimentIdOf(request.params));
  const words = `_${name.replaceAll(/[^A-Za-z0-9_ \-()[\].{}]/g, '')}`.slice(0, 50);
  return reply
    .header('Content-Disposition', `attachment; filename="exp${id}${words}_model_def.tar.gz"`)
    .type('application/x-gtar')
    .send(archive ?? Buffer.alloc(0));
};

export const downloadModelDefinitionFile: RawHandler = async (request, reply, { db }) => {
  const id = experimentIdOf(request.params);
  const { path } = request.query as { path?: unknown };
  if (typeof path !== 'string' || path === '') throw invalidArgument('path must be given');
  const content = await readFile(db, id, path);
  // The name goes into a header: only what no header can misunderstand.
  const shown = path.replaceAll(/[^A-Za-z0-9_ \-()[\].{}/]/g, '_');
  return reply
    .header('Content-Disposition', `attachment; filename="exp${id}/${shown}"`)
    .header('X-Content-Type-Options', 'nosniff')
    .type(contentType(content))
    .send(content);
};

function experimentIdOf(params: unknown): number {
  const { experimentId } = params as { experimentId: string };
  if (!/^\d{1,9}$/.test(experimentId)) throw invalidArgument(`experiment_id: ${experimentId} is not a number`);
  return Number(experimentId);
}

async function readFile(db: Db, experimentId: number, path: string): Promise<Buffer> {
  const { archive } = await findDefinition(db, experimentId);
  if (archive) {
    for await (const { header, content } of entriesOf(archive)) {
      if (header.type === 'file' && plainPath(header.name) === path) return content;
    }
  }
  throw notFound('file', path);
}

async function findDefinition(db: Db, experimentId: number) {
  const row = await db
    .selectFrom('experiments as e')
    .leftJoin('experiment_model_definitions as d', 'd.experiment_id', 'e.id')
    .select(['e.id', 'e.name', 'd.archive'])
    .where('e.id', '=', experimentId)
    .executeTakeFirst();
  if (!row) throw notFound('experiment', experimentId);
  return row;
}

/** The archive's entries one after another; only one file's content is held at a time. */
async function* entriesOf(archive: Buffer): AsyncGenerator<{ header: Header; content: Buffer }> {
  const entries = extract();
  Readable.from([archive])
    .pipe(createGunzip())
    .on('error', (error) => entries.destroy(error))
    .pipe(entries);
  for await (const entry of entries) {
    const chunks: Buffer[] = [];
    // Streams of tar entries are of bytes.
    for await (const chunk of entry) chunks.push(chunk as Buffer);
    yield { header: entry.header, content: Buffer.concat(chunks) };
  }
}

/** The paths of an archive's files, as they are named in it. */
export async function pathsIn(archive: Buffer): Promise<string[]> {
  const paths: string[] = [];
  for await (const { header } of entriesOf(archive)) if (header.type !== 'directory') paths.push(header.name);
  return paths;
}

const plainPath = (name: string): string => name.replace(/\/$/, '');
const textType = 'text/plain; charset=utf-8';

/** Text or not, as browsers tell it: a byte that no text holds among the first 512. */
function contentType(content: Buffer): string {
  const isControl = (byte: number) => byte < 0x20 && ![0x09, 0x0a, 0x0c, 0x0d, 0x1b].includes(byte);
  return content.subarray(0, 512).some(isControl) ? 'application/octet-stream' : textType;
}
