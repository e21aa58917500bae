import { ApiError } from '@determined/contract/errors.ts';
import type { Change } from '@determined/contract/staleness.ts';
import type { FastifyRequest } from 'fastify';
import type { WebSocket } from 'ws';
import { noticesMissed } from '#platform/bus/notify.ts';
import { type Caller, isTaskSession } from '#platform/http/context.ts';
import { credentialsOf, sameOrigin } from '#platform/http/credentials.ts';
import type { Authenticate } from '#platform/http/serve.ts';
import type { Master } from '#platform/master.ts';
import type { App } from '#platform/slice.ts';
import { sessionsChanged } from '../../identity/sessions/shared/auth-events.ts';
import { rightsChanged } from '../../identity/shared/rights-events.ts';
import { type Listener, LiveHub } from './live-hub.ts';
import { locateChanges } from './locate-changes.ts';
import { shownChanges } from './shown-changes.ts';

export const livePath = '/api/ext/v1/live';

/** A tab that reads slower than this is let go: it comes back and refreshes. */
const mostBufferedBytes = 1024 * 1024;
/** How often a listener has to answer and to be still signed in. */
const checkEveryMs = 30_000;
const policyViolation = 1008;
const tryAgainLater = 1013;

/**
 * `GET /api/ext/v1/live`: a websocket that says what changed. Hints name kinds and ids, never contents: those are asked
 * for as usual, with the usual permissions. Who may not see a thing is not told that it changed.
 */
export function serveLive({ server, master, authenticate, rights, hints }: App): void {
  const hub = new LiveHub(() => locateChanges(master));
  for (const source of hints) source(master.bus, (changes) => hub.tell(changes));
  master.onStop(() => hub.close());
  server.route({
    method: 'GET',
    url: livePath,
    onRequest: async (request, reply) => {
      request.caller = await listenerOf(request, master, authenticate);
      if (!request.caller) return reply.code(401).send();
    },
    handler: async (_request, reply) => reply.code(426).header('Upgrade', 'websocket').send(),
    wsHandler: (socket, request) => {
      const check = async () => {
        // A database that is away for a moment signs nobody out: the next look decides.
        const listener = await listenerOf(request, master, authenticate).catch(() => request.caller);
        if (!listener) socket.close(policyViolation, 'signed out');
        else request.caller = listener;
      };
      const unsubscribe = master.bus.subscribe(sessionsChanged, ({ userId }) => {
        if (userId === request.caller?.user.id) void check();
      });
      // Back again, he looks at everything with the rights that he has then.
      const unsubscribeRights = master.bus.subscribe(rightsChanged, ({ userId }) => {
        if (userId === request.caller?.user.id) socket.close(tryAgainLater, 'rights changed');
      });
      const unsubscribeMissed = master.bus.subscribe(noticesMissed, () =>
        socket.close(tryAgainLater, 'changes missed'),
      );
      socket.on('close', () => {
        unsubscribe();
        unsubscribeRights();
        unsubscribeMissed();
      });
      const shown = async (changes: readonly Change[]) =>
        request.caller ? shownChanges(changes, await rights.of(request.caller)) : [];
      listen(socket, hub, { check, shown });
    },
  });
}

/**
 * Who asks, if he may listen: a page of another origin must not by the cookie that the browser adds. Throws where that
 * cannot be found out.
 */
async function listenerOf(
  request: FastifyRequest,
  master: Master,
  authenticate: Authenticate,
): Promise<Caller | undefined> {
  let caller: Caller;
  try {
    caller = await authenticate(credentialsOf(request, master));
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
  // A task has no screen.
  if (isTaskSession(caller.session)) return undefined;
  return !caller.session.byCookie || sameOrigin(request.headers) ? caller : undefined;
}

function listen(
  socket: WebSocket,
  hub: LiveHub,
  { check, shown }: { check: () => Promise<void>; shown: Listener['shown'] },
): void {
  const remove = hub.add({
    shown,
    send: (frame) => {
      if (socket.bufferedAmount > mostBufferedBytes) socket.close(tryAgainLater, 'too slow');
      else socket.send(frame);
    },
  });
  let answered = true;
  const timer = setInterval(() => {
    if (!answered) return socket.terminate();
    answered = false;
    socket.ping();
    void check();
  }, checkEveryMs);
  socket.on('pong', () => {
    answered = true;
  });
  socket.on('error', () => socket.terminate());
  socket.on('close', () => {
    clearInterval(timer);
    remove();
  });
}
