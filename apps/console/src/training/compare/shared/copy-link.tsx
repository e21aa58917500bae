import { Link2 } from 'lucide-react';
import { copyViewLink } from '#training/columns/shared/table/views/copy-view-link.ts';
import { IconButton } from '#ui/primitives/icon-button.tsx';
import type { CompareLook } from './compare-look.ts';
import { compareSearch } from './compare-search.ts';
import type { CompareTab } from './compare-tabs.ts';
import type { CompareSubject } from './compared.ts';

interface CopyLinkProps {
  subject: CompareSubject;
  tab: CompareTab;
  look: CompareLook;
  slots: ReadonlyMap<number, number>;
  /** Of whose records there is one at least, where the address names none. */
  projectId: number | undefined;
}

/** A short link to the comparison as it is looked at now. */
export function CopyLink({ subject, tab, look, slots, projectId }: CopyLinkProps) {
  const { projectId: named = projectId, ...state } = compareSearch(subject, { tab, look, slots });
  if (named === undefined) return null;
  return (
    <IconButton
      icon={Link2}
      name="Copy link"
      onClick={() => void copyViewLink(named, { table: 'comparison', state })}
    />
  );
}
