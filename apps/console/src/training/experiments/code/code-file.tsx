import { getModelDefFileRoute } from '@determined/contract/training/experiments-routes.ts';
import { Download } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { useCallQuery } from '#platform/api/call.ts';
import { downloadAddress, experimentFilePath } from '#platform/download.ts';
import { QueryState } from '#platform/page/query-state.tsx';
import { Tools } from '#platform/page/section.tsx';
import { TabLoading } from '#training/shared/tab-loading.tsx';
import { formatBytes } from '#ui/format/sizes.ts';
import { buttonClass } from '#ui/primitives/button.tsx';
import { Icon } from '#ui/primitives/icon.tsx';
import { later } from '#ui/primitives/later.tsx';
import { EmptyState } from '#ui/primitives/notice.tsx';
import { Segmented } from '#ui/primitives/segmented.tsx';
import { bytesOf, type CodeNode, mostShownBytes, pictureType, textOf } from '../../shared/code/code-files.ts';
import styles from './code.module.css';
import { CodePicture, Unreadable } from './code-picture.tsx';
import { notebookCells } from './notebook.ts';

const meanwhile = () => <TabLoading words="Loading..." />;
const NotebookView = later(async () => (await import('./notebook-view.tsx')).NotebookView, meanwhile);
const CodeView = later(async () => (await import('#ui/code-editor/code-view.tsx')).CodeView, meanwhile);

/** One file of an experiment's code: text with its colours, a picture, or the way to download it. */
export function CodeFile({ experimentId, file }: { experimentId: number; file: CodeNode }) {
  const address = downloadAddress(experimentFilePath(experimentId, file.path));
  const shown = file.contentLength <= mostShownBytes;
  return (
    <>
      <CodeHead name={file.path} about={formatBytes(file.contentLength)}>
        <a className={buttonClass({ size: 'xs' })} href={address} download aria-label={`Download ${file.path}`}>
          <Icon of={Download} size={14} /> Download
        </a>
      </CodeHead>
      {shown ? (
        <FileContent key={file.path} experimentId={experimentId} file={file} />
      ) : (
        <EmptyState title="Too large to be shown here">Download it to look at it.</EmptyState>
      )}
    </>
  );
}

/** Text that the page has already. */
export function CodeText({ name, file, text }: { name: string; file: string; text: string }) {
  return (
    <>
      <CodeHead name={name} about={linesOf(text)} />
      <Source name={file} text={text} />
    </>
  );
}

function CodeHead({ name, about, children }: { name: string; about: string; children?: ReactNode }) {
  return (
    <header className={styles.head}>
      <h2 className={styles.name}>{name}</h2>
      <span className="muted">{about}</span>
      <span className={styles.actions}>{children}</span>
    </header>
  );
}

const linesOf = (text: string) => {
  const lines = text.split('\n').length - Number(text.endsWith('\n'));
  return `${lines.toLocaleString('en')} ${lines === 1 ? 'line' : 'lines'}`;
};

function FileContent({
  experimentId,
  file: { path, contentLength, contentType },
}: {
  experimentId: number;
  file: CodeNode;
}) {
  // Nothing changes it any more.
  const query = useCallQuery(getModelDefFileRoute, { experimentId, path }, { enabled: contentLength > 0 });
  const picture = pictureType(path);
  if (contentLength === 0) return <EmptyState title="File has no content" />;
  return (
    <QueryState query={query} loading={<TabLoading words="Loading..." />} failed="Unable to fetch the selected file">
      {({ file }) => {
        if (picture) return <CodePicture name={path} type={picture} bytes={file} />;
        if (!contentType.startsWith('text/')) {
          return <EmptyState title="Not a text">It can be downloaded.</EmptyState>;
        }
        const text = textIn(file);
        if (text === undefined) return <Unreadable />;
        return path.endsWith('.ipynb') ? <NotebookFile name={path} text={text} /> : <Source name={path} text={text} />;
      }}
    </QueryState>
  );
}

/** Its cells, or the text that it is stored as. */
function NotebookFile({ name, text }: { name: string; text: string }) {
  const [shown, setShown] = useState<'cells' | 'source'>('cells');
  const cells = useMemo(() => notebookCells(text), [text]);
  if (!cells) return <Source name={name} text={text} />;
  return (
    <>
      <Tools name="Shown as">
        <Segmented
          name="Shown as"
          options={[
            { value: 'cells', label: 'Notebook' },
            { value: 'source', label: 'Source' },
          ]}
          value={shown}
          onChange={setShown}
        />
      </Tools>
      {shown === 'source' ? <Source name={name} text={text} /> : <NotebookView name={name} cells={cells} />}
    </>
  );
}

function textIn(base64: string): string | undefined {
  try {
    return textOf(bytesOf(base64));
  } catch {
    return undefined;
  }
}

function Source({ name, text }: { name: string; text: string }) {
  return (
    <div className={styles.source}>
      <CodeView name={name} text={text} />
    </div>
  );
}
