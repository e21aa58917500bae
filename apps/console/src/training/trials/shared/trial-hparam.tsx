import { formatSetting } from '#ui/format/numbers.ts';
import type { Trial } from '../../shared/trial.ts';

/** One hyperparameter of a trial; nested ones by dotted name. */
export function TrialHparam({ trial, name }: { trial: Pick<Trial, 'hparams'>; name: string }) {
  const value = name
    .split('.')
    // A part of the name that is no object has no further parts.
    .reduce<unknown>((at, key) => (at as Record<string, unknown> | null)?.[key], trial.hparams);
  return <span title={settingText(value)}>{settingText(typeof value === 'number' ? shortened(value) : value)}</span>;
}

/** Three digits tell trials apart; the tooltip has them all. */
function shortened(value: number): number {
  return Number.isInteger(value) ? value : Number(value.toPrecision(3));
}

/** A setting's value as it is shown: numbers formatted, lists and objects as JSON. */
export function settingText(value: unknown): string {
  if (value === undefined || value === null) return '—';
  if (typeof value === 'number') return formatSetting(value);
  return typeof value === 'string' ? value : JSON.stringify(value);
}
