import { ApiError } from '@determined/contract/errors.ts';

const checkEveryMs = 5_000;

interface Allowed {
  /** Throws an ApiError once the results are not to be given any more. */
  check(): Promise<void>;
  /** Tells when the answer may be another one, until the returned function is called. */
  changed(listener: () => void): () => void;
}

/**
 * Results for as long as `check` passes: it is asked before the first, at each change and every few seconds, whether
 * results come or not. The signal is aborted when it refuses, and the results end with the refusal. Trouble in asking
 * refuses nobody.
 */
export async function* whileAllowed<T>(
  { check, changed }: Allowed,
  results: (refused: AbortSignal) => AsyncIterable<T>,
): AsyncGenerator<T> {
  await check();
  const refused = new AbortController();
  const checkAgain = () => {
    check().catch((error) => {
      if (error instanceof ApiError) refused.abort(error);
    });
  };
  const timer = setInterval(checkAgain, checkEveryMs);
  const unsubscribe = changed(checkAgain);
  try {
    for await (const result of results(refused.signal)) {
      if (refused.signal.aborted) break;
      yield result;
    }
  } finally {
    clearInterval(timer);
    unsubscribe();
  }
  refused.signal.throwIfAborted();
}
