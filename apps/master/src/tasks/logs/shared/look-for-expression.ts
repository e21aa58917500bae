import { RE2JS } from 're2js';

const last = { pattern: '', compiled: RE2JS.compile('') };

/** Whether a pattern in RE2's syntax is somewhere in a text. A line after the other is asked for the same pattern. */
export default function lookForExpression({ pattern, text }: { pattern: string; text: string }): boolean {
  if (pattern !== last.pattern) Object.assign(last, { pattern, compiled: RE2JS.compile(pattern) });
  return last.compiled.test(text);
}
