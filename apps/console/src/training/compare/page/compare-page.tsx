import { getRouteApi } from '@tanstack/react-router';
import { Page } from '#platform/page/page.tsx';
import { TabBar } from '#platform/page/tab-bar.tsx';
import { nounOf } from '#platform/switches/thing-words.ts';
import { plural } from '#ui/format/words.ts';
import styles from '../shared/compare.module.css';
import { compareTabs, tabLabels } from '../shared/compare-tabs.ts';
import { CompareView } from '../shared/compare-view.tsx';
import { compareSearch } from '../shared/compared.ts';

const route = getRouteApi('/signed-in/experiment-compare');

/** A comparison with an address of its own: whoever opens it sees those of the records that he may see. */
export function ComparePage() {
  const { tab = 'metrics' } = route.useSearch();
  const subject = route.useLoaderDeps();
  const count = subject.ids.length;
  const name = `Compare ${plural(count, nounOf(subject.of))}`;
  const tabs = compareTabs.map((key) => ({
    key,
    label: tabLabels[key],
    link: {
      to: '/experiment-compare',
      search: compareSearch(subject, key),
      activeOptions: { includeSearch: true, exact: true },
    } as const,
  }));
  return (
    <Page title={name} tabs={<TabBar name={name} tabs={tabs} />}>
      <div className={styles.body}>
        <CompareView {...subject} count={count} tab={tab} wide />
      </div>
    </Page>
  );
}
