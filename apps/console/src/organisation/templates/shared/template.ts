import type { Template } from '@determined/contract/organisation/templates-generated.ts';
import type { SubjectKind } from '#platform/actions/action.ts';

/** A template as lists and actions take it; its name is what it is known by. */
export interface TemplateSubject extends Template {
  id: string;
}

export const templateOf = (template: Template): TemplateSubject => ({ ...template, id: template.name });

export const templateKind: SubjectKind<TemplateSubject> = {
  entity: 'template',
  noun: 'template',
  mark: 'config',
  target: ({ workspaceId }) => ({ workspaceId }),
};
