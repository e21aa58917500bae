import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { diskRoom } from '#platform/disk-room.ts';
import type { Context } from '#platform/http/context.ts';
import { credentialsOf } from '#platform/http/credentials.ts';
import type { RawHandler } from '#platform/http/serve.ts';
import { consoleBuild } from '#platform/http/serve-console.ts';
import type { Master } from '#platform/master.ts';
import { authenticateUser, bearerToken } from '../../identity/sessions/shared/authenticate-user.ts';
import { engines, ownManagerName } from '../resource-managers/shared/resource-managers.ts';

const patienceMs = 2_000;

/** Whether this master works: to anyone up or down and whether its disk is full, with a token also what is down. */
export const health: RawHandler = async (request, reply, { master }) => {
  const database = (await databaseIsUp(master)) ? 'up' : 'down';
  // Said only when there is something to say: clients know the rest by heart.
  const brief = { status: database, ...(diskRoom(master).full ? { disk: 'full' } : {}) };
  const whole = {
    ...brief,
    database,
    resource_managers: [
      // The queue is driven in this process: it is up with it.
      { cluster_name: ownManagerName(master), status: 'up' },
      ...engines(master).map(({ name, launcher }) => ({
        cluster_name: name,
        status: launcher.readiness().ready ? 'up' : 'down',
      })),
    ],
  };
  // Without the database nobody can be recognised.
  const known = database === 'up' && (await isSignedIn(master, request));
  return reply
    .code(database === 'up' ? 200 : 503)
    .type('application/json; charset=UTF-8')
    .send(JSON.stringify(known ? whole : brief));
};

/** For the console, to which a 503, as the other call gives, means that the server is away. */
export const getServerHealth = async (_request: unknown, { master }: Context) => {
  const { branding, feedback, genai } = master.config.ui;
  return {
    diskFull: diskRoom(master).full,
    consoleBuild: await consoleBuild(),
    links: { feedback: feedback[branding], genai },
  };
};

async function databaseIsUp({ db }: Master): Promise<boolean> {
  const asked = sql`select 1`.execute(db).then(
    () => true,
    () => false,
  );
  return Promise.race([asked, delay(patienceMs, false, { ref: false })]);
}

async function isSignedIn(master: Master, request: FastifyRequest): Promise<boolean> {
  const { userToken, authorization, cookie } = credentialsOf(request, master);
  const header = userToken ?? authorization;
  try {
    if (header !== undefined) await authenticateUser(master, bearerToken(header), false);
    else if (cookie !== undefined) await authenticateUser(master, cookie, true);
    else return false;
    return true;
  } catch {
    return false;
  }
}
