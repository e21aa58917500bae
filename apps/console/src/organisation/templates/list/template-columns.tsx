import { useActions } from '#platform/actions/use-actions.ts';
import { RowMenu } from '#ui/primitives/row-menu.tsx';
import type { GridColumn } from '#ui/table/grid-column.ts';
import { templateActions } from '../actions/template-actions.ts';
import type { TemplateSubject } from '../shared/template.ts';
import styles from './template-list.module.css';

/** @param workspaces names by id; absent where the workspace is known. */
export function templateColumns(workspaces: ReadonlyMap<number, string> | undefined): GridColumn<TemplateSubject>[] {
  return [
    {
      id: 'name',
      header: 'Name',
      width: 300,
      sortable: true,
      cell: (template) => <TemplateName template={template} inGrid />,
    },
    { id: 'sets', header: 'Sets', width: 320, grow: true, cell: (template) => <Sets template={template} /> },
    ...(workspaces
      ? [
          {
            id: 'workspace',
            header: 'Workspace',
            width: 180,
            cell: ({ workspaceId }: TemplateSubject) => workspaces.get(workspaceId) ?? `Workspace ${workspaceId}`,
          },
        ]
      : []),
    {
      id: 'action',
      header: 'Actions',
      headerContent: <span className="visually-hidden">Actions</span>,
      width: 56,
      pinnedEnd: true,
      cell: (template) => <TemplateMenu template={template} inGrid />,
    },
  ];
}

interface OfTemplate {
  template: TemplateSubject;
  inGrid?: boolean;
}

/** Pressed, it shows the configuration. */
export function TemplateName({ template, inGrid }: OfTemplate) {
  const view = useActions(templateActions, template).find(({ key }) => key === 'view');
  return (
    <button type="button" className={styles.name} tabIndex={inGrid ? -1 : undefined} data-row-link onClick={view?.run}>
      {template.name}
    </button>
  );
}

/** What a template is about: its first keys. */
export const keysOf = ({ config }: TemplateSubject): string => Object.keys(config ?? {}).join(', ');

function Sets({ template }: OfTemplate) {
  const words = keysOf(template);
  return (
    <span className="muted" title={words}>
      {words === '' ? 'nothing yet' : words}
    </span>
  );
}

export function TemplateMenu({ template, inGrid }: OfTemplate) {
  return <RowMenu inGrid={inGrid} of={template.name} actions={useActions(templateActions, template)} />;
}
