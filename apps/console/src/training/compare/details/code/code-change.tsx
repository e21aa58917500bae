import type { ComparedPath } from '@determined/contract/training/compare-ext-routes.ts';
import { useState } from 'react';
import { laterForm } from '#platform/actions/later-form.tsx';
import { Button } from '#ui/primitives/button.tsx';
import type { Compared, Comparison } from '../../shared/compared.ts';
import styles from '../compare-details.module.css';
import { FileChange } from './file-change.tsx';
import { fileVersions } from './file-versions.ts';

const FileDiffDialog = laterForm(async () => (await import('./file-diff-dialog.tsx')).FileDiffDialog, 'diff');

interface CodeChangeProps {
  path: ComparedPath;
  records: Comparison['records'];
  of: Compared;
  /** Its lines are read to be counted. */
  counted: boolean;
}

/** How a file differs: lines that came and went from what most have, or how many versions there are; and the way to see them. */
export function CodeChange({ path, records, of, counted }: CodeChangeProps) {
  const [open, setOpen] = useState(false);
  const versions = fileVersions(path, records);
  const [from, to, ...others] = versions;
  return (
    <span className={styles.change}>
      {others.length > 0 ? <span className="muted">{versions.length} versions</span> : null}
      {from && to && others.length === 0 && counted ? <FileChange path={path.path} from={from} to={to} /> : null}
      <Button size="xs" aria-label={`Open diff of ${path.path}`} onClick={() => setOpen(true)}>
        Open diff
      </Button>
      {open ? <FileDiffDialog path={path.path} of={of} versions={versions} onClose={() => setOpen(false)} /> : null}
    </span>
  );
}
