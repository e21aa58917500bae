import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { laterForm } from '#platform/actions/later-form.tsx';
import { SectionHead } from '#platform/page/section.tsx';
import { IconButton } from '#ui/primitives/icon-button.tsx';
import facts from './facts.module.css';

const EditMetadataDialog = laterForm(async () => (await import('./edit-metadata-dialog.tsx')).EditMetadataDialog);

type Metadata = Record<string, unknown>;

interface MetadataPartProps {
  metadata: Metadata;
  /** Why the reader can't change it. */
  locked: string | undefined;
  working: boolean;
  problem: string | null;
  onSave: (metadata: Metadata, done: () => void) => void;
}

/** The metadata of a model or version. */
export function MetadataPart({ metadata, locked, working, problem, onSave }: MetadataPartProps) {
  const [editing, setEditing] = useState(false);
  const close = () => setEditing(false);
  const entries = Object.entries(metadata);
  return (
    <section aria-label="Metadata">
      <SectionHead title="Metadata">
        <IconButton
          size="xs"
          icon={Pencil}
          name="Edit Metadata"
          disabledReason={locked}
          onClick={() => setEditing(true)}
        />
      </SectionHead>
      {entries.length === 0 ? (
        <p className={facts.none}>No metadata</p>
      ) : (
        <dl className={facts.facts}>
          {entries.map(([key, value]) => (
            <div key={key}>
              <dt>{key}</dt>
              <dd>{typeof value === 'string' ? value : JSON.stringify(value)}</dd>
            </div>
          ))}
        </dl>
      )}
      {editing ? (
        <EditMetadataDialog
          before={metadata}
          working={working}
          problem={problem}
          onClose={close}
          onSave={(changed) => onSave(changed, close)}
        />
      ) : null}
    </section>
  );
}
