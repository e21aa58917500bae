import { parentPort } from 'node:worker_threads';
import { textOfError } from '@determined/contract/errors.ts';
import { parseLargeJsonBody, refusedBody } from '@determined/contract/wire/parse-json.ts';
import { readYaml } from '../config/read-yaml.ts';
import type { ReadAnswer, ReadWork } from './read-elsewhere.ts';

const answer = (message: ReadAnswer) => parentPort?.postMessage(message);

// Reads texts, one after the other, and hands their values back.
parentPort?.on('message', (work: ReadWork) => {
  try {
    answer({ value: read(work) });
  } catch (error) {
    // Also where it was read, but nests too deeply to be handed over.
    answer({ refused: textOfError(work.kind === 'json' ? refusedBody(error) : error) });
  }
});

function read(work: ReadWork): unknown {
  if (work.kind === 'yaml') return readYaml(work.text);
  return parseLargeJsonBody(Buffer.from(work.bytes).toString('utf8'));
}
