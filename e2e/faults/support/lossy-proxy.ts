import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * Stands between tasks and their master. The first call of each kind (method, and path without ids) is carried out, and
 * its answer is lost: the connection breaks as that of a master that is killed right then.
 */
export class LossyProxy {
  /** Kinds of calls whose first answer was lost. */
  readonly lost = new Set<string>();
  private readonly target: () => string;
  private readonly server: Server;

  private constructor(target: () => string) {
    this.target = target;
    this.server = createServer((call, reply) => {
      const kind = kindOf(call);
      const loses = !this.lost.has(kind);
      this.lost.add(kind);
      const { method, headers, url } = call;
      const onward = request(`${this.target()}${url}`, { method, headers }, (answer) => {
        if (loses) {
          answer.resume();
          answer.once('end', () => call.socket.destroy());
        } else {
          reply.writeHead(answer.statusCode ?? 502, answer.headers);
          answer.pipe(reply);
        }
      });
      onward.once('error', () => call.socket.destroy());
      // Who has gone waits no longer.
      reply.once('close', () => onward.destroy());
      call.pipe(onward);
    });
  }

  /** `target` is the master's address. */
  static async start(target: () => string): Promise<LossyProxy> {
    const proxy = new LossyProxy(target);
    await new Promise<void>((resolve) => proxy.server.listen(0, '127.0.0.1', resolve));
    return proxy;
  }

  get address(): string {
    // It listens on a port, so its address is one.
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

function kindOf({ method, url = '' }: IncomingMessage): string {
  const [path = ''] = url.split('?');
  const words = path.split('/').map((word) => (/\d/.test(word) && !/^v\d$/.test(word) ? '…' : word));
  return `${method} ${words.join('/')}`;
}
