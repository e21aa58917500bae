import { invalidArgument } from '@determined/contract/errors.ts';
import { maxWorkspaceName } from '@determined/contract/limits.ts';
import type { FreeObject } from '@determined/contract/wire/message.ts';
import { checkpointStorageFormat, unmaskStorage } from '#platform/config/format/checkpoint-storage.ts';
import type { JsonObject } from '#platform/config/format/json.ts';
import { checkTyped, issueLines, Place } from '#platform/config/format/node.ts';
import type { MasterConfig } from '#platform/config/master-config.ts';
import type { Db } from '#platform/db/database.ts';
import { availablePools } from './shared/available-pools.ts';

// What the fields of a workspace may be.

/** 1 to 80 bytes, not blank; surrounding blanks stay. */
export function checkWorkspaceName(name: string): void {
  if (name === '') throw invalidArgument("name '' must be at least 1 character long");
  if (Buffer.byteLength(name) > maxWorkspaceName) {
    throw invalidArgument(`name '${name}' must be at most ${maxWorkspaceName} characters long`);
  }
  if (name.trim() === '') throw invalidArgument('name must contain at least one letter that is no white space');
}

/**
 * A pool that a workspace names as its default has to exist, and be there for it; an empty name leaves it
 * to the cluster. A workspace that is being made (0) has no pool bound to it.
 */
export async function checkDefaultPool(
  db: Db,
  config: MasterConfig,
  { workspaceId, field, name }: { workspaceId: number; field: string; name: string },
): Promise<void> {
  if (name === '' || (await availablePools(db, config, workspaceId)).includes(name)) return;
  throw invalidArgument(
    `${field}: unable to bind a resource pool that does not exist or is not available to the workspace: ${name}`,
  );
}

/**
 * The storage that a workspace sets for its experiments, in the form in which it is kept. A secret sent back as it was
 * shown, masked, is the one there is.
 */
export function readWorkspaceStorage(asked: FreeObject, stored: FreeObject | null): JsonObject {
  const place = new Place('checkpointStorageConfig');
  // A free object of the wire is what JSON gave.
  const json = unmaskStorage(asked as JsonObject, stored as JsonObject | null);
  checkTyped(checkpointStorageFormat, json, place, false);
  const read = place.issues.length === 0 ? checkpointStorageFormat.read(json, place) : null;
  if (read !== null) checkpointStorageFormat.complete(read, place);
  if (read === null || place.issues.length > 0) throw invalidArgument(issueLines(place.issues));
  // The format's values are objects.
  return read as JsonObject;
}
