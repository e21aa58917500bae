import { getTemplatesRoute } from '@determined/contract/organisation/templates-routes.ts';
import { getWorkspacesRoute } from '@determined/contract/organisation/workspaces-routes.ts';
import { FileText } from 'lucide-react';
import { useMemo } from 'react';
import { useCallQuery } from '#platform/api/call.ts';
import { pollEvery } from '#platform/api/poll.ts';
import { Tools } from '#platform/page/section.tsx';
import { worded } from '#platform/switches/thing-words.ts';
import { NameSearch } from '#platform/table/name-search.tsx';
import { QueryTable } from '#platform/table/query-table.tsx';
import { ChoiceMenu } from '#ui/primitives/choice-menu.tsx';
import { Icon } from '#ui/primitives/icon.tsx';
import { EmptyState } from '#ui/primitives/notice.tsx';
import { CompactRow } from '#ui/table/compact-row.tsx';
import { allWorkspaces } from '../../shared/all-workspaces.ts';
import { templateOf } from '../shared/template.ts';
import { keysOf, TemplateMenu, TemplateName, templateColumns } from './template-columns.tsx';
import { type TemplateSearch, templatesRequest, templateTable } from './templates-request.ts';

interface TemplateListProps {
  search: TemplateSearch;
  onChange: (next: Partial<TemplateSearch>) => void;
  /** The workspace that one is in: its templates alone. */
  workspaceId?: number;
}

export function TemplateList({ search, onChange, workspaceId }: TemplateListProps) {
  const asked = { ...search, workspace: workspaceId ?? search.workspace };
  const query = useCallQuery(getTemplatesRoute, templatesRequest(asked), { keep: true, poll: pollEvery.slow });
  const { data } = useCallQuery(getWorkspacesRoute, allWorkspaces);
  const names = useMemo(() => new Map(data?.workspaces.map(({ id, name }) => [id, name])), [data]);
  const columns = useMemo(() => templateColumns(workspaceId === undefined ? names : undefined), [names, workspaceId]);
  const filtered = search.name !== undefined || (workspaceId === undefined && search.workspace !== undefined);
  return (
    <>
      <Tools name="Filter">
        <NameSearch
          label="Search templates"
          placeholder="Search by name"
          value={search.name ?? ''}
          onChange={(name) => onChange({ name: name || undefined, page: undefined })}
        />
        {workspaceId === undefined ? (
          <ChoiceMenu
            name="Workspace"
            value={String(search.workspace ?? 'all')}
            onChange={(id) => onChange({ workspace: id === 'all' ? undefined : Number(id), page: undefined })}
            options={[
              { value: 'all', label: 'All Workspaces' },
              ...[...names].map(([id, name]) => ({ value: String(id), label: name })),
            ]}
          />
        ) : null}
      </Tools>
      <QueryTable
        label="Templates"
        noun="templates"
        definition={templateTable}
        search={search}
        query={query}
        rows={(reply) => reply.templates.map(templateOf)}
        total={(reply) => reply.pagination?.total}
        rowKey={({ name }) => name}
        columns={columns}
        empty={
          filtered ? (
            <EmptyState icon={FileText} title="No templates match this search" />
          ) : (
            <EmptyState icon={FileText} title="No Template Configured">
              {worded`A template holds settings that experiments and tasks begin with:`} det experiment create
              --template NAME.
            </EmptyState>
          )
        }
        failed="Unable to fetch templates."
        compact={(template) => (
          <CompactRow
            glyph={<Icon of={FileText} size={14} />}
            name={<TemplateName template={template} />}
            value=""
            about={keysOf(template)}
            side={workspaceId === undefined ? names.get(template.workspaceId) : undefined}
            menu={<TemplateMenu template={template} />}
          />
        )}
      />
    </>
  );
}
