import { parentPort } from 'node:worker_threads';
import { textOfError } from '@determined/contract/errors.ts';
import { Moving } from './moving.ts';
import type { Answer, Work } from './run-elsewhere.ts';

const answer = (message: Answer, moved: ArrayBuffer[] = []) => parentPort?.postMessage(message, moved);

// Does one work after the other, and hands their values back.
parentPort?.on('message', async ({ module, input }: Work) => {
  try {
    // `elsewhere` says what such a module has.
    const { default: run } = (await import(module)) as { default: (input: unknown) => unknown };
    const value = await run(input);
    if (value instanceof Moving) answer({ value: value.value }, value.buffers);
    else answer({ value });
  } catch (error) {
    // Of what nests too deeply to be read, or to be handed over, JavaScript says no more than RangeError.
    answer({ refused: error instanceof RangeError ? 'it is nested too deeply' : textOfError(error) });
  }
});
