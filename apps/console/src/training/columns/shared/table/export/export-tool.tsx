import { Download, X } from 'lucide-react';
import { useState } from 'react';
import { reportError } from '#platform/api/report-error.ts';
import { formatCount } from '#ui/format/numbers.ts';
import { IconButton } from '#ui/primitives/icon-button.tsx';
import type { ColumnTableSearch } from '../kept-table.ts';
import type { TableKind, TableRow } from '../table-kind.ts';

interface ExportToolProps<Row extends TableRow> {
  kind: TableKind<Row>;
  projectId: number;
  search: ColumnTableSearch;
}

interface Running {
  stop: () => void;
  words: string;
}

/** Saves what the table shows, on all of its pages, as a CSV file. */
export function ExportTool<Row extends TableRow>({ kind, projectId, search }: ExportToolProps<Row>) {
  const [running, setRunning] = useState<Running>();

  async function start() {
    const control = new AbortController();
    const stop = () => {
      control.abort();
      setRunning(undefined);
    };
    setRunning({ stop, words: 'Exporting…' });
    try {
      const { exportRows } = await import('./export-rows.ts');
      const file = await exportRows({
        ...{ kind, projectId, search, signal: control.signal },
        onProgress: (done, total) =>
          setRunning({ stop, words: `Exporting ${formatCount(done)} of ${formatCount(total)}` }),
      });
      if (file) save(file, `${kind.key}-of-project-${projectId}.csv`);
    } catch (error) {
      if (!control.signal.aborted) reportError(error, { title: `Unable to export ${kind.nouns}` });
    }
    if (!control.signal.aborted) setRunning(undefined);
  }

  if (!running) return <IconButton icon={Download} name="Export as CSV" onClick={() => void start()} />;
  return (
    <>
      <span className="muted" role="status">
        {running.words}
      </span>
      <IconButton icon={X} name="Cancel export" onClick={running.stop} />
    </>
  );
}

function save(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
