import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { messageOf } from '#platform/api/console-error.ts';
import { CopyButton } from '#platform/copy-text.tsx';
import { saveFile } from '#ui/format/save-file.ts';
import { ConfirmDialog } from '#ui/primitives/dialog.tsx';
import { gatherText } from './gather-text.ts';

export interface LogDownload {
  /** What has the log: "trial 7". */
  of: string;
  /** Name of the file. */
  file: string;
  /** The command that prints it. */
  command: string;
  /** All of its lines, each with its newline. */
  lines: () => AsyncIterable<{ message: string }>;
}

/** Recommends the command line before it fetches a log that may be long. */
export function DownloadLogDialog({ of, file, command, lines, onClose }: LogDownload & { onClose: () => void }) {
  const closed = useRef(false);
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => {
      const parts = await gatherText(lines(), () => closed.current);
      if (parts) saveFile(new Blob(parts, { type: 'text/plain;charset=utf-8' }), file);
    },
    onSuccess: onClose,
  });
  const close = () => {
    closed.current = true;
    onClose();
  };
  return (
    <ConfirmDialog
      title="Confirm Download for Logs"
      confirm="Proceed to Download"
      working={isPending}
      problem={
        error
          ? `Failed to download ${of} logs. If the problem persists please try our CLI "${command}". ${messageOf(error)}`
          : null
      }
      onConfirm={() => mutate()}
      onClose={close}
    >
      <p>We recommend using the Determined CLI to download logs, above all long ones:</p>
      <p>
        <span className="mono">{command}</span> <CopyButton text={command} what="command" />
      </p>
    </ConfirmDialog>
  );
}
