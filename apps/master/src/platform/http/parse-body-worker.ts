import { parentPort, workerData } from 'node:worker_threads';
import { textOfError } from '@determined/contract/errors.ts';
import { parseJsonBody, refusedBody } from '@determined/contract/wire/parse-json.ts';

// One large body per thread: parsed here, handed back as a value.
try {
  parentPort?.postMessage({ value: parseJsonBody(Buffer.from(workerData as Uint8Array).toString('utf8')) });
} catch (error) {
  parentPort?.postMessage({ refused: textOfError(refusedBody(error)) });
}
