import { failedPrecondition, invalidArgument } from '@determined/contract/errors.ts';
import { maxModelName } from '@determined/contract/limits.ts';

/** Facts: platform semantics 10.3. Surrounding blanks stay; a name of digits alone would be taken for an id. */
export function checkModelName(name: string): void {
  if (name.trim() === '') throw invalidArgument('model names cannot be blank');
  if (/\s\s/.test(name)) throw invalidArgument('model names cannot have excessive spacing');
  if (name.includes('/')) throw invalidArgument('model names cannot have slashes');
  if (/^\d+$/.test(name)) throw invalidArgument('model names cannot be only numbers');
  if (Buffer.byteLength(name) > maxModelName)
    throw invalidArgument(`name: a model's name must be at most ${maxModelName} bytes long`);
}

export function refuseArchived({ name, archived }: { name: string; archived: boolean }, cannot: string): void {
  if (archived) throw failedPrecondition(`model "${name}" is archived and cannot ${cannot}`);
}
