import { Navigate, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { Tools } from '#platform/page/section.tsx';
import { type Setting, useSetting } from '#platform/settings/settings.ts';
import type { ExperimentDetails } from '../detail/experiment-details.ts';
import '../shared/search-runs-slot.ts';
import { ExperimentTab } from '../tabs/experiment-tab.tsx';
import { useTrialsView } from '../tabs/use-trials-view.tsx';
import { type SearchTab, SearchTabBar, useSearchTabs } from './search-tab-bar.tsx';

const lastTab: Setting<SearchTab> = {
  key: 'searchTab',
  read: (stored) => (stored === 'code' || stored === 'notes' ? stored : 'runs'),
};

interface SearchTabsProps extends ExperimentDetails {
  /** As the address has it. */
  tab: string | undefined;
}

export function SearchTabs({ tab, ...details }: SearchTabsProps) {
  const { experiment } = details;
  const [last, setLast] = useSetting(lastTab);
  const { choice, triage } = useTrialsView(details);
  const { runs } = useRouter().routesById['/signed-in/detail/searches/$searchId/{-$tab}'].options.staticData ?? {};
  const tabs = useSearchTabs(experiment);
  const current = tabs.find((one) => one === tab);
  // The address is outside React: what it shows is what a bad one is replaced by.
  useEffect(() => {
    if (current && current !== last) setLast(current);
  }, [current, last, setLast]);
  if (!current) {
    // Without a tab it opens on its runs.
    const next = tab === undefined ? 'runs' : (tabs.find((one) => one === last) ?? 'runs');
    const params = { searchId: String(experiment.id), tab: next };
    return <Navigate to="/searches/$searchId/{-$tab}" params={params} search replace />;
  }
  return (
    <>
      <SearchTabBar experiment={experiment} config={details.config} />
      {current !== 'runs' ? <ExperimentTab tab={current} {...details} /> : null}
      {current === 'runs' && triage ? (
        <>
          <Tools name="View">{choice}</Tools>
          {triage}
        </>
      ) : null}
      {current === 'runs' && !triage && runs ? (
        <>
          <runs.OnlyRun experiment={experiment} />
          <runs.Table experiment={experiment} config={details.config} tools={choice} />
        </>
      ) : null}
    </>
  );
}
