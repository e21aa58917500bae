import { getRouteApi } from '@tanstack/react-router';
import { Page } from '#platform/page/page.tsx';
import { useChangeSearch } from '#platform/routing/use-change-search.ts';
import { ModelList } from './model-list.tsx';
import type { ModelSearch } from './models-request.ts';
import { NewModel } from './new-model.tsx';

const route = getRouteApi('/signed-in/models');

/** The models of all workspaces. */
export function ModelsPage() {
  const search = route.useSearch();
  const change = useChangeSearch<ModelSearch>();
  return (
    <Page title="Model Registry" actions={<NewModel />}>
      <ModelList search={search} onChange={change} />
    </Page>
  );
}
