import { routeData } from '../route.ts';
import { type FreeObject, type Message, message } from '../wire/message.ts';

/**
 * Calls about searches that platform 0.38.1 had already lost with its custom searchers; they are in the catalogue of its
 * consoles. What searchers do can be read; none takes operations from outside.
 */
export interface SearcherEvent {
  /** From 1 without gaps; a continued experiment goes on counting. */
  id: number;
  time: string | null;
  /** `INITIAL`, `VALIDATION_COMPLETED`, `TRIAL_EXITED_EARLY` or `TRIAL_CLOSED`. */
  kind: string;
  /** Of the trial; empty for the first one. */
  requestId: string;
  /** Of a trial that exited early. */
  reason: string;
  /** What was reported and looked at. */
  metrics: FreeObject | null;
  /** What was decided: requests of the trials that were created and stopped. */
  created: string[];
  stopped: string[];
  /** `completed`, `failed` or `canceled` where the search was ended. */
  end: string;
}
const SearcherEvent: Message<SearcherEvent> = /* @__PURE__ */ message(
  'id:i time:t~ kind:s requestId:s reason:s metrics:o~ created:s* stopped:s* end:s',
);

const GetSearcherEventsRequest: Message<{ experimentId: number }> = /* @__PURE__ */ message('experimentId:i');
const GetSearcherEventsResponse: Message<{ searcherEvents: SearcherEvent[] }> = /* @__PURE__ */ message(
  'searcherEvents:m0*',
  () => [SearcherEvent],
);
const PostSearcherOperationsRequest: Message<{ experimentId: number; searcherOperations: FreeObject[] }> =
  /* @__PURE__ */ message('experimentId:i searcherOperations:o*');
const TrialRequest: Message<{ trialId: number }> = /* @__PURE__ */ message('trialId:i');
const CompletedOperationRequest: Message<{ trialId: number; completedOperation: FreeObject | null }> =
  /* @__PURE__ */ message('trialId:i completedOperation:o~');
const Nothing: Message<Record<never, never>> = /* @__PURE__ */ message('');

export const getSearcherEventsData = /* @__PURE__ */ routeData(
  'GetSearcherEvents',
  'GET',
  '/experiments/{experimentId}/searcher_events',
  GetSearcherEventsRequest,
  GetSearcherEventsResponse,
  null,
  'd',
);
export const postSearcherOperationsData = /* @__PURE__ */ routeData(
  'PostSearcherOperations',
  'POST',
  '/experiments/{experimentId}/searcher_operations',
  PostSearcherOperationsRequest,
  Nothing,
  '*',
  'd',
);
export const getCurrentTrialSearcherOperationData = /* @__PURE__ */ routeData(
  'GetCurrentTrialSearcherOperation',
  'GET',
  '/trials/{trialId}/searcher/operation',
  TrialRequest,
  Nothing,
  null,
  'd',
);
export const completeTrialSearcherOperationData = /* @__PURE__ */ routeData(
  'CompleteTrialSearcherOperation',
  'POST',
  '/trials/{trialId}/searcher/completed_operation',
  CompletedOperationRequest,
  Nothing,
  '*',
  'd',
);
