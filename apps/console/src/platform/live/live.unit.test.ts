import { expect, test, vi } from 'vitest';
import { readHints, startLive } from './live.ts';

test('hints are read from a frame', () => {
  const frame = { changed: [{ entity: 'experiment', of: { experiment: 12 } }, { entity: 'workspace' }] };
  expect(readHints(JSON.stringify(frame))).toEqual(frame.changed);
});

test.each(['', 'nonsense', 'null', '[]', '{"changed":{}}', '{"changed":[null,{"id":1},7]}'])(
  '%j says nothing',
  (text) => {
    expect(readHints(text)).toEqual([]);
  },
);

test('a lost connection is tried again ever later, but at once when the browser has its network back; then all is asked for anew', async () => {
  vi.useFakeTimers();
  const sockets: { onopen?: () => void; onclose?: () => void; close: () => void }[] = [];
  vi.stubGlobal('document', Object.assign(new EventTarget(), { hidden: false }));
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal(
    'WebSocket',
    class {
      close = () => {};
      constructor() {
        sockets.push(this);
      }
    },
  );
  try {
    const missed = vi.fn();
    const stop = startLive({ changed: () => {}, missed }, 'ws://here');
    sockets[0]?.onopen?.();
    sockets[0]?.onclose?.();
    for (const [tried, after] of [
      [2, 1_000],
      [3, 2_000],
      [4, 4_000],
    ] as const) {
      vi.advanceTimersByTime(after - 1);
      expect(sockets).toHaveLength(tried - 1);
      vi.advanceTimersByTime(1);
      expect(sockets).toHaveLength(tried);
      sockets.at(-1)?.onclose?.();
    }
    window.dispatchEvent(new Event('online'));
    expect(sockets).toHaveLength(5);
    expect(missed).not.toHaveBeenCalled();
    sockets[4]?.onopen?.();
    expect(missed).toHaveBeenCalledTimes(1);
    // It is connected, and nothing is left to be tried.
    vi.advanceTimersByTime(60_000);
    window.dispatchEvent(new Event('online'));
    expect(sockets).toHaveLength(5);
    stop();
    window.dispatchEvent(new Event('online'));
    expect(sockets).toHaveLength(5);
  } finally {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  }
});
