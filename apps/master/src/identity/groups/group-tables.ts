import type { Generated } from 'kysely';

declare module '#platform/db/database.ts' {
  interface Database {
    groups: GroupsTable;
    group_members: GroupMembersTable;
  }
}

export interface GroupsTable {
  id: Generated<number>;
  name: string;
}

export interface GroupMembersTable {
  group_id: number;
  user_id: number;
}
