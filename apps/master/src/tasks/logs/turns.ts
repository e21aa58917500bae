/** So long nobody else gets a turn. */
const turnMs = 5;

/** Gives others their turn during long work: asked between two pieces of it, it answers what to wait for, mostly nothing. */
export function takingTurns(): () => Promise<void> | undefined {
  let ends = performance.now() + turnMs;
  return () => {
    if (performance.now() < ends) return undefined;
    return new Promise((resolve) => {
      setImmediate(() => {
        ends = performance.now() + turnMs;
        resolve();
      });
    });
  };
}
