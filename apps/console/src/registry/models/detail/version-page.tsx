import { getModelVersionRoute } from '@determined/contract/registry/models-routes.ts';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { TriangleAlert } from 'lucide-react';
import { useActions } from '#platform/actions/use-actions.ts';
import { useCallQuery } from '#platform/api/call.ts';
import { pollEvery } from '#platform/api/poll.ts';
import { Page } from '#platform/page/page.tsx';
import { QueryState, throwIfHidden } from '#platform/page/query-state.tsx';
import { type PageTab, TabBar } from '#platform/page/tab-bar.tsx';
import { numberOf } from '#platform/routing/search-params.ts';
import { Button } from '#ui/primitives/button.tsx';
import { Icon } from '#ui/primitives/icon.tsx';
import { EmptyState } from '#ui/primitives/notice.tsx';
import { RowMenu } from '#ui/primitives/row-menu.tsx';
import { SkeletonRows } from '#ui/primitives/skeleton.tsx';
import { registryCrumb, useModelCrumbs } from '../../shared/model-crumbs.tsx';
import { titleOf, type VersionSubject, versionSubject } from '../../shared/version.ts';
import { versionPageActions, versionTakeActions } from '../actions/version-actions.ts';
import { VersionModel } from './version-model.tsx';
import styles from './version-page.module.css';
import { VersionHead, VersionNotes } from './version-parts.tsx';

const route = getRouteApi('/signed-in/models/$modelId/versions/$versionNum/{-$tab}');

export function VersionPage() {
  const { modelId, versionNum } = route.useParams();
  const number = numberOf(versionNum);
  if (number === undefined) {
    return (
      <Page title="Model Version" crumbs={[registryCrumb]}>
        <EmptyState whole icon={TriangleAlert} title={`Invalid Version ID ${versionNum}`} />
      </Page>
    );
  }
  return <KnownVersion key={`${modelId}/${number}`} name={modelId} number={number} />;
}

/** @param name of the model, or its id: the server takes both. */
function KnownVersion({ name, number }: { name: string; number: number }) {
  const request = { modelName: name, modelVersionNum: number };
  const query = useCallQuery(getModelVersionRoute, request, { poll: pollEvery.slow });
  throwIfHidden(query.error);
  const version = query.data?.modelVersion;
  const model = version?.model ?? undefined;
  const subject = model && version ? versionSubject(model, version) : undefined;
  const link = (
    <Link to="/models/$modelId" params={{ modelId: name }}>
      {model ? `${model.name} (${model.id})` : name}
    </Link>
  );
  return (
    <Page
      object={subject !== undefined}
      title={version ? titleOf(version) : `Version ${number}`}
      name={`Version ${number}`}
      workspaceId={model?.workspaceId}
      crumbs={[...useModelCrumbs(model), { key: 'model', link }]}
      actions={subject ? <Actions subject={subject} address={name} /> : undefined}
    >
      <QueryState
        query={query}
        failed={`Unable to fetch model ${name}`}
        loading={<SkeletonRows words={`Loading model ${name} details...`} widths={[120, 260, 160]} />}
      >
        {() => (subject ? <LoadedVersion subject={subject} address={name} /> : null)}
      </QueryState>
    </Page>
  );
}

interface OfVersion {
  subject: VersionSubject;
  /** The model as the address has it. */
  address: string;
}

function Actions({ subject, address }: OfVersion) {
  const navigate = useNavigate();
  const onGone = () => void navigate({ to: '/models/$modelId', params: { modelId: address } });
  const rest = useActions(versionPageActions, subject, { onGone });
  const take = useActions(versionTakeActions, subject);
  return (
    <>
      {take.map(({ key, label, icon, run }) => (
        <Button key={key} onClick={run} className={styles.take}>
          <Icon of={icon} size={14} />
          {label}
        </Button>
      ))}
      <RowMenu of={subject.name} actions={rest} />
    </>
  );
}

function LoadedVersion({ subject, address }: OfVersion) {
  const { tab } = route.useParams();
  const { version } = subject.version;
  const link = (key: string | undefined) => ({
    to: '/models/$modelId/versions/$versionNum/{-$tab}' as const,
    params: { modelId: address, versionNum: String(version), tab: key },
    activeOptions: { exact: true, includeSearch: false },
  });
  return (
    <>
      <VersionHead subject={subject} />
      <TabBar
        row
        name={`Parts of ${subject.name}`}
        tabs={[
          {
            key: 'model',
            label: 'Model',
            // The address without a tab is this one's, too.
            link: link(tab === 'notes' ? 'model' : tab) as PageTab['link'],
          },
          { key: 'notes', label: 'Notes', link: link('notes') as PageTab['link'] },
        ]}
      />
      {tab === 'notes' ? <VersionNotes subject={subject} /> : <VersionModel subject={subject} />}
    </>
  );
}
