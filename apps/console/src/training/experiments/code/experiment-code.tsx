import { getModelDefTreeRoute } from '@determined/contract/training/experiments-routes.ts';
import { stringify } from 'yaml';
import { useCallQuery } from '#platform/api/call.ts';
import { QueryState } from '#platform/page/query-state.tsx';
import { worded } from '#platform/switches/thing-words.ts';
import { TabLoading } from '#training/shared/tab-loading.tsx';
import { EmptyState } from '#ui/primitives/notice.tsx';
import { type CodeNode, filesOf } from '../../shared/code/code-files.ts';
import { useChangeDetailSearch, useDetailSearch } from '../../shared/detail-route.ts';
import type { Experiment } from '../../shared/experiment.ts';
import styles from './code.module.css';
import { CodeFile, CodeText } from './code-file.tsx';
import { CodeTree } from './code-tree.tsx';
import { EffectiveConfigView } from './effective-config.tsx';

/** What was submitted: the configuration, and the files that trials run. */
export function ExperimentCode({ experiment, config }: { experiment: Experiment; config: unknown }) {
  const query = useCallQuery(getModelDefTreeRoute, { experimentId: experiment.id });
  return (
    <QueryState
      query={query}
      loading={<TabLoading words="Loading..." />}
      failed={worded`Unable to fetch the files of experiment ${experiment.id}`}
    >
      {({ files }) => <Files experiment={experiment} config={config} files={files} />}
    </QueryState>
  );
}

function Files(props: { experiment: Experiment; config: unknown; files: CodeNode[] }) {
  const { experiment, config, files } = props;
  const { file, config: which } = useDetailSearch();
  const change = useChangeDetailSearch();
  const open = file === undefined ? undefined : filesOf(files).find(({ path }) => path === file);
  return (
    <div className={styles.code}>
      <CodeTree
        nodes={files}
        place={{ file, config: which }}
        onGo={(place) => change({ file: place.file, config: place.config })}
      />
      <section className={styles.shown} aria-label="File">
        {open ? (
          <CodeFile experimentId={experiment.id} file={open} />
        ) : file !== undefined ? (
          <EmptyState title={`No file ${file}`} />
        ) : which === 'effective' ? (
          <EffectiveConfigView experimentId={experiment.id} />
        ) : which === 'runtime' ? (
          <CodeText name="Runtime Configuration" file="runtime.yaml" text={stringify(config)} />
        ) : (
          <CodeText name="Submitted Configuration" file="submitted.yaml" text={experiment.originalConfig} />
        )}
      </section>
    </div>
  );
}
