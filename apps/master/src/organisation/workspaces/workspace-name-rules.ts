import { invalidArgument } from '@determined/contract/errors.ts';
import { maxWorkspaceName } from '@determined/contract/limits.ts';

/** 1 to 80 bytes, not blank; surrounding blanks stay. */
export function checkWorkspaceName(name: string): void {
  if (name === '') throw invalidArgument("name '' must be at least 1 character long");
  if (Buffer.byteLength(name) > maxWorkspaceName) {
    throw invalidArgument(`name '${name}' must be at most ${maxWorkspaceName} characters long`);
  }
  if (name.trim() === '') throw invalidArgument('name must contain at least one letter that is no white space');
}
