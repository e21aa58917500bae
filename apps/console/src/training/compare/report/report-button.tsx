import { useQueryClient } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { reportError } from '#platform/api/report-error.ts';
import { useClusterInfo } from '#platform/session/cluster-info.ts';
import { useChartInk } from '#ui/chart/chart-ink.ts';
import { saveFile } from '#ui/format/save-file.ts';
import { Button } from '#ui/primitives/button.tsx';
import { Icon } from '#ui/primitives/icon.tsx';
import { runCurvesQuery } from '../metrics/run-curves.ts';
import type { Compared, Comparison } from '../shared/compared.ts';
import { whoLeads } from '../shared/who-leads.ts';

interface ReportButtonProps {
  of: Compared;
  title: string;
  comparison: Comparison;
  slots: ReadonlyMap<number, number>;
}

/** Saves the comparison as one page that opens without a network. */
export function ReportButton({ of, title, comparison, slots }: ReportButtonProps) {
  const client = useQueryClient();
  const cluster = useClusterInfo();
  const ink = useChartInk();
  const [busy, setBusy] = useState(false);
  async function save() {
    setBusy(true);
    try {
      const runs = comparison.records.flatMap(({ runId }) => runId ?? []);
      const [{ oneFileReport }, ...curves] = await Promise.all([
        import('./one-file-report.ts'),
        ...drawnMetrics(comparison).map(async (metric) => ({
          metric,
          trials: (await client.fetchQuery(runCurvesQuery(runs, metric, 'batches'))).trials,
        })),
      ]);
      const origin = [cluster?.clusterName, location.origin].filter(Boolean).join(', ');
      const sentence = whoLeads(of, comparison);
      const page = oneFileReport({ title, origin, at: new Date(), sentence, comparison, curves, slots, ink });
      saveFile(new Blob([page], { type: 'text/html' }), `${title.toLowerCase().replaceAll(' ', '-')}.html`);
    } catch (error) {
      reportError(error, { title: 'Unable to make the report.' });
    } finally {
      setBusy(false);
    }
  }
  return (
    <Button inactive={busy} onClick={() => void save()}>
      <Icon of={Download} size={14} /> One-file report
    </Button>
  );
}

/** `epoch` is an axis. */
const drawnMetrics = ({ metrics }: Comparison) => metrics.filter(({ name }) => name !== 'epoch');
