import { randomInt } from 'node:crypto';
import { failedPrecondition, invalidArgument } from '@determined/contract/errors.ts';
import { maxProjectKey, maxProjectName } from '@determined/contract/limits.ts';
import type { ProjectRow } from './project-store.ts';

/** 1 to 80 bytes, not blank; surrounding blanks stay. */
export function checkProjectName(name: string): void {
  if (name.trim() === '') throw invalidArgument('name: a project needs a name that is not blank');
  if (Buffer.byteLength(name) > maxProjectName) {
    throw invalidArgument(`name: a project's name must be at most ${maxProjectName} characters long`);
  }
}

/** A key as it is stored: 1 to 5 letters and digits, in upper case. Messages: platform semantics 10.2. */
export function projectKey(asked: string): string {
  const key = asked.toUpperCase();
  if (key.length > maxProjectKey)
    throw invalidArgument(`project key cannot be longer than ${maxProjectKey} characters`);
  if (key === '') throw invalidArgument('project key cannot be empty');
  if (!/^[0-9A-Z]+$/.test(key)) {
    throw invalidArgument(`project key can only contain alphanumeric characters: ${key}`);
  }
  return key;
}

const keyLetters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';

/** A key for a project that asks for none: three letters of its name, then chance. */
export function automaticKey(name: string): string {
  let key = name
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .slice(0, 3);
  while (key.length < maxProjectKey) key += keyLetters[randomInt(keyLetters.length)];
  return key;
}

/** What is archived, by itself or with its workspace, built in or being deleted cannot be changed. */
export function refuseFixedProject(
  project: Pick<ProjectRow, 'id' | 'archived' | 'immutable' | 'state'>,
  workspaceArchived = false,
): void {
  const { id, archived, immutable, state } = project;
  const refuse = (why: string) => failedPrecondition(`project (${id}) is ${why} and cannot have attributes updated`);
  if (archived || workspaceArchived) throw refuse('archived');
  if (immutable) throw refuse('immutable');
  if (state === 'DELETING') throw refuse('being deleted');
}
