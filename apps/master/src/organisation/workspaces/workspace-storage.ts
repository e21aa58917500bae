import { invalidArgument } from '@determined/contract/errors.ts';
import type { FreeObject } from '@determined/contract/wire/message.ts';
import { checkpointStorageFormat, unmaskStorage } from '#platform/config/format/checkpoint-storage.ts';
import type { JsonObject } from '#platform/config/format/json.ts';
import { checkTyped, issueLines, Place } from '#platform/config/format/node.ts';

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
