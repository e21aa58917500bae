import type { DevMaster, DevUser } from '@determined/dev-cluster/dev-cluster.ts';
import { eventually } from '@determined/dev-cluster/eventually.ts';
import { expect } from 'vitest';
import { WebSocket } from 'ws';
import type { nothing } from './permission-world.ts';

export const withinMs = 1_000;

const atOther = (other: DevMaster, { token }: DevUser, path: string) =>
  fetch(`${other.address}${path}`, { headers: { Authorization: `Bearer ${token}` } });

/** Everything that a user has of the other master, and what becomes of it. */
export async function inUse(other: DevMaster, things: typeof nothing, user: DevUser) {
  const path = `/api/v1/experiments/${things.experiment}`;
  expect((await atOther(other, user, path)).status).toBe(200);
  const stream = await atOther(other, user, `/api/v1/trials/${things.managedTrial}/logs?follow=true`);
  expect(stream.status).toBe(200);
  const socket = new WebSocket(`${other.address.replace('http', 'ws')}/api/ext/v1/live`, {
    headers: { authorization: `Bearer ${user.token}` },
  });
  const closed = new Promise<string>((resolve) => socket.once('close', (code) => resolve(`closed with ${code}`)));
  await new Promise((resolve) => socket.once('open', resolve));
  return {
    // The stream's own error tells its end from the master's.
    ends: Promise.all([
      stream.text().then((text) => (/"error":/.test(text) ? 'refused' : `ended with ${text}`)),
      closed,
    ]),
    refuses: () =>
      eventually('a call is refused', async () => {
        const { status } = await atOther(other, user, path);
        return status === 200 ? undefined : status;
      }),
    close: () => socket.terminate(),
  };
}

/** All of it, within one deadline from when it was taken away. */
export async function endsAll({ ends, refuses }: Awaited<ReturnType<typeof inUse>>): Promise<unknown[]> {
  const late = AbortSignal.timeout(withinMs);
  const tooLate = new Promise<never>((_resolve, reject) =>
    late.addEventListener('abort', () => reject(new Error(`not all has ended within ${withinMs} ms`))),
  );
  const [call, [stream, socket]] = await Promise.race([Promise.all([refuses(), ends]), tooLate]);
  return [call, stream, socket];
}
