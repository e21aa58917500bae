import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedLine {
  timestamp: string;
  stdtype: 'stdout' | 'stderr';
  log: string;
  level?: string;
  rankId?: number;
}

/**
 * The part of a master that a task's runner talks to, kept in memory: log lines, idempotent by their number (see
 * runner/README.md), and the ready call.
 */
export class LogMaster {
  readonly #lines = new Map<string, ReceivedLine[]>();
  readonly ready = new Set<string>();
  /** Batches that came again, in whole or part. */
  repeats = 0;
  /** Answers this status instead, after having stored the lines (a lost answer) when `afterStoring`. */
  failing: { status: number; afterStoring: boolean } | null = null;
  #server: Server | null = null;
  #port = 0;

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** Starts, or starts again on the same port. */
  async start(): Promise<void> {
    const server = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      const [, allocationId, call] = /\/allocations\/([^/]+)\/(logs|ready)$/.exec(request.url ?? '') ?? [];
      if (allocationId === undefined || request.headers.authorization !== 'Bearer token-of-the-task') {
        response.writeHead(allocationId === undefined ? 404 : 401).end('{}');
        return;
      }
      if (call === 'ready') {
        this.ready.add(allocationId);
        response.end('{}');
        return;
      }
      if (this.failing !== null && !this.failing.afterStoring) {
        response.writeHead(this.failing.status).end('{}');
        return;
      }
      const next = this.#store(allocationId, JSON.parse(Buffer.concat(chunks).toString('utf8')));
      response.writeHead(this.failing?.status ?? 200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ next }));
    });
    await new Promise<void>((resolve) => server.listen(this.#port, '127.0.0.1', resolve));
    // It listens on TCP.
    this.#port = (server.address() as AddressInfo).port;
    this.#server = server;
  }

  async stop(): Promise<void> {
    const server = this.#server;
    this.#server = null;
    if (server === null) return;
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }

  lines(allocationId: string): ReceivedLine[] {
    return this.#lines.get(allocationId) ?? [];
  }

  text(allocationId: string): string {
    return this.lines(allocationId)
      .map((line) => line.log)
      .join('');
  }

  #store(allocationId: string, body: { offset: number; lines: ReceivedLine[] }): number {
    const known = this.#lines.get(allocationId) ?? [];
    this.#lines.set(allocationId, known);
    const have = Math.max(0, known.length - body.offset);
    if (have > 0) this.repeats++;
    known.push(...body.lines.slice(have));
    return known.length;
  }
}
