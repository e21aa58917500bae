import * as contract from '@determined/contract/training/searchers-routes.ts';
import { type Served, serve } from '#platform/http/serve.ts';
import { previewHPSearch } from './preview-hp-search.ts';
import {
  completeTrialOperation,
  getSearcherEvents,
  getTrialOperation,
  postSearcherOperations,
} from './searcher-events.ts';

export const searchersRoutes: Served[] = [
  serve(contract.previewHPSearchRoute, previewHPSearch),
  serve(contract.getSearcherEventsRoute, getSearcherEvents),
  serve(contract.postSearcherOperationsRoute, postSearcherOperations),
  serve(contract.getCurrentTrialSearcherOperationRoute, getTrialOperation),
  serve(contract.completeTrialSearcherOperationRoute, completeTrialOperation),
];
