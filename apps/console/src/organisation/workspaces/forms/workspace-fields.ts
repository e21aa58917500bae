import type { PatchWorkspace } from '@determined/contract/organisation/workspaces-generated.ts';
import { parse, stringify, YAMLParseError } from 'yaml';
import { workspaceNameProblem } from '../../shared/place-names.ts';
import type { Workspace } from '../shared/pinned-workspaces.ts';
import { type ClusterFields, clusterChecks } from './cluster-fields.ts';

/** A workspace's configuration as its form shows it; what has a switch counts only while that is on. */
export interface WorkspaceFields {
  name: string;
  setsAgent: boolean;
  agentUid: string;
  agentUser: string;
  agentGid: string;
  agentGroup: string;
  setsStorage: boolean;
  /** YAML; secrets are masked, and stay as they are where the mask is left. */
  storage: string;
  clusters: ClusterFields[];
}

const agentNameLimit = 100;

export function fieldsOf(workspace: Workspace, clusters: ClusterFields[] = []): WorkspaceFields {
  const { agentUserGroup: agent, checkpointStorageConfig: storage } = workspace;
  // A cleared one comes back with zeros and blanks.
  const setsAgent = Boolean(agent?.agentUser);
  return {
    name: workspace.name,
    setsAgent,
    agentUid: setsAgent ? String(agent?.agentUid ?? '') : '',
    agentUser: agent?.agentUser ?? '',
    agentGid: setsAgent ? String(agent?.agentGid ?? '') : '',
    agentGroup: agent?.agentGroup ?? '',
    setsStorage: Boolean(storage),
    storage: storage ? stringify(storage) : '',
    clusters,
  };
}

type Check = (value: string, fields: WorkspaceFields) => string | null;

function agentId(what: string): Check {
  return (value, { setsAgent }) => {
    if (!setsAgent) return null;
    if (value.trim() === '') return `${what} is required`;
    return /^\d{1,9}$/.test(value.trim()) ? null : `${what} is a whole number`;
  };
}

function agentName(what: string): Check {
  return (value, { setsAgent }) => {
    if (!setsAgent) return null;
    if (value.trim() === '') return `${what} is required`;
    return value.trim().length > agentNameLimit ? `${what} has at most ${agentNameLimit} characters` : null;
  };
}

function storageProblem(text: string, { setsStorage }: WorkspaceFields): string | null {
  if (!setsStorage) return null;
  if (text.trim() === '') return 'Checkpoint Storage is required';
  try {
    const value: unknown = parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? null
      : 'Checkpoint Storage has keys and values, such as "type: shared_fs"';
  } catch (error) {
    return `Invalid YAML on line ${error instanceof YAMLParseError ? (error.linePos?.[0].line ?? 1) : 1}.`;
  }
}

/** Why a field can't stand as it is; null when it can. */
export const workspaceChecks = {
  name: workspaceNameProblem,
  agentUid: agentId('Agent User ID'),
  agentUser: agentName('Agent User Name'),
  agentGid: agentId('Agent Group ID'),
  agentGroup: agentName('Agent Group Name'),
  storage: storageProblem,
  clusters: clusterChecks,
};

/** Only what was changed: each field has a rule of its own. What is the clusters' stands in cluster-fields.ts. */
export function changesOf(fields: WorkspaceFields, workspace: Workspace): Partial<PatchWorkspace> {
  const before = fieldsOf(workspace);
  const changed = (keys: (keyof WorkspaceFields)[]) => keys.some((key) => fields[key] !== before[key]);
  const changes: Partial<PatchWorkspace> = {};
  if (fields.name.trim() !== before.name) changes.name = fields.name.trim();
  if (changed(['setsAgent', 'agentUid', 'agentUser', 'agentGid', 'agentGroup']))
    changes.agentUserGroup = fields.setsAgent
      ? {
          agentUid: Number(fields.agentUid),
          agentUser: fields.agentUser.trim(),
          agentGid: Number(fields.agentGid),
          agentGroup: fields.agentGroup.trim(),
        }
      : {};
  if (fields.setsStorage && changed(['setsStorage', 'storage']))
    changes.checkpointStorageConfig = parse(fields.storage);
  // Empty takes the workspace's own away.
  if (!fields.setsStorage && before.setsStorage) changes.checkpointStorageConfig = {};
  return changes;
}
