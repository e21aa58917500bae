import type { getProjectColumnsRoute } from '@determined/contract/organisation/projects-routes.ts';
import type { Reply } from '@determined/contract/route.ts';
import { labelOf, type TableKind } from '../table-kind.ts';

type ProjectColumn = Reply<typeof getProjectColumnsRoute>['columns'][number];

export const columnPlaces = ['general', 'metrics', 'hyperparameters', 'metadata'] as const;
export type ColumnPlace = (typeof columnPlaces)[number];

const placeOfLocation: Partial<Record<ProjectColumn['location'], ColumnPlace>> = {
  LOCATION_TYPE_VALIDATIONS: 'metrics',
  LOCATION_TYPE_TRAINING: 'metrics',
  LOCATION_TYPE_CUSTOM_METRIC: 'metrics',
  LOCATION_TYPE_HYPERPARAMETERS: 'hyperparameters',
  LOCATION_TYPE_RUN_HYPERPARAMETERS: 'hyperparameters',
  LOCATION_TYPE_RUN_METADATA: 'metadata',
};

export interface ColumnChoice {
  id: string;
  label: string;
}

/** Every column that a project's table can have, by where its values come from. */
export function columnChoices(
  kind: Pick<TableKind, 'facts' | 'general'>,
  ofProject: readonly ProjectColumn[],
): Record<ColumnPlace, ColumnChoice[]> {
  const choices: Record<ColumnPlace, ColumnChoice[]> = { general: [], metrics: [], hyperparameters: [], metadata: [] };
  const choice = (id: string) => ({ id, label: labelOf(kind, id) });
  choices.general.push(...kind.general.map(choice));
  for (const { column, location } of ofProject) {
    const place = placeOfLocation[location];
    if (place && kind.facts(column)) choices[place].push(choice(column));
  }
  return choices;
}

/** With it pinned or not; `pinned` is how many were. A pinned one is the last of the pinned, else the first of the others. */
export function withPin(
  shown: readonly string[],
  pinned: number,
  id: string,
): { shown: readonly string[]; pinned: number } {
  const others = shown.filter((one) => one !== id);
  const count = shown.indexOf(id) < pinned ? pinned - 1 : pinned + 1;
  const place = shown.indexOf(id) < pinned ? count : pinned;
  return { shown: others.toSpliced(place, 0, id), pinned: count };
}

/** One place up (-1) or down (1). */
export function moved(shown: readonly string[], id: string, by: -1 | 1): readonly string[] {
  const at = shown.indexOf(id);
  const to = at + by;
  if (to < 0 || to >= shown.length) return shown;
  return shown.toSpliced(at, 1).toSpliced(to, 0, id);
}
