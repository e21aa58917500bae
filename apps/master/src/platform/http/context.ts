import type { IncomingHttpHeaders } from 'node:http';
import type { EntityKind } from '@determined/contract/entities.ts';
import type { Right } from '@determined/contract/permissions.ts';
import type { Db } from '#platform/db/database.ts';
import type { Log } from '#platform/log.ts';
import type { Master } from '#platform/master.ts';
import type { Rights } from './rights.ts';

export interface SignedInUser {
  id: number;
  username: string;
  displayName: string;
}

/** With what decides his rights: handlers ask for rights, and are not told. */
export interface Account extends SignedInUser {
  admin: boolean;
}

/** How the caller proved who he is. `allocation` is a task's own token: it acts as the task's owner. */
export type Session =
  | { kind: 'user' | 'access_token' | 'task'; id: number; byCookie: boolean }
  | {
      kind: 'allocation';
      allocationId: string;
      taskId: string;
      trialId: number | null;
      experimentId: number;
      byCookie: false;
    };

export interface Caller {
  user: Account;
  session: Session;
}

export interface Context {
  user: SignedInUser;
  session: Session;
  /** For `visible`, which shows in lists only what the caller may see. */
  rights: Rights;
  /**
   * Asks what the contract leaves to the handler (`checks`: items of a bulk call, things found on the way). Throws the
   * same for what the caller may not see as for what is not there. In a transaction `db` is it.
   */
  require(on: EntityKind, id: number | string, db?: Db): Promise<void>;
  /** Whether the caller has a right at cluster scope. */
  holds(right: Right): boolean;
  master: Master;
  db: Db;
  log: Log;
  requestId: string;
  /** Aborted when the caller goes away or the master stops. */
  signal: AbortSignal;
  headers: IncomingHttpHeaders;
  remoteAddress: string;
  /** Headers to send with the reply, such as a cookie. */
  setHeader(name: string, value: string | string[]): void;
}

/** For calls that need no sign-in. */
export type PublicContext = Omit<Context, 'user' | 'session' | 'rights' | 'require' | 'holds'>;
