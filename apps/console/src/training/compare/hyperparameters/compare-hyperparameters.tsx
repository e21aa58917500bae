import { compareRoute } from '@determined/contract/training/compare-ext-routes.ts';
import { useCallQuery } from '#platform/api/call.ts';
import { pollEvery } from '#platform/api/poll.ts';
import { QueryFailure } from '#platform/page/query-state.tsx';
import { metricText, parseMetric } from '#training/metrics/shared/metric-names.ts';
import { HyperparameterChoice } from '#training/shared/hyperparameters/hyperparameter-choice.tsx';
import { shownHyperparameters } from '#training/shared/hyperparameters/shown-hyperparameters.ts';
import { scaleChoices } from '#ui/chart/line-series.ts';
import { truncate } from '#ui/format/words.ts';
import { ChoiceMenu } from '#ui/primitives/choice-menu.tsx';
import { EmptyState } from '#ui/primitives/notice.tsx';
import { Segmented } from '#ui/primitives/segmented.tsx';
import type { ChangeLook, CompareLook } from '../shared/compare-look.ts';
import { type CompareSubject, type Comparison, compareRequest, type TableBeside } from '../shared/compared.ts';
import styles from './compare-hyperparameters.module.css';
import { ComparedCharts } from './compared-charts.tsx';
import { comparedHyperparameters } from './compared-dimensions.ts';

interface CompareHyperparametersProps {
  subject: CompareSubject;
  /** By the metric that counts. */
  comparison: Comparison;
  slots: ReadonlyMap<number, number>;
  look: CompareLook;
  onLook: ChangeLook;
  /** The table that the records were chosen in, where it stands beside. */
  table?: TableBeside | undefined;
}

/** What the records were given and what came of it, by any metric: charts, and a table of what is inside their brush. */
export function CompareHyperparameters({
  subject,
  comparison: usual,
  slots,
  look,
  onLook,
  table,
}: CompareHyperparametersProps) {
  const { metric, shown: chosen, scale } = look;
  const setChosen = (shown: readonly string[]) => onLook({ shown });
  const query = useCallQuery(compareRoute, compareRequest(subject, metric), { keep: true, poll: pollEvery.store });
  const comparison = query.data ?? usual;
  const offered = comparedHyperparameters(comparison);
  if (offered.length === 0) return <EmptyState title="None of them has hyperparameters." />;
  const names = shownHyperparameters(chosen, offered);
  const current = metric ?? comparison.metric ?? undefined;
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset can't be laid out as one line in every browser */}
      <div role="group" aria-label="Hyperparameters" className={styles.tools}>
        <ChoiceMenu
          name="Metric"
          value={current ? metricText(current) : ''}
          options={comparison.metrics.map((one) => ({
            value: metricText(one),
            label: `${truncate(one.name)} (${one.group})`,
          }))}
          onChange={(next) => onLook({ metric: parseMetric(next) })}
        />
        <HyperparameterChoice all={offered} chosen={chosen} onChange={setChosen} />
        <Segmented name="Scale" options={scaleChoices} value={scale} onChange={(next) => onLook({ scale: next })} />
      </div>
      {query.error && !query.data ? (
        <QueryFailure
          title={`Unable to fetch ${subject.of}s for comparison`}
          error={query.error}
          retry={() => void query.refetch()}
        />
      ) : (
        <ComparedCharts
          {...{ subject, comparison, slots, names, look, onLook, table }}
          onLeaveOut={(left) => setChosen(names.filter((name) => !left.includes(name)))}
        />
      )}
    </>
  );
}
