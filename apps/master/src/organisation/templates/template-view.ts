import type { Template } from '@determined/contract/organisation/templates-generated.ts';
import type { Input } from '@determined/contract/wire/message.ts';
import type { TemplateRow } from './template-store.ts';

export const templateView = ({ name, config, workspace_id }: TemplateRow): Input<Template> => ({
  name,
  config,
  workspaceId: workspace_id,
});
