import type { IncomingHttpHeaders } from 'node:http';
import type { Db } from '#platform/db/database.ts';
import type { Log } from '#platform/log.ts';
import type { Master } from '#platform/master.ts';

export interface SignedInUser {
  id: number;
  username: string;
  displayName: string;
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
  user: SignedInUser;
  session: Session;
}

export interface Context extends Caller {
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
export type PublicContext = Omit<Context, 'user' | 'session'>;
