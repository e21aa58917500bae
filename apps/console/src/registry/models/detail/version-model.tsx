import type { Checkpoint } from '@determined/contract/training/training-messages-generated.ts';
import { CopyButton } from '#platform/copy-text.tsx';
import { SectionHead } from '#platform/page/section.tsx';
import { worded } from '#platform/switches/thing-words.ts';
import { batchesOf, sizeOf } from '#training/checkpoints/shared/checkpoint-size.ts';
import { ExperimentLink } from '#training/shared/experiment-link.tsx';
import { TrialLink } from '#training/trials/shared/trial-link.tsx';
import { formatCount, formatMetric } from '#ui/format/numbers.ts';
import { formatBytes } from '#ui/format/sizes.ts';
import { plural } from '#ui/format/words.ts';
import { NumberCell } from '#ui/table/cells.tsx';
import { PlainTable } from '#ui/table/plain-table.tsx';
import { dataInputOf } from '../../shared/data-input.ts';
import facts from '../../shared/facts.module.css';
import type { VersionSubject } from '../../shared/version.ts';
import styles from './version-page.module.css';
import { VersionMetadata } from './version-parts.tsx';

/** What a version is: its checkpoint, how good that is, its files. */
export function VersionModel({ subject }: { subject: VersionSubject }) {
  const { checkpoint } = subject.version;
  return (
    <div className={styles.parts}>
      <div>
        {checkpoint ? (
          <>
            <CheckpointFacts checkpoint={checkpoint} />
            <ValidationMetrics checkpoint={checkpoint} />
          </>
        ) : (
          <p className={facts.none}>Its checkpoint is not there any more.</p>
        )}
      </div>
      <div className={styles.side}>
        {checkpoint ? <Files checkpoint={checkpoint} /> : null}
        <VersionMetadata subject={subject} />
      </div>
    </div>
  );
}

interface OfCheckpoint {
  checkpoint: Checkpoint;
}

function CheckpointFacts({ checkpoint }: OfCheckpoint) {
  const input = dataInputOf(checkpoint.training?.experimentConfig);
  return (
    <section aria-label="Model Checkpoint">
      <SectionHead title="Model Checkpoint" />
      <dl className={facts.facts}>
        <div>
          <dt>Source</dt>
          <dd>
            <Source checkpoint={checkpoint} />
          </dd>
        </div>
        {input ? (
          <div>
            <dt>Data Input</dt>
            <dd>
              <a href={input.address} target="_blank" rel="noreferrer">
                {input.name}
              </a>
            </dd>
          </div>
        ) : null}
        <div>
          <dt>Checkpoint UUID</dt>
          <dd>
            <span className="mono">{checkpoint.uuid}</span> <CopyButton text={checkpoint.uuid} what="UUID" />
          </dd>
        </div>
        <div>
          <dt>Total Size</dt>
          <dd>{formatBytes(sizeOf(checkpoint))}</dd>
        </div>
      </dl>
    </section>
  );
}

/** The experiment, the trial and the batch, or the task that saved it. */
function Source({ checkpoint }: OfCheckpoint) {
  const { experimentId, trialId } = checkpoint.training ?? {};
  const batches = batchesOf(checkpoint);
  if (!experimentId) return worded`Task ${checkpoint.taskId}`;
  return (
    <>
      <ExperimentLink id={experimentId}>{worded`Experiment ${experimentId}`}</ExperimentLink>
      {trialId ? (
        <>
          {' / '}
          <TrialLink experimentId={experimentId} trialId={trialId}>
            {worded`Trial ${trialId}`}
          </TrialLink>
        </>
      ) : null}
      {batches === undefined ? null : ` / Batch ${formatCount(batches)}`}
    </>
  );
}

function ValidationMetrics({ checkpoint }: OfCheckpoint) {
  const metrics = Object.entries(checkpoint.training?.validationMetrics?.avgMetrics ?? {});
  return (
    <section aria-label="Validation Metrics">
      <SectionHead title="Validation Metrics" />
      {metrics.length === 0 ? (
        <p className={facts.none}>No metrics</p>
      ) : (
        <dl className={facts.facts}>
          {metrics.map(([name, value]) => (
            <div key={name}>
              <dt className="mono">{name}</dt>
              <dd>
                {typeof value === 'object' ? (
                  JSON.stringify(value)
                ) : (
                  <NumberCell value={Number(value)} format={formatMetric} />
                )}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}

function Files({ checkpoint }: OfCheckpoint) {
  const files = Object.entries(checkpoint.resources)
    .map(([path, size]) => ({ path, size: Number(size) }))
    .filter(({ path }) => !path.endsWith('/'))
    .sort((a, b) => b.size - a.size || a.path.localeCompare(b.path));
  return (
    <section aria-label="Code">
      <SectionHead title="Code" note={plural(files.length, 'file')} />
      <PlainTable
        rows={files}
        rowKey={({ path }) => path}
        columns={[
          {
            id: 'path',
            header: 'File',
            title: ({ path }) => path,
            cell: ({ path }) => <span className="mono">{path}</span>,
          },
          { id: 'size', header: 'Size', width: 110, look: 'number', cell: ({ size }) => formatBytes(size) },
        ]}
      />
    </section>
  );
}
