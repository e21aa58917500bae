import { invalidArgument } from '@determined/contract/errors.ts';
import type { AgentUserGroup } from '@determined/contract/identity/identity-messages-generated.ts';

/** The user and group under which tasks run on a machine, as columns of users and workspaces. */
export interface AgentUserColumns {
  agent_uid: number | null;
  agent_gid: number | null;
  agent_user: string | null;
  agent_group: string | null;
}

/** Of an account: complete, or empty to clear it: then it is zero and blank, not absent. Messages: platform semantics 8.2. */
export function agentUserColumns(group: AgentUserGroup): AgentUserColumns {
  const { agentUid, agentGid, agentUser, agentGroup } = group;
  const given = [agentUid, agentGid, agentUser, agentGroup].filter((value) => value !== undefined).length;
  if (given === 0) return { agent_uid: 0, agent_gid: 0, agent_user: '', agent_group: '' };
  if (agentUid === undefined || agentGid === undefined || agentUser === undefined || agentGroup === undefined) {
    throw invalidArgument('agentUid, agentGid, agentUser and agentGroup cannot be empty');
  }
  if (agentUser === '' || agentGroup === '') throw invalidArgument('agentUser and agentGroup names cannot be empty');
  return { agent_uid: agentUid, agent_gid: agentGid, agent_user: agentUser, agent_group: agentGroup };
}

/** Of a workspace: any part of it; the rest is the account's. Empty clears it, as above. */
export function partialAgentUserColumns(group: AgentUserGroup): AgentUserColumns {
  const { agentUid = null, agentGid = null, agentUser = null, agentGroup = null } = group;
  const isEmpty = agentUid === null && agentGid === null && agentUser === null && agentGroup === null;
  if (isEmpty) return agentUserColumns({});
  return { agent_uid: agentUid, agent_gid: agentGid, agent_user: agentUser, agent_group: agentGroup };
}

export function agentUserGroupView(row: AgentUserColumns): AgentUserGroup | undefined {
  const { agent_uid, agent_gid, agent_user, agent_group } = row;
  if (agent_uid === null && agent_gid === null && agent_user === null && agent_group === null) return undefined;
  return {
    agentUid: agent_uid ?? undefined,
    agentGid: agent_gid ?? undefined,
    agentUser: agent_user ?? undefined,
    agentGroup: agent_group ?? undefined,
  };
}
