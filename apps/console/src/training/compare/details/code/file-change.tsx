import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { formatCount } from '#ui/format/numbers.ts';
import styles from '../compare-details.module.css';
import { diffTexts, type FileVersion, lineCounts, versionName } from './file-versions.ts';
import { versionText } from './version-text.ts';

interface FileChangeProps {
  path: string;
  from: FileVersion;
  to: FileVersion;
}

/** How many lines came and went. Nothing where that is not known. */
export function FileChange({ path, from, to }: FileChangeProps) {
  const [left, right] = [useQuery(versionText(path, from)).data, useQuery(versionText(path, to)).data];
  const counts = useMemo(
    () =>
      left && right && 'text' in left && 'text' in right ? lineCounts(diffTexts(left.text, right.text)) : undefined,
    [left, right],
  );
  return counts ? (
    <span title={`from ${versionName(from)} to ${versionName(to)}`}>
      <span className={styles.added}>+{formatCount(counts.added)}</span>{' '}
      <span className={styles.removed}>−{formatCount(counts.removed)}</span>
    </span>
  ) : null;
}
