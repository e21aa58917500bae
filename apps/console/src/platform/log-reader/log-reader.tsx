import { useMediaQuery } from '@mantine/hooks';
import { Download } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { messageOf } from '#platform/api/console-error.ts';
import { useServerAway } from '#platform/api/reach.ts';
import { copyText } from '#platform/copy-text.tsx';
import { LogViewer, type LogViewerProps } from '#ui/log-viewer/log-viewer.tsx';
import { IconButton } from '#ui/primitives/icon-button.tsx';
import { mobileQuery } from '#ui/theme/mobile.ts';
import { DownloadLogDialog, type LogDownload } from './download-log.tsx';
import { filterOf, type LogSearch, searchOf } from './log-search.ts';
import { useChosenLines } from './use-chosen-lines.ts';

interface LogReaderProps
  extends Pick<
    LogViewerProps,
    'label' | 'logKey' | 'read' | 'readSingle' | 'find' | 'live' | 'hear' | 'fields' | 'empty'
  > {
  /** What of it is asked for, as it stands in the address. */
  search: LogSearch;
  onSearch: (search: LogSearch) => void;
  download: LogDownload;
  /** Further controls of the bar. */
  controls?: ReactNode;
}

/** A log from its first line to its last, whoever has written it; its place and filters are the address's. */
export function LogReader({ live, search, onSearch, download, controls, ...log }: LogReaderProps) {
  const narrow = useMediaQuery(mobileQuery, undefined, { getInitialValueInEffect: false }) ?? false;
  const wrap = search.wrap ?? (narrow ? 'on' : 'off');
  const away = useServerAway();
  const filter = useMemo(() => filterOf(search), [search]);
  const [chosen, choose] = useChosenLines();
  const [downloads, setDownloads] = useState(false);
  return (
    <>
      <LogViewer
        {...log}
        live={live && !away}
        filter={filter}
        onFilter={(next) => onSearch(searchOf(next))}
        chosen={chosen}
        onChoose={choose}
        onCopy={(text, done) => void copyText(text ?? window.location.href, done)}
        wrap={wrap === 'on'}
        onWrap={(next) => onSearch({ wrap: next ? 'on' : 'off' })}
        fold={search.fold !== 'off'}
        onFold={(next) => onSearch({ fold: next ? undefined : 'off' })}
        failed={messageOf}
        controls={
          <>
            {controls}
            <IconButton icon={Download} name="Download logs" size="xs" onClick={() => setDownloads(true)} />
          </>
        }
      />
      {downloads && <DownloadLogDialog {...download} onClose={() => setDownloads(false)} />}
    </>
  );
}
