import type { Model } from '@determined/contract/registry/models-generated.ts';
import { getModelRoute } from '@determined/contract/registry/models-routes.ts';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { TriangleAlert } from 'lucide-react';
import { useActions } from '#platform/actions/use-actions.ts';
import { useCallQuery } from '#platform/api/call.ts';
import { pollEvery } from '#platform/api/poll.ts';
import { Page } from '#platform/page/page.tsx';
import { QueryState, throwIfHidden } from '#platform/page/query-state.tsx';
import { EmptyState } from '#ui/primitives/notice.tsx';
import { RowMenu } from '#ui/primitives/row-menu.tsx';
import { SkeletonRows } from '#ui/primitives/skeleton.tsx';
import { registryCrumb, useModelCrumbs } from '../../shared/model-crumbs.tsx';
import { modelPageActions } from '../actions/model-actions.ts';
import styles from './model-page.module.css';
import { ModelHead, ModelMetadata, ModelNotes } from './model-parts.tsx';
import { VersionTable } from './version-table.tsx';

const route = getRouteApi('/signed-in/models/$modelId');

export function ModelPage() {
  const { modelId } = route.useParams();
  if (modelId.trim() === '') {
    return (
      <Page title="Model" crumbs={[registryCrumb]}>
        <EmptyState whole icon={TriangleAlert} title="Model name is empty" />
      </Page>
    );
  }
  return <KnownModel key={modelId} name={modelId} />;
}

/** @param name or id: the server takes both. */
function KnownModel({ name }: { name: string }) {
  const query = useCallQuery(getModelRoute, { modelName: name }, { poll: pollEvery.slow });
  throwIfHidden(query.error);
  const model = query.data?.model ?? undefined;
  return (
    <Page
      object={model !== undefined}
      title={model?.name ?? 'Model'}
      name={model ? `${model.name} (${model.id})` : undefined}
      workspaceId={model?.workspaceId}
      crumbs={useModelCrumbs(model)}
      actions={model ? <Actions model={model} /> : undefined}
    >
      <QueryState
        query={query}
        failed={`Unable to fetch model ${name}`}
        loading={<SkeletonRows words={`Loading model ${name} details...`} widths={[60, 220, 260, 100]} />}
      >
        {(reply) => (reply.model ? <LoadedModel model={reply.model} address={name} /> : null)}
      </QueryState>
    </Page>
  );
}

function Actions({ model }: { model: Model }) {
  const navigate = useNavigate();
  const actions = useActions(modelPageActions, model, { onGone: () => void navigate({ to: '/models' }) });
  return <RowMenu of={model.name} actions={actions} />;
}

function LoadedModel({ model, address }: { model: Model; address: string }) {
  return (
    <>
      <ModelHead model={model} />
      <div className={styles.parts}>
        <section className={styles.versions} aria-label="Versions">
          <VersionTable model={model} address={address} search={route.useSearch()} />
        </section>
        <div className={styles.side}>
          <section className={styles.notes} aria-label="Notes">
            <ModelNotes model={model} />
          </section>
          <ModelMetadata model={model} />
        </div>
      </div>
    </>
  );
}
