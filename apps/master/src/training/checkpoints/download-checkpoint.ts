import { ApiError, invalidArgument, notFound } from '@determined/contract/errors.ts';
import { userVariables } from '#platform/config/user-variables.ts';
import type { Db } from '#platform/db/database.ts';
import type { RawHandler } from '#platform/http/serve.ts';
import { type ArchiveKind, archiveFromFolder } from './archive/archive-from-folder.ts';
import { archiveFromStore, type StoredCheckpoint } from './archive/archive-from-store.ts';
import { checkpointFolder } from './archive/checkpoint-folder.ts';
import { uuidProblem } from './shared/checkpoint-uuid.ts';

const kinds = new Map<string, ArchiveKind>([
  ['application/x-tar', 'tar'],
  ['application/gzip', 'gzip'],
  ['application/zip', 'zip'],
]);

/** All files of a checkpoint as one archive, read while it is sent. Facts: contract, routes outside the gateway. */
export const downloadCheckpoint: RawHandler = async (request, reply, ctx) => {
  const { checkpoint_uuid: text = '' } = request.params as Record<string, string>;
  const problem = uuidProblem(text);
  if (problem) throw invalidArgument(`unable to parse checkpoint UUID ${text}: ${problem}`);
  const type = archiveType(request.headers.accept);
  const kind = kinds.get(type) ?? 'tar';
  const checkpoint = await storedCheckpoint(ctx.db, text.toLowerCase());
  const { uuid, storage } = checkpoint;
  const folder = checkpointFolder(storage, uuid);
  const archive =
    folder === null
      ? await archiveFromStore(ctx, checkpoint, kind)
      : await archiveFromFolder(uuid, folder, kind, ctx.log);
  return reply.type(type).send(archive);
};

function archiveType(accept: string | undefined): string {
  if (accept === undefined || accept === '*/*' || accept === 'application/*') return 'application/x-tar';
  if (kinds.has(accept)) return accept;
  // A browser that follows a link names what it would rather have, and takes anything.
  if (accept.split(',').some((range) => range.split(';')[0]?.trim() === '*/*')) return 'application/x-tar';
  throw new ApiError('InvalidArgument', `unsupported media type to download a checkpoint: '${accept}'`, {
    status: 415,
  });
}

async function storedCheckpoint(db: Db, uuid: string): Promise<StoredCheckpoint> {
  const checkpoint = await db
    .selectFrom('checkpoints as c')
    .leftJoin('storage_backends as s', 's.id', 'c.storage_id')
    .leftJoin('experiments as e', 'e.id', 'c.experiment_id')
    .select(['s.config as storage', 'e.config as config'])
    .where('c.uuid', '=', uuid)
    .executeTakeFirst();
  if (!checkpoint) throw notFound('checkpoint', uuid);
  const { config } = checkpoint;
  const storage = checkpoint.storage ?? config?.checkpoint_storage;
  if (typeof storage !== 'object' || storage === null) throw invalidArgument(`checkpoint ${uuid} has no storage`);
  return {
    uuid,
    // A JSON object, as was just seen.
    storage: storage as Record<string, unknown>,
    variables: userVariables(config?.environment.environment_variables.cpu),
  };
}
