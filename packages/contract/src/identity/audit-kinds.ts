/** What is done to a thing, as the log of who changed what names it. */
export const auditActions = [
  'create',
  'change',
  'delete',
  'assign',
  'unassign',
  'revoke',
  'sign in',
  'refuse sign-in',
  'sign out',
  'end session',
] as const;
export type AuditAction = (typeof auditActions)[number];

/** Kinds of things whose changes are kept. */
export const auditKinds = [
  'user',
  'session',
  'token',
  'group',
  'role',
  'workspace',
  'project',
  'template',
  'configPolicy',
  'masterConfig',
  'clusterMessage',
  'resourcePool',
  'experiment',
  'run',
  'checkpoint',
  'model',
  'modelVersion',
  'webhook',
] as const;
export type AuditKind = (typeof auditKinds)[number];

/**
 * The whole log, or what fits the filter of `getAuditEntries`, oldest first, as a download: `format` is `csv` (usual) or
 * `jsonl`. A link, no typed call: it streams.
 */
export const auditExportPath = '/api/ext/v1/audit/export';
