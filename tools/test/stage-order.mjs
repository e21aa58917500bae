/**
 * What came of each stage, in the order of the stages; each begins when the one before it is over, but one that names
 * another in `beside` begins with that. Where one throws, what runs is waited for.
 */
export async function* inOrder(stages, run) {
  const begun = new Map();
  const begin = (stage) => {
    if (begun.has(stage)) return begun.get(stage);
    const result = run(stage);
    // One that fails before its turn comes is heard of then.
    result.catch(() => {});
    begun.set(stage, result);
    return result;
  };
  try {
    for (const stage of stages) {
      const result = begin(stage);
      for (const other of stages) if (other.beside === stage.name) begin(other);
      yield await result;
    }
  } finally {
    await Promise.allSettled(begun.values());
  }
}
