import { lazy, Suspense } from 'react';
import { TabLoading } from '../../shared/tab-loading.tsx';
import type { ExperimentDetails } from '../detail/experiment-details.ts';

const ExperimentCode = lazy(async () => ({ default: (await import('../code/experiment-code.tsx')).ExperimentCode }));
const ExperimentNotes = lazy(async () => ({ default: (await import('./experiment-notes.tsx')).ExperimentNotes }));

/** Tabs that every experiment has, whether it searches or not. */
export const experimentTabs = { code: 'Code', notes: 'Notes' } as const;
export type ExperimentTabKey = keyof typeof experimentTabs;

export const isExperimentTab = (key: string | undefined): key is ExperimentTabKey =>
  key !== undefined && Object.hasOwn(experimentTabs, key);

export function ExperimentTab({ tab, experiment, config }: ExperimentDetails & { tab: ExperimentTabKey }) {
  return (
    <Suspense fallback={<TabLoading words="Loading..." />}>
      {tab === 'code' ? (
        <ExperimentCode experiment={experiment} config={config} />
      ) : (
        <ExperimentNotes experiment={experiment} />
      )}
    </Suspense>
  );
}
