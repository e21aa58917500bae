import type { IncomingMessage, ServerResponse } from 'node:http';
import { LogMaster } from './log-master.ts';

interface MetricReport {
  group: string;
  metrics: { stepsCompleted: number; trialRunId: number; metrics: { avgMetrics: Record<string, number> } };
}
export interface StoredCheckpoint {
  uuid: string;
  allocationId: string;
  metadata: Record<string, unknown>;
  resources: Record<string, string>;
}

/** The calls that the unmodified harness makes for one trial, answered from memory and remembered. */
export class HarnessMaster extends LogMaster {
  readonly reports: MetricReport[] = [];
  readonly checkpoints: StoredCheckpoint[] = [];
  readonly progress: number[] = [];
  readonly accelerators: unknown[] = [];
  readonly unknown: string[] = [];
  acknowledgedPreemption = false;
  #preempt = Promise.withResolvers<void>();

  preempt(): void {
    this.#preempt.resolve();
  }

  reset(): void {
    this.#preempt = Promise.withResolvers();
    this.acknowledgedPreemption = false;
    for (const list of [this.reports, this.checkpoints, this.progress]) list.length = 0;
  }

  protected override async answer(request: IncomingMessage, body: string, response: ServerResponse): Promise<boolean> {
    const url = new URL(request.url ?? '/', 'http://master');
    if (!url.pathname.startsWith('/api/v1/')) return false;
    const reply = await this.#reply(`${request.method} ${url.pathname}`, url, body);
    if (reply === undefined) this.unknown.push(`${request.method} ${url.pathname}`);
    response.writeHead(reply === undefined ? 404 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(reply ?? { error: { message: 'not found' } }));
    return true;
  }

  async #reply(call: string, url: URL, body: string): Promise<unknown> {
    const end = call.replace(/^(\w+ \/api\/v1\/\w+)\/[^/]+/, '$1/ID').replace(/resources\/[^/]+/, 'resources/ID');
    switch (end) {
      case 'POST /api/v1/allocations/ID/acceleratorData':
        this.accelerators.push(JSON.parse(body));
        return {};
      case 'GET /api/v1/allocations/ID/resources/ID/rendezvous':
        return { rendezvousInfo: { addresses: ['127.0.0.1'], rank: 0, slots: [1] } };
      case 'GET /api/v1/allocations/ID/signals/preemption': {
        const seconds = Number(url.searchParams.get('timeout_seconds'));
        const end = new Promise<boolean>((resolve) => setTimeout(resolve, Math.min(seconds, 5) * 1000, false).unref());
        return { preempt: await Promise.race([this.#preempt.promise.then(() => true), end]) };
      }
      case 'POST /api/v1/allocations/ID/signals/ack_preemption':
        this.acknowledgedPreemption = true;
        return {};
      case 'POST /api/v1/runs/ID':
        return { storageId: 1 };
      case 'POST /api/v1/trials/ID/metrics':
        this.reports.push(JSON.parse(body));
        return {};
      case 'POST /api/v1/trials/ID/progress':
        this.progress.push(JSON.parse(body).progress);
        return {};
      case 'POST /api/v1/checkpoints':
        this.checkpoints.push(JSON.parse(body));
        return {};
      default:
        return undefined;
    }
  }
}
