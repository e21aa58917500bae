import { ApiError } from '@determined/contract/errors.ts';

const checkEveryMs = 5_000;

/**
 * Results for as long as `check` passes: it is asked before the first, then every few seconds, whether results come or
 * not. The signal is aborted when it refuses, and the results end with the refusal. Trouble in asking refuses nobody.
 */
export async function* whileAllowed<T>(
  check: () => Promise<void>,
  results: (refused: AbortSignal) => AsyncIterable<T>,
): AsyncGenerator<T> {
  await check();
  const refused = new AbortController();
  const timer = setInterval(() => {
    check().catch((error) => {
      if (error instanceof ApiError) refused.abort(error);
    });
  }, checkEveryMs);
  try {
    for await (const result of results(refused.signal)) {
      if (refused.signal.aborted) break;
      yield result;
    }
  } finally {
    clearInterval(timer);
  }
  refused.signal.throwIfAborted();
}
