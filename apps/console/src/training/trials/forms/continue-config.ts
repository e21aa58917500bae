import { parseDocument } from 'yaml';
import { worded } from '#platform/switches/thing-words.ts';

type Free = Record<string, unknown>;
const asObject = (value: unknown): Free | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Free) : undefined;

export interface ContinueFields {
  name: string;
  /** In the unit that the configuration has; empty where it says no length. */
  length: string;
}

/** How long a trial of the configuration trains at most, whatever its searcher calls that; undefined where it does not say. */
export function trialLength(config: unknown): { unit: string; value: number } | undefined {
  const searcher = asObject(asObject(config)?.searcher) ?? {};
  const { max_length: length, max_time: time, time_metric: metric } = searcher;
  if (typeof length === 'number') return { unit: 'batches', value: length };
  const [found] = Object.entries(asObject(length) ?? {}).filter(([, value]) => typeof value === 'number');
  if (found) return { unit: found[0], value: Number(found[1]) };
  return typeof time === 'number' ? { unit: typeof metric === 'string' ? metric : 'batches', value: time } : undefined;
}

/** The configuration of an experiment that goes on from a trial, with its hyperparameters; comments and all else as they were. */
export function continuedConfig(
  original: string,
  trial: { id: number; hparams: unknown },
  fields: ContinueFields,
): string {
  const document = parseDocument(original);
  const config = asObject(document.toJS()) ?? {};
  const { metric, smaller_is_better: smaller } = asObject(config.searcher) ?? {};
  const length = trialLength(config);
  document.set('name', fields.name);
  document.set('hyperparameters', document.createNode(constants(trial.hparams)));
  document.set(
    'searcher',
    document.createNode({
      name: 'single',
      metric,
      ...(smaller === undefined ? {} : { smaller_is_better: smaller }),
      ...(length && fields.length !== '' ? { max_length: { [length.unit]: Number(fields.length) } } : {}),
      source_trial_id: trial.id,
    }),
  );
  return document.toString({ lineWidth: 0 });
}

/** Each value as the only one that a search would try. */
function constants(hparams: unknown): Free {
  return Object.fromEntries(
    Object.entries(asObject(hparams) ?? {}).map(([name, value]) => [
      name,
      asObject(value) ? constants(value) : { type: 'const', val: value },
    ]),
  );
}

/** Why the form can't be sent; null where it can. */
export const continueChecks = {
  name: (name: string) => (name.trim() === '' ? worded`Please provide a new experiment name.` : null),
  length: (length: string, unit: string) => {
    if (length.trim() === '') return `Please provide a max ${unit}.`;
    return Number.isSafeInteger(Number(length)) && Number(length) >= 1 ? null : `Max ${unit} must be at least 1.`;
  },
};
