import { later } from '#ui/primitives/later.tsx';
import { TabLoading } from '../../shared/tab-loading.tsx';
import type { ExperimentDetails } from '../detail/experiment-details.ts';

const meanwhile = () => <TabLoading words="Loading..." />;
const ExperimentCode = later(async () => (await import('../code/experiment-code.tsx')).ExperimentCode, meanwhile);
const ExperimentNotes = later(async () => (await import('./experiment-notes.tsx')).ExperimentNotes, meanwhile);

/** Tabs that every experiment has, whether it searches or not. */
export const experimentTabs = { code: 'Code', notes: 'Notes' } as const;
export type ExperimentTabKey = keyof typeof experimentTabs;

export const isExperimentTab = (key: string | undefined): key is ExperimentTabKey =>
  key !== undefined && Object.hasOwn(experimentTabs, key);

export function ExperimentTab({ tab, experiment, config }: ExperimentDetails & { tab: ExperimentTabKey }) {
  return tab === 'code' ? (
    <ExperimentCode experiment={experiment} config={config} />
  ) : (
    <ExperimentNotes experiment={experiment} />
  );
}
