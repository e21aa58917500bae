import { maxTemplateName } from '@determined/contract/limits.ts';
import { parseDocument } from 'yaml';

export interface TemplateFields {
  name: string;
  /** The workspace's id; empty until one was chosen. */
  workspace: string;
  /** YAML. */
  config: string;
}

/** What is wrong with a configuration, and where, from 1; null where nothing is. */
export function configProblem(text: string): { message: string; line?: number } | null {
  if (text.trim() === '') return { message: 'Template content is required' };
  const document = parseDocument(text);
  // What the parser says of the text: words for whoever wrote it.
  const [fault] = document.errors;
  if (fault) {
    const line = fault.linePos?.[0].line ?? 1;
    return { message: `Invalid YAML on line ${line}. ${fault.message.split(/ at line |\n/)[0]}.`, line };
  }
  const value: unknown = document.toJS();
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return null;
  return { message: 'Template content has keys and values, such as "max_restarts: 2"', line: 1 };
}

/** The keys and values of a configuration in which nothing is wrong. */
export const configOf = (text: string): Record<string, unknown> => parseDocument(text).toJS();

function nameProblem(name: string): string | null {
  if (name.trim() === '') return 'Name is required.';
  const isLong = new TextEncoder().encode(name.trim()).length > maxTemplateName;
  return isLong ? `Name has at most ${maxTemplateName} bytes` : null;
}

/** Why a field can't stand as it is; null when it can. */
export const templateChecks = {
  name: nameProblem,
  workspace: (id: string) => (/^\d+$/.test(id) ? null : 'Workspace is required'),
  config: (text: string) => configProblem(text)?.message ?? null,
};
