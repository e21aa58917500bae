import { useState } from 'react';
import { QueryFailure } from '#platform/page/query-state.tsx';
import { Tools, ToolsEnd } from '#platform/page/section.tsx';
import { NotEnoughData } from '#training/shared/not-enough-data.tsx';
import { TabLoading } from '#training/shared/tab-loading.tsx';
import { type Trial, trialHasEnded } from '#training/shared/trial.ts';
import type { ChartAxis } from '#ui/chart/chart-axis.ts';
import { ChartModal } from '#ui/chart/chart-modal.tsx';
import { chartHeights } from '#ui/chart/chart-sizes.ts';
import { LineChart } from '#ui/chart/line-chart.tsx';
import { OverviewStrip } from '#ui/chart/strip/overview-strip.tsx';
import type { XWindow } from '#ui/chart/x-window.ts';
import { ZoomButtons } from '#ui/chart/zoom-buttons.tsx';
import { formatDate, formatDuration, formatTimestamp } from '#ui/format/times.ts';
import { ChoiceMenu } from '#ui/primitives/choice-menu.tsx';
import { EmptyState } from '#ui/primitives/notice.tsx';
import styles from './profiler.module.css';
import { firstMetric, systemValue, unitOf } from './system-metrics.ts';
import { type SeriesLabels, useSystemSeries } from './use-system-curves.ts';
import { useWindowedCurves } from './use-windowed-curves.ts';

const EVERY = '';
const time: ChartAxis = { kind: 'time', format: (x) => formatTimestamp(x * 1000) };

/** "2026-11-22, 04:12:30 to 05:00:00", with the other day where it is one. */
function timeSpan([from, to]: XWindow): string {
  const end = formatTimestamp(to * 1000);
  const day = `${formatDate(from * 1000)}, `;
  return `${formatTimestamp(from * 1000)} to ${end.startsWith(day) ? end.slice(day.length) : end}`;
}

const TYPES: Record<string, string> = {
  PROFILER_METRIC_TYPE_SYSTEM: 'system metric',
  PROFILER_METRIC_TYPE_TIMING: 'timing',
};

/** What the machines of a trial reported of themselves while it ran. */
export function Profiler({ trial }: { trial: Trial }) {
  const live = !trialHasEnded(trial.state);
  const query = useSystemSeries(trial.id, live);
  if (query.error) {
    return <QueryFailure title="Error fetching metrics" error={query.error} retry={() => void query.refetch()} />;
  }
  if (query.data === undefined) return <TabLoading words="Fetching metrics..." />;
  if (query.data.length === 0) return live ? <NotEnoughData /> : <EmptyState title="No data available." />;
  return <SystemChart trialId={trial.id} live={live} all={query.data} />;
}

interface SystemChartProps {
  trialId: number;
  live: boolean;
  all: readonly SeriesLabels[];
}

function SystemChart({ trialId, live, all }: SystemChartProps) {
  const [chosen, choose] = useState<string>();
  const [agent, chooseAgent] = useState(EVERY);
  const [gpu, chooseGpu] = useState(EVERY);
  const [open, setOpen] = useState(false);
  const names = [...new Set(all.map(({ name }) => name))].sort();
  const name = names.find((one) => one === chosen) ?? firstMetric(names) ?? '';
  const ofName = all.filter((one) => one.name === name);
  // Another metric may come from other machines: what it lacks narrows nothing.
  const here = (wanted: string, part: 'agentId' | 'gpuUuid') =>
    ofName.some((one) => one[part] === wanted) ? wanted : EVERY;
  const [onAgent, onGpu] = [here(agent, 'agentId'), here(gpu, 'gpuUuid')];
  const shown = ofName.filter(
    (one) => (onAgent === EVERY || one.agentId === onAgent) && (onGpu === EVERY || one.gpuUuid === onGpu),
  );
  const { whole, lines, zoom } = useWindowedCurves(trialId, shown, live);
  const unit = unitOf(name);
  const options = (part: 'agentId' | 'gpuUuid') => {
    const values = [...new Set(ofName.map((one) => one[part]))].filter((one) => one !== '').sort();
    return [{ value: EVERY, label: `All ${values.length}` }, ...values.map((value) => ({ value, label: value }))];
  };
  const gpus = options('gpuUuid');
  const place = names.indexOf(name);
  const chart = (height: number, onOpen?: () => void) => (
    <>
      {zoom && (
        <OverviewStrip
          {...zoom}
          name="Time shown"
          series={whole.lines}
          format={timeSpan}
          note={zoom.window ? `Of ${formatDuration(zoom.whole[1] - zoom.whole[0])}:` : 'The whole time:'}
        />
      )}
      <LineChart
        title={name}
        note={[TYPES[shown[0]?.metricType ?? ''], unit].filter(Boolean).join(', ')}
        noun="line"
        series={lines}
        axis={time}
        scale="linear"
        height={height}
        zoom={zoom}
        onOpen={onOpen}
        formatY={(value) => systemValue(unit, value)}
        empty={whole.pending ? <TabLoading words="Fetching metrics..." /> : <EmptyState title="No data available." />}
        caption="Band: true min and max of each bucket; line: its last value."
      />
    </>
  );
  return (
    <div className={styles.scroll}>
      <Tools name="Profiler">
        <ChoiceMenu
          name="Metric"
          value={name}
          options={names.map((value) => ({ value, label: value }))}
          onChange={choose}
        />
        <ChoiceMenu name="Agent" value={onAgent} options={options('agentId')} onChange={chooseAgent} />
        {gpus.length > 1 && <ChoiceMenu name="GPU" value={onGpu} options={gpus} onChange={chooseGpu} />}
        <ToolsEnd>{zoom && <ZoomButtons {...zoom} />}</ToolsEnd>
      </Tools>
      {whole.error && whole.lines.length === 0 ? (
        <QueryFailure title="Error fetching metrics" error={whole.error} retry={() => void whole.retry()} />
      ) : (
        chart(chartHeights.trial, () => setOpen(true))
      )}
      {open && (
        <ChartModal
          title={name}
          onClose={() => setOpen(false)}
          among={
            names.length > 1
              ? { place, count: names.length, onGo: (by) => choose(names.at((place + by) % names.length)) }
              : undefined
          }
        >
          {chart(chartHeights.belowStrip)}
        </ChartModal>
      )}
    </div>
  );
}
