import type { ComparedPath } from '@determined/contract/training/compare-ext-routes.ts';
import { diffLines, type Stretch } from '#ui/log-viewer/diff/diff-lines.ts';
import { type Comparison, hashText } from '../../shared/compared.ts';

/** What some of the records have of a file. */
export interface FileVersion {
  /** SHA-256 of the content; null where there is no such file. */
  hash: string | null;
  /** Of the records. */
  ids: readonly number[];
  /** One of those whose code has it. */
  experimentId: number;
}

/** What most records have comes first, then in their order. */
export function fileVersions({ values }: Pick<ComparedPath, 'values'>, records: Comparison['records']): FileVersion[] {
  const places = Map.groupBy(values.keys(), (at) => values[at] ?? null);
  return [...places]
    .map(([hash, at]): FileVersion => {
      const those = at.flatMap((place) => records[place] ?? []);
      return {
        hash: hash === null ? null : String(hash),
        ids: those.map(({ id }) => id),
        experimentId: those[0]?.experimentId ?? 0,
      };
    })
    .sort((one, other) => other.ids.length - one.ids.length);
}

const mostNamed = 3;

/** "6f1c · 18197, 18104". */
export function versionName({ hash, ids }: FileVersion): string {
  const others = ids.length - mostNamed;
  const who = `${ids.slice(0, mostNamed).join(', ')}${others > 0 ? ` and ${others} more` : ''}`;
  return `${hash === null ? 'no such file' : hashText(hash)} · ${who}`;
}

/** Without the empty one that a last line's end would make. */
export const linesOf = (text: string): string[] => (text === '' ? [] : text.replace(/\n$/, '').split('\n'));

/** How many lines came and went from one text to the other. */
export function lineCounts(stretches: readonly Stretch[]): { added: number; removed: number } {
  const differing = stretches.filter(({ same }) => !same);
  return {
    added: differing.reduce((sum, { rights }) => sum + rights, 0),
    removed: differing.reduce((sum, { lefts }) => sum + lefts, 0),
  };
}

export const diffTexts = (left: string, right: string): Stretch[] => diffLines(linesOf(left), linesOf(right));
