import { noticesMissed } from '#platform/bus/notify.ts';
import type { Db } from '#platform/db/database.ts';
import type { Account, Caller } from '#platform/http/context.ts';
import { everywhere, type Rights } from '#platform/http/rights.ts';
import type { RightsSource } from '#platform/http/rights-source.ts';
import type { Master } from '#platform/master.ts';
import { sessionsChanged } from '../../sessions/shared/auth-events.ts';
import { rightsChanged } from '../../shared/rights-events.ts';

/** Says what an account may. There is one a master; the roles' own takes the place of this one. */
export type RightsPolicy = (user: Account, db: Db) => Rights | Promise<Rights>;

/** No roles in force: every permission is everybody's, and owners and administrators decide the rest. */
export const withoutRoles: RightsPolicy = ({ admin }) => (admin ? administrator : owner);
const administrator: Rights = { where: () => everywhere, ownership: 'admin' };
const owner: Rights = { where: () => everywhere, ownership: 'counts' };

/** Not longer: a notice of another master may be lost. */
const rememberMs = 1_000;

interface Known {
  admin: boolean;
  rights: Rights | Promise<Rights>;
  until: number;
}

/** The rights of callers, remembered for a moment and corrected by events, those of other masters included. */
export function rightsOf(master: Master, policy: RightsPolicy): RightsSource {
  const known = new Map<number, Known>();
  const forget = ({ userId }: { userId: number | null }) => {
    if (userId === null) known.clear();
    else known.delete(userId);
  };
  // First to hear of a change: whoever asks again because of it must not be told what was.
  master.bus.subscribe(sessionsChanged, forget);
  master.bus.subscribe(rightsChanged, forget);
  master.bus.subscribe(noticesMissed, () => forget({ userId: null }));
  return {
    of: ({ user }: Caller) => {
      const now = master.clock.now().getTime();
      const seen = known.get(user.id);
      if (seen && seen.admin === user.admin && seen.until > now) return seen.rights;
      const rights = policy(user, master.db);
      if (known.size > 10_000) known.clear();
      known.set(user.id, { admin: user.admin, rights, until: now + rememberMs });
      // Trouble in asking is not remembered.
      if (rights instanceof Promise) rights.catch(() => known.delete(user.id));
      return rights;
    },
    onChange: (userId, listener) => {
      const ofThisUser = (event: { userId: number | null }) => {
        if (event.userId === null || event.userId === userId) listener();
      };
      const unsubscribe = [
        ...[rightsChanged, sessionsChanged].map((kind) => master.bus.subscribe(kind, ofThisUser)),
        master.bus.subscribe(noticesMissed, listener),
      ];
      return () => {
        for (const end of unsubscribe) end();
      };
    },
  };
}
