// Safari has no idle callbacks.
const shortly = 50;

/** Acts when nothing else is to be done, `after` so many milliseconds at the earliest; what it gives back calls that off. */
export function whenIdle(act: () => void, after = 0): () => void {
  if (!window.requestIdleCallback) {
    const timer = window.setTimeout(act, Math.max(after, shortly));
    return () => window.clearTimeout(timer);
  }
  let idle: number | undefined;
  const timer = window.setTimeout(() => {
    idle = window.requestIdleCallback(act);
  }, after);
  return () => {
    window.clearTimeout(timer);
    if (idle !== undefined) window.cancelIdleCallback(idle);
  };
}
