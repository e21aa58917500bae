import { NativeSelect } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { messageOf } from '#platform/api/console-error.ts';
import { nounOf } from '#platform/switches/thing-words.ts';
import { formatCount } from '#ui/format/numbers.ts';
import { DiffList } from '#ui/log-viewer/diff/diff-list.tsx';
import { diffRows } from '#ui/log-viewer/diff/diff-rows.ts';
import { DiffSteps, useDiffSteps } from '#ui/log-viewer/diff/diff-steps.tsx';
import viewer from '#ui/log-viewer/log-viewer.module.css';
import { Button } from '#ui/primitives/button.tsx';
import { FormDialog } from '#ui/primitives/dialog.tsx';
import { EmptyState, ErrorState } from '#ui/primitives/notice.tsx';
import { SkeletonRows } from '#ui/primitives/skeleton.tsx';
import type { Compared } from '../../shared/compared.ts';
import styles from '../compare-details.module.css';
import { diffTexts, type FileVersion, lineCounts, linesOf, versionName } from './file-versions.ts';
import { versionText } from './version-text.ts';

interface FileDiffDialogProps {
  path: string;
  of: Compared;
  /** Two at least, the one that most have first. */
  versions: readonly FileVersion[];
  onClose: () => void;
}

/** Two versions of a file, line by line: what both have folds. */
export function FileDiffDialog({ path, of, versions, onClose }: FileDiffDialogProps) {
  const [places, setPlaces] = useState({ from: 0, to: 1 });
  const choice = (label: string, key: 'from' | 'to') => (
    <NativeSelect
      label={label}
      value={String(places[key])}
      data={versions.map((version, at) => ({ value: String(at), label: versionName(version) }))}
      onChange={(event) => setPlaces({ ...places, [key]: Number(event.currentTarget.value) })}
    />
  );
  const [from, to] = [versions[places.from], versions[places.to]];
  return (
    <FormDialog title={path} wide="most" onSubmit={onClose} onClose={onClose}>
      <div className={styles.sides}>
        {choice('From', 'from')}
        {choice('To', 'to')}
      </div>
      <div className={styles.diff}>
        {from && to ? <FileDiff key={`${from.hash} ${to.hash}`} {...{ path, of, from, to }} /> : null}
      </div>
    </FormDialog>
  );
}

function FileDiff({ path, of, from, to }: { path: string; of: Compared; from: FileVersion; to: FileVersion }) {
  const [left, right] = useQueries({ queries: [versionText(path, from), versionText(path, to)] });
  const failed = [left, right].find(({ error, data }) => error && !data);
  if (failed) {
    return (
      <ErrorState
        title="Unable to fetch the selected file"
        actions={<Button onClick={() => void failed.refetch()}>Retry</Button>}
      >
        {failed.error ? messageOf(failed.error) : null}
      </ErrorState>
    );
  }
  if (!left.data || !right.data) return <SkeletonRows words="Loading..." widths={[320, 240, 400]} count={6} />;
  const untold = [left.data, right.data].flatMap((one) => ('why' in one ? [one.why] : []));
  if (!('text' in left.data && 'text' in right.data))
    return <EmptyState title="The files cannot be compared">{untold[0]}</EmptyState>;
  const nameOf = ({ ids }: FileVersion) => `${nounOf(of)} ${ids[0] ?? ''}`;
  const names = { left: nameOf(from), right: nameOf(to) };
  return <TextDiff left={left.data.text} right={right.data.text} names={names} />;
}

function TextDiff(props: { left: string; right: string; names: { left: string; right: string } }) {
  const { left, right, names } = props;
  const stretches = useMemo(() => diffTexts(left, right), [left, right]);
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set());
  const rows = useMemo(() => {
    const side = (text: string) => ({ lines: linesOf(text).map((line, n) => ({ n, text: line })), cut: undefined });
    return diffRows({ left: side(left), right: side(right), stretches }, false, opened);
  }, [left, right, stretches, opened]);
  const { list, now, setAt, ...steps } = useDiffSteps(rows);
  const { added, removed } = lineCounts(stretches);
  return (
    <section className={viewer.viewer} aria-label="Changes">
      <div className={viewer.bar}>
        <span role="status" className={styles.counts}>
          {left === right ? 'Both are the same.' : `+${formatCount(added)} −${formatCount(removed)}`}
        </span>
        <DiffSteps {...steps} />
      </div>
      <DiffList
        ref={list}
        rows={rows}
        now={now}
        names={names}
        onOpen={(line) => {
          setAt(undefined);
          setOpened(new Set(opened).add(line));
        }}
      />
    </section>
  );
}
