import type { Generated } from 'kysely';
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

export type SessionKind = 'user' | 'access_token' | 'task';

export interface UserSessionsTable {
  id: Generated<number>;
  user_id: number;
  token_hash: Buffer;
  kind: SessionKind;
  created_at: Time;
  expires_at: Time;
  revoked_at: NullableTime;
  description: Generated<string>;
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
