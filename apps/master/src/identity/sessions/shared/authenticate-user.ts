import { permissionDenied, unauthenticated } from '@determined/contract/errors.ts';
import { noticesMissed } from '#platform/bus/notify.ts';
import type { SessionTask } from '#platform/db/tables/identity-tables.ts';
import type { Caller } from '#platform/http/context.ts';
import { type Master, perMaster } from '#platform/master.ts';
import { sessionsChanged } from './auth-events.ts';
import { noteUse, tokenHash } from './session-store.ts';

interface Known {
  caller: Caller;
  until: number;
}

/** Tokens seen in the last second: a trial reports a thousand times with one token. */
const knownTokens = perMaster((master) => {
  /** `changes`: what was read of the database before the last of them is not remembered. */
  const memory = { known: new Map<string, Known>(), changes: 0 };
  const { known } = memory;
  master.bus.subscribe(sessionsChanged, ({ userId }) => {
    memory.changes++;
    for (const [token, { caller }] of known) if (caller.user.id === userId) known.delete(token);
  });
  master.bus.subscribe(noticesMissed, () => {
    memory.changes++;
    known.clear();
  });
  return memory;
});
/** Not longer: a notice of another master may be lost. */
const rememberMs = 1_000;

/** Who sees his sessions sees to within so long when they were used. */
const useMinutes = 10;

/** Who a bearer token belongs to. Throws 401 and 403 with the texts of platform semantics 0.2. */
export async function authenticateUser(master: Master, token: string, byCookie: boolean): Promise<Caller> {
  const memory = knownTokens(master);
  const { known, changes } = memory;
  const now = master.clock.now().getTime();
  const seen = known.get(token);
  if (seen && seen.until > now) return withCookie(seen.caller, byCookie);
  known.delete(token);
  const row = await master.db
    .selectFrom('user_sessions as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .select([
      's.id as session_id',
      's.kind',
      's.expires_at',
      's.revoked_at',
      's.task',
      's.last_used_at',
      'u.remote',
      'u.id',
      'u.username',
      'u.display_name',
      'u.admin',
      'u.active',
    ])
    .where('s.token_hash', '=', tokenHash(token))
    .executeTakeFirst();
  if (!row) throw unauthenticated('invalid credentials');
  // The console leads to the provider then, and clients tell by these words what to do.
  if (Date.parse(row.expires_at) <= now)
    throw unauthenticated(row.remote ? 'remote user token expired' : 'invalid credentials');
  if (row.revoked_at !== null) {
    throw unauthenticated(row.kind === 'access_token' ? 'user access token revoked' : 'invalid credentials');
  }
  if (!row.active) throw permissionDenied('user does not have permission');
  const { id, username, display_name: displayName } = row;
  const own = { id: row.session_id, byCookie: false };
  const caller: Caller =
    row.kind === 'user' || row.kind === 'access_token'
      ? { user: { id, username, displayName, admin: row.admin }, session: { ...own, kind: row.kind } }
      : // An administrator's task is not an administrator. The table has a task with every such session.
        { user: { id, username, displayName, admin: false }, session: { ...own, kind: row.kind, ...taskOf(row.task) } };
  const shown = row.kind === 'user' || row.kind === 'access_token';
  if (shown && now - Date.parse(row.last_used_at ?? '1970-01-01T00:00:00Z') > useMinutes * 60_000)
    await noteUse(master.db, row.session_id, useMinutes);
  if (known.size > 10_000) known.clear();
  if (memory.changes === changes) known.set(token, { caller, until: now + rememberMs });
  return withCookie(caller, byCookie);
}

function withCookie(caller: Caller, byCookie: boolean): Caller {
  return byCookie ? { ...caller, session: { ...caller.session, byCookie } } : caller;
}

/** Those of before tasks held sessions have ended. */
function taskOf(task: SessionTask | null): SessionTask {
  if (!task) throw unauthenticated('invalid credentials');
  return task;
}

/** `Bearer <token>` → the token; the word is case-sensitive. */
export function bearerToken(header: string): string {
  const token = /^Bearer (\S+)$/.exec(header)?.[1];
  if (!token) throw unauthenticated('invalid credentials');
  return token;
}
