import { formatCount } from '#ui/format/numbers.ts';
import { type FilterCounts, mostNarrowing } from './filter-counts.ts';
import { columnOf, type FilterColumn } from './filter-operators.ts';
import styles from './filter-panel.module.css';
import { conditionsIn, type FilterGroup, swept } from './filter-set.ts';
import type { FilteredTable } from './filtered-table.ts';
import { useValueNames } from './value-names.ts';
import { inWords, partInWords, type Words } from './words/filter-sentence.ts';

interface FilterAsideProps {
  table: FilteredTable;
  columns: readonly FilterColumn[];
  filter: FilterGroup;
  /** Null where they do not come. */
  counts: FilterCounts | null | undefined;
}

/** The filter in words, and what of it keeps most rows away, beside its lines where there is room. */
export function FilterAside({ table: { noun, nouns }, columns, filter, counts }: FilterAsideProps) {
  const asked = swept(filter);
  const names = { labelName: columnLabel(columns), valueName: useValueNames(asked) };
  const count = conditionsIn(asked);
  const capital = nouns.charAt(0).toUpperCase() + nouns.slice(1);
  const most = counts && mostNarrowing(counts);
  return (
    <dl className={styles.aside} aria-label="About the filter">
      <dt>In words</dt>
      <dd>
        {count === 0 ? `All ${nouns}.` : <Sentence start={`${capital} where `} words={inWords(asked, names)} end="." />}
      </dd>
      {/* One alone keeps away all that is. */}
      {count > 1 && counts !== null ? (
        <>
          <dt>What narrows most</dt>
          <dd className={styles.narrows}>
            {most ? (
              <Sentence
                words={partInWords(most.node, names)}
                end={`: without this ${most.node.kind === 'group' ? 'group' : 'condition'} ${formatCount(most.without)} ${most.without === 1 ? noun : nouns} would match.`}
              />
            ) : counts ? (
              'Nothing by itself.'
            ) : null}
          </dd>
        </>
      ) : null}
    </dl>
  );
}

const columnLabel = (columns: readonly FilterColumn[]) => (field: Parameters<typeof columnOf>[0]) =>
  columnOf(field, columns).label;

function Sentence({ start = '', words, end }: { start?: string; words: readonly Words[]; end: string }) {
  return (
    <>
      {start}
      {words.map(({ text, isCondition }, at) => (
        // A part is its place.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <span key={at} className={isCondition ? styles.said : undefined}>
          {text}
        </span>
      ))}
      {end}
    </>
  );
}
