import type { AskProps } from '#platform/actions/action.ts';
import { CopyButton } from '#platform/copy-text.tsx';
import { FormDialog } from '#ui/primitives/dialog.tsx';
import type { VersionSubject } from '../../shared/version.ts';
import { notebookSnippet } from './notebook-snippet.ts';
import styles from './take-version-dialogs.module.css';

export function DownloadVersionDialog({ subjects: [{ version }], onClose }: AskProps<VersionSubject>) {
  const uuid = version.checkpoint?.uuid;
  return (
    <FormDialog title="Download Model" wide onClose={onClose} onSubmit={onClose}>
      {uuid === undefined ? (
        <p>Its checkpoint is not there any more.</p>
      ) : (
        <>
          <p>Download the checkpoint from the command line:</p>
          <Taken text={`det checkpoint download ${uuid}`} what="command" />
        </>
      )}
    </FormDialog>
  );
}

export function UseInNotebookDialog({ subjects: [{ model, version }], onClose }: AskProps<VersionSubject>) {
  return (
    <FormDialog title="Use in Notebook" wide onClose={onClose} onSubmit={onClose}>
      <p>Reference this model in a notebook:</p>
      <Taken text={notebookSnippet(model.name, version.version)} what="code" />
    </FormDialog>
  );
}

/** What is copied from here. */
function Taken({ text, what }: { text: string; what: string }) {
  return (
    <div className={styles.taken}>
      {/* It scrolls sideways, also by the keyboard. */}
      <div className={styles.text} {...{ role: 'region', 'aria-label': what, tabIndex: 0 }}>
        <pre>{text}</pre>
      </div>
      <CopyButton text={text} what={what} />
    </div>
  );
}
