import { invalidArgument } from '@determined/contract/errors.ts';

const form = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** What is wrong with the text of a UUID, undefined when nothing is. */
export function uuidProblem(text: string): string | undefined {
  if (form.test(text)) return undefined;
  return text.length === 36 ? 'invalid UUID format' : `invalid UUID length: ${text.length}`;
}

/** UUIDs that a call names in its body, in lower case, each once. */
export function namedUuids(texts: readonly string[]): string[] {
  for (const text of texts) {
    if (uuidProblem(text)) throw invalidArgument(`converting checkpoint: string ${text} is not a valid uuid`);
  }
  return [...new Set(texts.map((text) => text.toLowerCase()))];
}

/** The UUID of a path. */
export function pathUuid(text: string): string {
  const problem = uuidProblem(text);
  if (problem) throw invalidArgument(problem);
  return text.toLowerCase();
}
