import type { TokenInfo } from '@determined/contract/identity/tokens-generated.ts';
import type { Input } from '@determined/contract/wire/message.ts';
import type { Selectable } from 'kysely';
import type { UserSessionsTable } from '#platform/db/tables/identity-tables.ts';

export type TokenRow = Pick<
  Selectable<UserSessionsTable>,
  'id' | 'user_id' | 'created_at' | 'expires_at' | 'revoked_at' | 'description'
>;

export function tokenView(row: TokenRow): Input<TokenInfo> {
  return {
    id: row.id,
    userId: row.user_id,
    expiry: row.expires_at,
    createdAt: row.created_at,
    tokenType: 'TOKEN_TYPE_ACCESS_TOKEN',
    revoked: row.revoked_at !== null,
    description: row.description,
  };
}
