import { isMap, parseDocument } from 'yaml';
import { worded } from '#platform/switches/thing-words.ts';
import { lengthOf } from '../../shared/experiment.ts';

/** What the short form of a fork asks for. */
export interface ForkFields {
  name: string;
  /** In the unit that the configuration has; empty where it says no length. */
  length: string;
}

/** Undefined for a text that is no configuration. */
export function forkFields(config: string): (ForkFields & { unit: string | undefined }) | undefined {
  const document = parseDocument(config);
  if (document.errors.length > 0) return undefined;
  const values: unknown = document.toJS();
  if (typeof values !== 'object' || values === null || Array.isArray(values)) return undefined;
  const length = lengthOf(values);
  const name = 'name' in values && typeof values.name === 'string' ? values.name : '';
  return { name, length: length ? String(length.value) : '', unit: length?.unit };
}

/** The configuration with these, its comments and all else as they were. */
export function withForkFields(config: string, { name, length }: ForkFields): string {
  const document = parseDocument(config);
  document.set('name', name);
  const searched = lengthOf(document.toJS());
  if (searched && length !== '') {
    const path = ['searcher', 'max_length'];
    document.setIn(typeof document.getIn(path) === 'number' ? path : [...path, searched.unit], Number(length));
  }
  return document.toString({ lineWidth: 0 });
}

/** Why the short form can't be sent; null where it can. */
export const forkChecks = {
  name: (name: string) => (name.trim() === '' ? worded`Please provide a new experiment name.` : null),
  length: (length: string, unit: string) => {
    if (length.trim() === '') return `Please provide a max ${unit}.`;
    return Number.isSafeInteger(Number(length)) && Number(length) >= 1 ? null : `Max ${unit} must be at least 1.`;
  },
};

/** The configuration of an experiment that starts from a trial's latest checkpoint. */
export function withSourceTrial(config: string, trialId: number | undefined): string {
  const document = parseDocument(config);
  if (document.errors.length > 0 || trialId === undefined || !isMap(document.get('searcher'))) return config;
  document.deleteIn(['searcher', 'source_checkpoint_uuid']);
  document.setIn(['searcher', 'source_trial_id'], trialId);
  return document.toString({ lineWidth: 0 });
}
