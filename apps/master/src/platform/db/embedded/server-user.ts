import { readFileSync, statSync } from 'node:fs';
import { userInfo } from 'node:os';
import { dirname } from 'node:path';
import { DatabaseStartError } from './database-start-error.ts';

/** The user that PostgreSQL runs as. Without ids it is the master's own. */
export interface ServerUser {
  name: string;
  uid?: number;
  gid?: number;
}

/**
 * PostgreSQL refuses to run as root. Root drops to the owner of a cluster that exists already, else to `postgres`,
 * else to `nobody`; no user is ever created.
 */
export function chooseServerUser(cluster: string): ServerUser {
  const own = process.getuid?.();
  if (own === undefined)
    throw new DatabaseStartError(`${process.platform} has no embedded database; set DATABASE_URL.`);
  const owner = statSync(cluster, { throwIfNoEntry: false });
  if (own !== 0) {
    if (owner && owner.uid !== own) {
      throw new DatabaseStartError(
        `${cluster} belongs to user id ${owner.uid}; start as that user or choose another data folder.`,
      );
    }
    return { name: `uid ${own}` };
  }
  if (owner && owner.uid !== 0) return { name: `uid ${owner.uid}`, uid: owner.uid, gid: owner.gid };
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  for (const name of ['postgres', 'nobody']) {
    const user = users.find((fields) => fields[0] === name);
    if (user && Number(user[2]) > 0) return { name, uid: Number(user[2]), gid: Number(user[3]) };
  }
  throw new DatabaseStartError(
    'The embedded database cannot run as root, and there is no user postgres or nobody to run it as; start as an ordinary user or set DATABASE_URL.',
  );
}

/** initdb looks its user up in the user database; a bare uid (as some containers give) has no entry there. */
export function refuseNamelessUser(): void {
  if (process.getuid?.() === 0) return;
  try {
    userInfo();
  } catch {
    throw new DatabaseStartError(
      `User id ${process.getuid?.()} has no entry in /etc/passwd, which the first start of the embedded database needs; add one or set DATABASE_URL.`,
    );
  }
}

/** Whether the user can pass through every folder above (and including) the given one. */
export function canReach(folder: string, user: ServerUser): boolean {
  for (let at = folder; ; at = dirname(at)) {
    const entry = statSync(at, { throwIfNoEntry: false });
    if (entry) {
      const bit = entry.uid === user.uid ? 0o100 : entry.gid === user.gid ? 0o010 : 0o001;
      if ((entry.mode & bit) === 0) return false;
    }
    if (at === dirname(at)) return true;
  }
}
