import type { Entity } from '@determined/contract/entities.ts';
import type { Change } from '@determined/contract/staleness.ts';
import { useSyncExternalStore } from 'react';

/** Hints that come in a burst become one refresh; a running trial reports several times a second. */
const gatherMs = 1_000;
const firstRetryMs = 1_000;
const lastRetryMs = 60_000;

type Listener = (changes: readonly Change[]) => void;

const listeners = new Set<Listener>();
const connectionListeners = new Set<() => void>();
/** When hints began to arrive, in ms as `Date.now()` has it; undefined while they do not. */
let connectedAt: number | undefined;

function setConnected(next: boolean): void {
  if ((connectedAt !== undefined) === next) return;
  connectedAt = next ? Date.now() : undefined;
  for (const listener of connectionListeners) listener();
}

/** What came since then is true until a hint says otherwise; undefined while none arrive. */
export function hintsArriveSince(): number | undefined {
  return connectedAt;
}

/** `{"changed": [{"entity": "experiment", "of": {"experiment": 12}}]}`; anything else is ignored, polling covers for it. */
export function readHints(text: unknown): Change[] {
  if (typeof text !== 'string') return [];
  try {
    const frame: unknown = JSON.parse(text);
    if (typeof frame !== 'object' || frame === null || !('changed' in frame) || !Array.isArray(frame.changed))
      return [];
    return frame.changed.filter((hint: { entity?: unknown } | null) => typeof hint?.entity === 'string');
  } catch {
    return [];
  }
}

/** What is done with what the websocket says. */
export interface LiveHandlers {
  changed: (changes: readonly Change[]) => void;
  /** It is connected again: what changed meanwhile was not heard. */
  missed: () => void;
}

/**
 * One websocket a tab that says what changed; the answers are then asked for as usual. Closed while the page is
 * hidden: on return everything on the screen is refreshed once, as after a lost connection. Returns the way to stop.
 */
export function startLive(handlers: LiveHandlers, address = liveAddress()): () => void {
  let socket: WebSocket | undefined;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let gather: ReturnType<typeof setTimeout> | undefined;
  let waiting: Change[] = [];
  let failures = 0;
  let missed = false;
  let stopped = false;

  const flush = () => {
    gather = undefined;
    const changes = waiting;
    waiting = [];
    handlers.changed(changes);
    for (const listener of listeners) listener(changes);
  };

  const close = () => {
    clearTimeout(retry);
    socket?.close();
    socket = undefined;
    setConnected(false);
    missed = true;
  };

  const open = () => {
    if (stopped || socket || document.hidden) return;
    clearTimeout(retry);
    const opened = new WebSocket(address);
    socket = opened;
    opened.onopen = () => {
      failures = 0;
      setConnected(true);
      if (missed) handlers.missed();
      missed = false;
    };
    opened.onmessage = (event) => {
      waiting.push(...readHints(event.data));
      if (waiting.length > 0) gather ??= setTimeout(flush, gatherMs);
    };
    opened.onclose = () => {
      if (socket !== opened) return;
      close();
      failures += 1;
      retry = setTimeout(open, Math.min(lastRetryMs, firstRetryMs * 2 ** (failures - 1)));
    };
  };

  const onVisibility = () => (document.hidden ? close() : open());
  document.addEventListener('visibilitychange', onVisibility);
  // The next try may be a minute away.
  window.addEventListener('online', open);
  open();
  return () => {
    stopped = true;
    document.removeEventListener('visibilitychange', onVisibility);
    window.removeEventListener('online', open);
    clearTimeout(gather);
    close();
  };
}

function liveAddress(): string {
  return `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/api/ext/v1/live`;
}

/** Whether hints arrive now; without them reads poll. */
export function useLiveConnected(): boolean {
  return useSyncExternalStore(
    (listener) => {
      connectionListeners.add(listener);
      return () => connectionListeners.delete(listener);
    },
    () => connectedAt !== undefined,
    () => false,
  );
}

/** Calls back when something of `entity` has changed that may be of the thing named: for what is not read by useCallQuery. Gives the way to stop. */
export function onLive(
  entity: Entity,
  kind: keyof NonNullable<Change['of']>,
  id: number | string,
  changed: () => void,
): () => void {
  const listener: Listener = (changes) => {
    if (changes.some((change) => change.entity === entity && mayBe(change.of?.[kind], id))) changed();
  };
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

const mayBe = (changed: number | string | undefined, id: number | string) =>
  changed === undefined || String(changed) === String(id);
