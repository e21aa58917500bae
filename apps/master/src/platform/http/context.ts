import type { IncomingHttpHeaders } from 'node:http';
import type { EntityKind } from '@determined/contract/entities.ts';
import type { Right } from '@determined/contract/permissions.ts';
import type { Db } from '#platform/db/database.ts';
import type { SessionTask, Thing } from '#platform/db/tables/identity-tables.ts';
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

/** How the caller proved who he is. */
export type Session = { kind: 'user' | 'access_token'; id: number; byCookie: boolean } | TaskSession;

/** A session in a task's environment: `allocation` the harness's, `task` that of the user's program. */
export interface TaskSession extends SessionTask {
  kind: 'allocation' | 'task';
  id: number;
  byCookie: boolean;
}

export const isTaskSession = (session: Session): session is TaskSession =>
  session.kind === 'allocation' || session.kind === 'task';

/** Whether two are the same thing; ids are numbers in some routes and texts in others. */
export const isThing = (thing: Thing, kind: string, id: unknown): boolean =>
  thing.kind === kind && thing.id === String(id);

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
