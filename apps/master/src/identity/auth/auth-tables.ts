import type { Time } from '#platform/db/column-types.ts';

declare module '#platform/db/database.ts' {
  interface Database {
    sign_in_failures: SignInFailuresTable;
    sign_in_places: SignInPlacesTable;
    external_people: ExternalPeopleTable;
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

/** Whom a hosting service means by its ids. */
export interface ExternalPeopleTable {
  external_id: string;
  user_id: number;
}
