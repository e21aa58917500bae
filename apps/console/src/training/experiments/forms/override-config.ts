import type { lengthOf } from '../../shared/experiment.ts';

/** The configuration to put over the present one, for so much more. JSON is YAML. */
export function overrideFor(length: ReturnType<typeof lengthOf>, additional: string): string {
  const more = Number(additional.trim());
  if (!length || more === 0) return '';
  return JSON.stringify({ searcher: { name: 'single', max_length: { [length.unit]: length.value + more } } });
}
