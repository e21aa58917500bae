import { maxTemplateName } from '@determined/contract/limits.ts';
import { parse } from 'yaml';
import { yamlProblem } from '../../shared/yaml-problem.ts';

export interface TemplateFields {
  name: string;
  /** The workspace's id; empty until one was chosen. */
  workspace: string;
  /** YAML. */
  config: string;
}

/** What is wrong with a configuration, and where, from 1; null where nothing is. */
export const configProblem = (text: string): { message: string; line?: number } | null =>
  text.trim() === '' ? { message: 'Template content is required' } : yamlProblem(text, 'Template content');

/** The keys and values of a configuration in which nothing is wrong. */
export const configOf = (text: string): Record<string, unknown> => parse(text);

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
