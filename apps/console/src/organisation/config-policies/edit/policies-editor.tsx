import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect } from 'react';
import { QueryState } from '#platform/page/query-state.tsx';
import { Tools } from '#platform/page/section.tsx';
import { worded } from '#platform/switches/thing-words.ts';
import { later } from '#ui/primitives/later.tsx';
import { Segmented } from '#ui/primitives/segmented.tsx';
import { SkeletonRows } from '#ui/primitives/skeleton.tsx';
import styles from './policies-editor.module.css';
import type { Workload } from './policy-text.ts';

const loading = <SkeletonRows words="Loading config policies..." widths={[320, 240]} />;
const EditedPolicies = later(
  async () => (await import('./edited-policies.tsx')).EditedPolicies,
  () => loading,
);

interface PoliciesEditorProps {
  workload: Workload;
  onWorkload: (workload: Workload) => void;
  /** Whose they are: a workspace's name, or the cluster. */
  scope: string;
  query: UseQueryResult<{ configPolicies: Record<string, unknown> | null }, Error>;
  /** Why the reader may not change them. */
  whyNot: string | undefined;
  put: (text: string) => Promise<unknown>;
  remove: () => Promise<unknown>;
}

const about: Record<Workload, string> = {
  get EXPERIMENT() {
    return worded`For experiments made from now on: what invariant_config says wins over what people and templates say; constraints refuse what asks for more.`;
  },
  NTSC: 'For tasks made from now on: constraints refuse what asks for more.',
};

/** Config policies of the cluster or of a workspace, for experiments and for tasks. */
export function PoliciesEditor({ workload, onWorkload, query, ...props }: PoliciesEditorProps) {
  // The text, its checks and the editor come beside the policies.
  useEffect(() => EditedPolicies.load(), []);
  return (
    <>
      <Tools name="For what">
        <Segmented
          name="Config policies for"
          value={workload}
          onChange={onWorkload}
          options={[
            { value: 'EXPERIMENT', label: worded`Experiments` },
            { value: 'NTSC', label: 'Tasks' },
          ]}
        />
      </Tools>
      <div className={styles.body}>
        <p className="muted">{about[workload]}</p>
        <QueryState query={query} failed="Unable to fetch config policies." loading={loading}>
          {({ configPolicies }) => (
            <EditedPolicies
              key={`${workload} ${JSON.stringify(configPolicies)}`}
              policies={configPolicies}
              workload={workload}
              {...props}
            />
          )}
        </QueryState>
      </div>
    </>
  );
}
