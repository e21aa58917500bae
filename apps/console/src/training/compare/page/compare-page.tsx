import { getRouteApi } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { Page } from '#platform/page/page.tsx';
import { TabBar } from '#platform/page/tab-bar.tsx';
import { nounOf } from '#platform/switches/thing-words.ts';
import { slotsOf } from '#training/metrics/shared/series-slots.ts';
import { plural } from '#ui/format/words.ts';
import { PointedRow } from '#ui/table/pointed-row.ts';
import styles from '../shared/compare.module.css';
import { compareTabs, tabLabels } from '../shared/compare-tabs.ts';
import { CompareView } from '../shared/compare-view.tsx';
import { useLook } from './use-look.ts';

const route = getRouteApi('/signed-in/experiment-compare');

/** A comparison with an address of its own: whoever opens it sees those of the records that he may see. */
export function ComparePage() {
  const { tab = 'metrics', hues, look: said } = route.useSearch();
  const [look, onLook] = useLook(said);
  const subject = route.useLoaderDeps();
  const count = subject.ids.length;
  const [pointed] = useState(() => new PointedRow());
  const slots = useMemo(() => slotsOf(subject.ids, hues?.split(',').map(Number)), [subject.ids, hues]);
  const name = `Compare ${plural(count, nounOf(subject.of))}`;
  const tabs = compareTabs.map((key) => ({
    key,
    label: tabLabels[key],
    link: {
      to: '/experiment-compare',
      search: (before: object) => ({ ...before, tab: key === 'metrics' ? undefined : key }),
      activeOptions: { includeSearch: true, explicitUndefined: true },
    } as const,
  }));
  return (
    <Page title={name} tabs={<TabBar name={name} tabs={tabs} />}>
      <div className={styles.body}>
        <CompareView {...subject} count={count} {...{ tab, look, onLook, slots, pointed }} wide />
      </div>
    </Page>
  );
}
