import * as contract from '@determined/contract/training/searchers-routes.ts';
import { type Served, serve } from '#platform/http/serve.ts';
import { previewHPSearch } from './preview-hp-search.ts';

export const searchersRoutes: Served[] = [serve(contract.previewHPSearchRoute, previewHPSearch)];
