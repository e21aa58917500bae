import { createServer, type IncomingMessage, request } from 'node:http';
import { type AddressInfo, connect } from 'node:net';

export interface Door {
  address: string;
  close(): Promise<void>;
}

/** One address before several masters: each call goes to the next of them, whatever connection it comes by. */
export async function openAlternatingDoor(addresses: () => readonly string[]): Promise<Door> {
  let calls = 0;
  const next = () => {
    const all = addresses();
    return new URL(all[calls++ % all.length] ?? '');
  };
  const server = createServer((incoming, reply) => {
    const { hostname, port } = next();
    const { method, url, headers } = incoming;
    const outgoing = request({ hostname, port, method, path: url, headers, agent: false }, (answer) => {
      reply.writeHead(answer.statusCode ?? 502, answer.statusMessage, answer.rawHeaders);
      answer.pipe(reply);
      answer.once('error', () => reply.destroy());
    });
    outgoing.once('error', () => (reply.headersSent ? reply.destroy() : reply.writeHead(502).end()));
    // Who has gone away reads no answer: a followed stream ends with him.
    reply.once('close', () => outgoing.destroy());
    // Who is refused by what stands above a body need not send it.
    outgoing.flushHeaders();
    incoming.pipe(outgoing);
  });
  server.on('upgrade', (incoming: IncomingMessage, socket, head) => {
    const { hostname, port } = next();
    const through = connect(Number(port), hostname, () => {
      const lines = [`${incoming.method} ${incoming.url} HTTP/1.1`];
      for (let i = 0; i < incoming.rawHeaders.length; i += 2)
        lines.push(`${incoming.rawHeaders[i]}: ${incoming.rawHeaders[i + 1]}`);
      through.write(`${lines.join('\r\n')}\r\n\r\n`);
      through.write(head);
      through.pipe(socket).pipe(through);
    });
    through.once('error', () => socket.destroy());
    socket.once('error', () => through.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // It listens on TCP.
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}`,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
