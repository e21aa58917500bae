import { getProjectColumnsRoute } from '@determined/contract/organisation/projects-routes.ts';
import { type Served, serve } from '#platform/http/serve.ts';
import { getProjectColumns } from './get-project-columns.ts';

export const columnsRoutes: Served[] = [serve(getProjectColumnsRoute, getProjectColumns)];
