import { useSyncExternalStore } from 'react';
import { isGatewayStatus, UnreachableError } from './console-error.ts';

/** One call may be lost on the way; the next one in a row says that the server is away. */
const lostInARow = 2;
const listeners = new Set<() => void>();
let lost = 0;

function count(next: number): void {
  lost = next;
  for (const listener of listeners) listener();
}

/** `fetch`, which says by the error's class that no answer came at all: the TypeError it throws may be any mistake. */
export async function reach(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  try {
    const response = await fetch(input, init);
    count(isGatewayStatus(response.status) ? lost + 1 : 0);
    return response;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    count(lost + 1);
    throw new UnreachableError('Server is Unreachable', { cause: error });
  }
}

/** Whether the server does not answer: what is on the screen may be old. */
export function useServerAway(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => lost >= lostInARow,
  );
}
