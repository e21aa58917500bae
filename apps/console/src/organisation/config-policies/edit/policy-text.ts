import { experimentConfigKeys } from '@determined/contract/training/config-keys.ts';
import { stringify } from 'yaml';
import { yamlProblem } from '../../shared/yaml-problem.ts';

export type Workload = 'EXPERIMENT' | 'NTSC';

const constraints = { priority_limit: null, resources: { max_slots: null } };
/** What policies for each are made of. */
export const policyKeys = {
  EXPERIMENT: { invariant_config: experimentConfigKeys, constraints },
  NTSC: { constraints },
};

/** Policies as they are written; nothing where there are none. */
export function textOf(policies: Record<string, unknown> | null | undefined): string {
  return policies && Object.keys(policies).length > 0 ? stringify(policies) : '';
}

export const policyProblem = (text: string) =>
  text.trim() === ''
    ? { message: 'Config policies are required; Delete takes them away.' }
    : yamlProblem(text, 'A policy');
