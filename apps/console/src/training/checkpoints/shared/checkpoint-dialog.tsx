import { Download } from 'lucide-react';
import { useActions } from '#platform/actions/use-actions.ts';
import { CopyButton } from '#platform/copy-text.tsx';
import { checkpointFilesPath, downloadAddress } from '#platform/download.ts';
import { formatCount, formatMetric } from '#ui/format/numbers.ts';
import { formatBytes } from '#ui/format/sizes.ts';
import { formatTimestamp } from '#ui/format/times.ts';
import { buttonClass } from '#ui/primitives/button.tsx';
import { FormDialog } from '#ui/primitives/dialog.tsx';
import { Icon } from '#ui/primitives/icon.tsx';
import { StateLabel } from '#ui/primitives/state-badge.tsx';
import { Nothing, NumberCell } from '#ui/table/cells.tsx';
import { PlainTable } from '#ui/table/plain-table.tsx';
import { useRegisterCheckpoint } from '../actions/register-checkpoint.ts';
import type { Checkpoint } from './checkpoint-columns.tsx';
import styles from './checkpoint-dialog.module.css';
import { checkpointLook } from './checkpoint-look.ts';
import { batchesOf, sizeOf } from './checkpoint-size.ts';
import type { CheckpointSubject } from './checkpoint-subject.ts';

interface CheckpointDialogProps {
  checkpoint: Checkpoint;
  /** The same as actions take it. */
  subject: CheckpointSubject;
  onClose: () => void;
}

/** What there is to know of one checkpoint: where it comes from, how good it is, which files it has, how to get it. */
export function CheckpointDialog({ checkpoint, subject, onClose }: CheckpointDialogProps) {
  const [register] = useActions(useRegisterCheckpoint(), subject);
  const files = Object.entries(checkpoint.resources).sort(([a], [b]) => a.localeCompare(b));
  const metrics = Object.entries(checkpoint.training?.validationMetrics?.avgMetrics ?? {});
  const command = `det checkpoint download ${checkpoint.uuid}`;
  return (
    <FormDialog
      title="Checkpoint"
      submit={register && 'Register Checkpoint'}
      inactive={register?.disabledReason !== undefined}
      note={register?.disabledReason}
      onClose={onClose}
      onSubmit={() => {
        register?.run();
        onClose();
      }}
    >
      <dl className={styles.facts}>
        <dt>UUID</dt>
        <dd>
          <span className="mono">{checkpoint.uuid}</span> <CopyButton text={checkpoint.uuid} what="UUID" />
        </dd>
        <dt>State</dt>
        <dd>
          <StateLabel state={checkpointLook(checkpoint.state)} />
        </dd>
        <dt>Total Batches</dt>
        <dd>{formatCount(batchesOf(checkpoint))}</dd>
        <dt>Reported</dt>
        <dd>{checkpoint.reportTime ? formatTimestamp(checkpoint.reportTime) : <Nothing />}</dd>
        {metrics.map(([name, value]) => (
          <div key={name} className={styles.pair}>
            <dt>{name}</dt>
            <dd>
              <NumberCell value={Number(value)} format={formatMetric} />
            </dd>
          </div>
        ))}
        <dt>Size</dt>
        <dd>{formatBytes(sizeOf(checkpoint))}</dd>
        <dt>Download</dt>
        <dd>
          <span className="mono">{command}</span> <CopyButton text={command} what="command" />
          {hasFiles(checkpoint) && (
            <div>
              <a
                className={buttonClass({ size: 'xs' })}
                href={downloadAddress(checkpointFilesPath(checkpoint.uuid))}
                download={`${checkpoint.uuid}.tar`}
              >
                <Icon of={Download} size={14} /> Download Files
              </a>
            </div>
          )}
        </dd>
      </dl>
      <section aria-label="Files">
        <PlainTable
          rows={files}
          rowKey={([path]) => path}
          columns={[
            { id: 'path', header: 'File', cell: ([path]) => <span className="mono">{path}</span> },
            { id: 'size', header: 'Size', width: 100, look: 'number', cell: ([, size]) => formatBytes(Number(size)) },
          ]}
        />
      </section>
    </FormDialog>
  );
}

/** Of what is not finished, or was deleted, there is nothing to download. */
const hasFiles = ({ state }: Checkpoint) => state === 'STATE_COMPLETED' || state === 'STATE_PARTIALLY_DELETED';
