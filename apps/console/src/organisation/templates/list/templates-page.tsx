import { getRouteApi, notFound } from '@tanstack/react-router';
import { Page } from '#platform/page/page.tsx';
import { useChangeSearch } from '#platform/routing/use-change-search.ts';
import { useSwitch } from '#platform/switches/feature-switches.ts';
import { NewTemplate } from './new-template.tsx';
import { TemplateList } from './template-list.tsx';
import type { TemplateSearch } from './templates-request.ts';

const route = getRouteApi('/signed-in/templates');

/** The templates of all workspaces. */
export function TemplatesPage() {
  if (!useSwitch('task_templates')) throw notFound();
  const search = route.useSearch();
  const change = useChangeSearch<TemplateSearch>();
  return (
    <Page title="Manage Templates" actions={<NewTemplate />}>
      <TemplateList search={search} onChange={change} />
    </Page>
  );
}
