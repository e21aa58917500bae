import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { Caller, type Sent } from './http-load.ts';

interface Asked {
  address: string;
  sent: Sent;
  /** Between an answer and the next question. */
  everyMs: number;
}

const most = 20_000;

/**
 * Asks a call again and again, from another thread, so that nothing the bench does itself is in it. The function gives
 * what the answers took until then, in milliseconds.
 */
export async function probe(address: string, sent: Sent, everyMs = 5): Promise<() => Promise<number[]>> {
  const worker = new Worker(new URL(import.meta.url), { workerData: { address, sent, everyMs } satisfies Asked });
  await once(worker, 'message');
  return async () => {
    const told = once(worker, 'message');
    worker.postMessage('end');
    const [times] = (await told) as [number[]];
    await worker.terminate();
    return times;
  };
}

async function askOn({ address, sent, everyMs }: Asked): Promise<void> {
  const caller = new Caller(address, 1);
  let over = false;
  parentPort?.once('message', () => {
    over = true;
  });
  await caller.send(sent);
  parentPort?.postMessage('begun');
  const times: number[] = [];
  while (!over && times.length < most) {
    times.push((await caller.send(sent)).ms);
    await pause(everyMs);
  }
  caller.close();
  parentPort?.postMessage(times);
}

if (!isMainThread) await askOn(workerData as Asked);
