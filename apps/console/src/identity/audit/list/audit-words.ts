import type { AuditAction, AuditKind } from '@determined/contract/identity/audit-kinds.ts';
import { worded } from '#platform/switches/thing-words.ts';
import type { AuditEntry } from './audit-query.ts';

export const actionWords: Record<AuditAction, string> = {
  create: 'created',
  change: 'changed',
  delete: 'deleted',
  assign: 'gave',
  unassign: 'took away',
  revoke: 'revoked',
  'sign in': 'signed in',
  'refuse sign-in': 'failed to sign in',
  'sign out': 'signed out',
  'end session': 'ended a session',
};

export const kindWords: Record<AuditKind, string> = {
  user: 'user',
  session: 'session',
  token: 'access token',
  group: 'group',
  role: 'role',
  workspace: 'workspace',
  project: 'project',
  template: 'template',
  configPolicy: 'config policy',
  masterConfig: "master's configuration",
  clusterMessage: 'cluster message',
  resourcePool: 'resource pool',
  get experiment() {
    return worded`experiment`;
  },
  run: 'run',
  checkpoint: 'checkpoint',
  model: 'model',
  modelVersion: 'model version',
  webhook: 'webhook',
};

export const isRefused = ({ action }: AuditEntry): boolean => action === 'refuse sign-in';

/** Nobody was signed in when a sign-in was refused, or a task did it in his name. */
export function whoWords({ user, by }: AuditEntry): string {
  if (!user) return 'not signed in';
  if (by === 'access_token') return `${user.username}, by a token`;
  return by === 'task' || by === 'allocation' ? `${user.username}, by a task` : user.username;
}

/** "user ada"; of signing in and out, who it was has been said. */
export function whichWords({ kind, thingName, thingId, user }: AuditEntry): string {
  if (kind === 'session') return thingName === user?.username ? '' : thingName;
  return [kindWords[kind], thingName || thingId].filter(Boolean).join(' ');
}

export interface FieldChange {
  field: string;
  before: string | undefined;
  after: string | undefined;
}

/** Fields that are not as they were, as JSON; undefined where there was none. */
export function changesOf({ before, after }: Pick<AuditEntry, 'before' | 'after'>): FieldChange[] {
  const text = (value: unknown) => (value === undefined ? undefined : JSON.stringify(value));
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .map((field) => ({ field, before: text(before[field]), after: text(after[field]) }))
    .filter((change) => change.before !== change.after);
}
