import type { Time } from '#platform/db/column-types.ts';

declare module '#platform/db/database.ts' {
  interface Database {
    sign_in_failures: SignInFailuresTable;
    sign_in_places: SignInPlacesTable;
  }
}

/** Keys are hashes: who mistypes may give his password for a name. */
export interface SignInFailuresTable {
  key: Buffer;
  failed_at: Time;
}

export interface SignInPlacesTable {
  key: Buffer;
  used_at: Time;
}
