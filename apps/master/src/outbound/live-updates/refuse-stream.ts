import type { WebSocket } from 'ws';
import { credentialsOf } from '#platform/http/credentials.ts';
import type { App } from '#platform/slice.ts';

const patienceMs = 30_000;

/**
 * `GET /stream`, the clients' websocket of updates, which this server does not send. A client of 0.38.1 takes a refused
 * connection for a server that is away and tries for a minute; a message that it does not know, after the beginning that
 * it waits for, ends it at once and is shown.
 */
export function refuseStream({ server, master, authenticate }: App): void {
  server.route({
    method: 'GET',
    url: '/stream',
    // Throws where nobody is signed in.
    onRequest: async (request) => void (await authenticate(credentialsOf(request, master))),
    handler: async (_request, reply) => reply.callNotFound(),
    errorHandler: async (_error, _request, reply) => reply.code(401).send({ message: 'Unauthorized' }),
    wsHandler: refuse,
  });
}

function refuse(socket: WebSocket): void {
  const late = setTimeout(() => socket.terminate(), patienceMs);
  socket.on('close', () => clearTimeout(late));
  socket.on('error', () => socket.terminate());
  socket.once('message', (data) => {
    const syncId = syncIdOf(String(data));
    if (syncId !== undefined) socket.send(JSON.stringify({ sync_id: syncId, complete: false }));
    socket.send(JSON.stringify({ error: 'this server does not send streaming updates' }));
    socket.close(1000);
  });
}

function syncIdOf(text: string): unknown {
  try {
    const message: unknown = JSON.parse(text);
    return typeof message === 'object' && message !== null && 'sync_id' in message ? message.sync_id : undefined;
  } catch {
    return undefined;
  }
}
