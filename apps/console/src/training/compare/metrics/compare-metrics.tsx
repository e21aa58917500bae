import { useQueries } from '@tanstack/react-query';
import { Fragment, useEffect, useMemo, useState } from 'react';
import type { MetricId } from '#training/metrics/shared/metric-names.ts';
import { metricText } from '#training/metrics/shared/metric-names.ts';
import { axisChoices } from '#training/metrics/shared/metric-series.ts';
import { Smoothing } from '#training/metrics/shared/smoothing.tsx';
import { PinSection } from '#training/pins/shared/pin-section.tsx';
import { chartPins, type PinnedRun, usePins } from '#training/pins/shared/use-pins.ts';
import { ChartOutline } from '#ui/chart/chart-frame.tsx';
import { chartHeights } from '#ui/chart/chart-sizes.ts';
import { scaleChoices } from '#ui/chart/line-series.ts';
import { PlotArea } from '#ui/chart/plot-area-later.tsx';
import { useHeldWindow } from '#ui/chart/use-zoom.ts';
import { SharedX, type XWindow } from '#ui/chart/x-window.ts';
import { ZoomButtons } from '#ui/chart/zoom-buttons.tsx';
import { later } from '#ui/primitives/later.tsx';
import { EmptyState } from '#ui/primitives/notice.tsx';
import { Segmented } from '#ui/primitives/segmented.tsx';
import { SkeletonRows } from '#ui/primitives/skeleton.tsx';
import { useNear } from '#ui/primitives/use-near.ts';
import { type PointedId, type PointedRow, usePointedRow } from '#ui/table/pointed-row.ts';
import { bandChoices } from '../seeds/seed-band.ts';
import { seedGroups } from '../seeds/seed-groups.ts';
import { type ColoredGroup, coloredGroups } from '../seeds/seed-lines.ts';
import type { ChangeLook, CompareLook } from '../shared/compare-look.ts';
import { type Compared, type Comparison, metricsInOrder } from '../shared/compared.ts';
import { RunKey } from '../shared/run-key.tsx';
import styles from './compare-metrics.module.css';
import { wholeOf } from './compared-lines.ts';
import { MetricChart } from './metric-chart.tsx';
import { Readings } from './readings.ts';
import { runCurvesQuery } from './run-curves.ts';
import { RunLegend } from './run-legend.tsx';

const loadingSeeds = () => <SkeletonRows words="Loading seeds..." widths={[220, 120]} />;
const SeedTable = later(async () => (await import('../seeds/seed-table.tsx')).SeedTable, loadingSeeds);
const ToldApart = later(async () => (await import('../seeds/told-apart.tsx')).ToldApart, loadingSeeds);

const GROUPS: { value: 'none' | 'seed'; label: string }[] = [
  { value: 'none', label: 'None' },
  { value: 'seed', label: 'Seed' },
];

/** Charts that are there from the start; the others when they are asked for, and drawn when they are near what is seen. */
const chartsAtFirst = 10;

interface CompareMetricsProps {
  of: Compared;
  comparison: Comparison;
  slots: ReadonlyMap<number, number>;
  look: CompareLook;
  onLook: ChangeLook;
  pointed: PointedRow;
  wide: boolean;
}

/** A chart for each metric, all along one axis and zoomed alike. */
export function CompareMetrics({ of, comparison, slots: own, look, onLook, pointed, wide }: CompareMetricsProps) {
  const { axis, scale, smoothing, groupedBy, band } = look;
  const [shared] = useState(() => new SharedX());
  const [readings] = useState(() => new Readings());
  const [all, setAll] = useState(false);
  const [near, cell] = useNear(0);
  const groups = useMemo(() => coloredGroups(seedGroups(comparison), comparison.records), [comparison]);
  const bySeed = useMemo(
    () => (groupedBy === 'seed' && groups.length > 0 ? { groups, band } : undefined),
    [groupedBy, groups, band],
  );
  const among = useMemo(() => [...comparison.records, ...(bySeed?.groups ?? [])], [comparison, bySeed]);
  const chosen = usePointedRow(pointed, among);
  // Files come from outside React: beside the curves, not after them.
  useEffect(PlotArea.load, []);
  // Seeds of one setting have one colour.
  const ofGroups = useMemo(() => slotsOf(groups), [groups]);
  const slots = bySeed ? ofGroups : own;
  const metrics = useMemo(() => metricsInOrder(comparison), [comparison]);
  const shown = all ? metrics : metrics.slice(0, chartsAtFirst);
  const runs = comparison.records.flatMap(({ runId }) => runId ?? []);
  const pinning = usePins(pinnedRuns(comparison, slots));
  const pinsOf = (metric: MetricId) =>
    axis === 'batches'
      ? chartPins(pinning, {
          lineOf: ({ group, metric: name, runId }) =>
            group === metric.group && name === metric.name
              ? comparison.records.find((record) => record.runId === runId)?.id
              : undefined,
          placeOf: (line) => {
            const runId = comparison.records.find(({ id }) => id === line)?.runId;
            return runId ? { ...metric, runId } : undefined;
          },
        })
      : undefined;
  // Each chart reads its own; all are zoomed along one axis, which is that of what they have read.
  const whole = useQueries({
    queries: shown.map((metric) => ({ ...runCurvesQuery(runs, metric, axis), enabled: false })),
    combine: (results) => wholeOf(results.flatMap(({ data }) => data?.trials ?? [])),
  });
  // What the address says may lie beside the curves.
  const window = useHeldWindow(look.window, whole);
  const zoom = whole && { window, whole, onWindow: (next: XWindow | undefined) => onLook({ window: next }) };
  const legend = (
    <RunLegend chosen={recordsOf(chosen, groups)} {...{ of, comparison, slots, pointed, readings, axis }} />
  );
  return (
    <div
      className={styles.metrics}
      data-wide={wide || undefined}
      data-seeds={(wide && bySeed !== undefined) || undefined}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset can't be laid out as one line in every browser */}
      <div role="group" aria-label="Charts" className={styles.controls}>
        <Segmented
          name="X-Axis"
          options={axisChoices}
          value={axis}
          onChange={(next) => onLook({ axis: next, window: undefined })}
        />
        <Segmented name="Scale" options={scaleChoices} value={scale} onChange={(next) => onLook({ scale: next })} />
        {groups.length > 0 ? (
          <Segmented
            name="Group by"
            options={GROUPS}
            value={groupedBy}
            onChange={(next) => onLook({ groupedBy: next })}
          />
        ) : null}
        {bySeed ? (
          <Segmented name="Band" options={bandChoices} value={band} onChange={(next) => onLook({ band: next })} />
        ) : null}
        <Smoothing value={smoothing} onChange={(next) => onLook({ smoothing: next })} />
        <span className={styles.zoom}>{zoom ? <ZoomButtons {...zoom} /> : null}</span>
      </div>
      {bySeed ? <ToldApart of={of} groups={groups} /> : legend}
      <div className={styles.charts}>
        {metrics.length === 0 ? <EmptyState title="No metrics reported yet." /> : null}
        {shown.map((metric, i) => (
          <Fragment key={metricText(metric)}>
            <div ref={cell} data-place={i}>
              {i < chartsAtFirst || near.has(i) ? (
                <MetricChart
                  metric={metric}
                  comparison={comparison}
                  slots={slots}
                  look={{ axis, scale, smoothing, zoom }}
                  {...{ shared, readings, chosen }}
                  onLine={pointed.point}
                  bySeed={bySeed}
                  pins={pinsOf(metric)}
                />
              ) : (
                <ChartOutline title={metric.name} note={metric.group} height={chartHeights.usual + chartHeights.axis} />
              )}
            </div>
            {i === 0 && bySeed ? <SeedTable {...bySeed} {...{ chosen, pointed }} metric={comparison.metric} /> : null}
          </Fragment>
        ))}
        {shown.length < metrics.length ? (
          <button type="button" className={styles.more} onClick={() => setAll(true)}>
            Show all {metrics.length} metrics
          </button>
        ) : null}
      </div>
      {bySeed ? legend : null}
      <div className={styles.pins}>
        <PinSection pinning={pinning} metrics={metrics.map(metricText)} elsewhere={axis !== 'batches'} />
      </div>
    </div>
  );
}

/** Of experiments that have a run. */
const pinnedRuns = ({ records }: Comparison, slots: ReadonlyMap<number, number>): PinnedRun[] =>
  records.flatMap(({ id, runId, name, workspaceId }) =>
    runId === null ? [] : [{ id: runId, workspaceId, name: `${id} ${name}`, mark: <RunKey slot={slots.get(id)} /> }],
  );

/** A setting is all of its records. */
const recordsOf = (chosen: PointedId | undefined, groups: readonly ColoredGroup[]): readonly PointedId[] =>
  groups.find(({ id }) => id === chosen)?.ids ?? (chosen === undefined ? [] : [chosen]);

const slotsOf = (groups: readonly ColoredGroup[]): ReadonlyMap<number, number> =>
  new Map(groups.flatMap(({ ids, slot }) => ids.map((id): [number, number] => [id, slot])));
