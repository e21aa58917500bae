import { invalidArgument } from '@determined/contract/errors.ts';

/** Checks a user name or display name and answers it trimmed. Messages: platform semantics 8.2. */
export function checkedName(name: string, minimum: number): string {
  const trimmed = name.trim();
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the rule is exactly "ASCII only"
  if (/[^\x00-\x7f]/.test(trimmed)) {
    throw invalidArgument('Display name and username cannot contain non-ASCII characters.');
  }
  if (trimmed.length < minimum) throw invalidArgument('Display name or username value has minimum length.');
  return trimmed;
}

/** Refuses the names of the first users for anybody else. */
export function refuseReserved(name: string, current?: string): void {
  const wanted = name.toLowerCase();
  if (current !== undefined && wanted === current.toLowerCase()) return;
  if (wanted === 'admin') throw invalidArgument("Non-admin user cannot be renamed 'admin'");
  if (wanted === 'determined') throw invalidArgument("User cannot be renamed 'determined'");
}
