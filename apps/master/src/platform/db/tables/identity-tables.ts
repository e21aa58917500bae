import type { EntityKind } from '@determined/contract/entities.ts';
import type { ColumnType, Generated } from 'kysely';
import type { NullableTime, Time } from '../column-types.ts';

export interface UsersTable {
  id: Generated<number>;
  username: string;
  display_name: Generated<string>;
  password_hash: Generated<string>;
  admin: Generated<boolean>;
  active: Generated<boolean>;
  remote: Generated<boolean>;
  agent_uid: number | null;
  agent_gid: number | null;
  agent_user: string | null;
  agent_group: string | null;
  modified_at: Time;
  last_auth_at: NullableTime;
}

/** `allocation` and `task` are in a task's environment: its own, and that of the program that runs in it. */
export type SessionKind = 'user' | 'access_token' | 'task' | 'allocation';

/** A task that holds a session, and what it may reach without its owner's rights. */
export interface SessionTask {
  allocationId: string;
  taskId: string;
  /** What the task works for, such as an experiment. */
  of: Thing;
  /** What is the task's own besides, such as its trial. */
  own: Thing[];
}

export interface Thing {
  kind: EntityKind;
  id: string;
}

export interface UserSessionsTable {
  id: Generated<number>;
  user_id: number;
  token_hash: Buffer;
  kind: SessionKind;
  created_at: Time;
  expires_at: Time;
  /** When it was ended, if it was before its time, and why. */
  revoked_at: NullableTime;
  end_cause: Generated<string>;
  description: Generated<string>;
  address: Generated<string>;
  /** The User-Agent, cut. */
  client: Generated<string>;
  /** To within ten minutes. */
  last_used_at: NullableTime;
  /** What a provider answered who signed in by it: told to it at sign-out. */
  provider_token: string | null;
  allocation_id: string | null;
  task: ColumnType<SessionTask | null, string | undefined, never>;
}

export interface SignInLinksTable {
  secret_hash: Buffer;
  user_id: number;
  expires_at: Time;
}

export interface UserSettingsTable {
  user_id: number;
  storage_path: string;
  key: string;
  value: string;
}

export interface ClusterFactsTable {
  name: string;
  value: unknown;
}

export interface LeaderEpochTable {
  only_row: Generated<boolean>;
  epoch: number;
}
