import { parseDocument } from 'yaml';

/** Why a text is no keys and values, and at which line, from 1; null where it is. */
export function yamlProblem(text: string, what: string): { message: string; line: number } | null {
  const document = parseDocument(text);
  // What the parser says of the text: words for whoever wrote it.
  const [fault] = document.errors;
  if (fault) {
    const line = fault.linePos?.[0].line ?? 1;
    return { message: `Invalid YAML on line ${line}. ${fault.message.split(/ at line |\n/)[0]}.`, line };
  }
  const value: unknown = document.toJS();
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return null;
  return { message: `${what} has keys and values, such as "max_restarts: 2"`, line: 1 };
}
