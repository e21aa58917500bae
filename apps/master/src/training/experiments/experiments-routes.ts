import {
  getEffectiveConfigRoute,
  previewEffectiveConfigRoute,
} from '@determined/contract/training/effective-config-ext-routes.ts';
import * as contract from '@determined/contract/training/experiments-routes.ts';
import {
  getExperimentCautionsRoute,
  getExperimentRowsRoute,
  getExperimentsAlikeRoute,
  getOwnExperimentRowsRoute,
  getWaitingHistoryRoute,
  getWaitingReasonsRoute,
} from '@determined/contract/training/ext-routes.ts';
import { getFailuresRoute } from '@determined/contract/training/failures-ext-routes.ts';
import { getExperimentHistoryRoute } from '@determined/contract/training/history-ext-routes.ts';
import { saveExperimentNotesRoute } from '@determined/contract/training/notes-ext-routes.ts';
import { raw, type Served, serve, serveBytes, serveExt } from '#platform/http/serve.ts';
import { activateExperiment, activateExperiments } from './activate-experiment.ts';
import {
  archiveExperiment,
  archiveExperiments,
  unarchiveExperiment,
  unarchiveExperiments,
} from './archive-experiment.ts';
import { cancelExperiment, cancelExperiments } from './cancel-experiment.ts';
import { continueExperiment } from './continue-experiment.ts';
import { createExperiment, putExperiment } from './create-experiment.ts';
import { deleteExperiment, deleteExperiments } from './delete-experiment.ts';
import { deleteExperimentLabel, getExperimentLabels, putExperimentLabel } from './experiment-labels.ts';
import { getEffectiveConfig, previewEffectiveConfig } from './get-effective-config.ts';
import { getExperiment } from './get-experiment.ts';
import { getExperimentCautions } from './get-experiment-cautions.ts';
import { getExperimentHistory } from './get-experiment-history.ts';
import { getExperimentRows } from './get-experiment-rows.ts';
import { getExperimentsAlike } from './get-experiments-alike.ts';
import { getFailures } from './get-failures.ts';
import { getOwnExperimentRows } from './get-own-experiment-rows.ts';
import { getWaitingHistory, getWaitingReasons } from './get-waiting-reasons.ts';
import { killExperiment, killExperiments } from './kill-experiment.ts';
import { listExperiments } from './list-experiments.ts';
import {
  downloadModelDefinition,
  downloadModelDefinitionFile,
  getModelDefinition,
  getModelDefinitionFile,
  getModelDefinitionTree,
} from './model-definition.ts';
import { moveExperiment, moveExperiments } from './move-experiment.ts';
import { patchExperiment } from './patch-experiment.ts';
import { pauseExperiment, pauseExperiments } from './pause-experiment.ts';
import { retainExperimentLogs, retainExperimentsLogs } from './retain-logs.ts';
import { saveExperimentNotes } from './save-experiment-notes.ts';
import { searchExperiments } from './search-experiments.ts';

export const experimentsRoutes: Served[] = [
  serve(contract.createExperimentRoute, createExperiment),
  serve(contract.putExperimentRoute, putExperiment),
  serve(contract.continueExperimentRoute, continueExperiment),
  serve(contract.getExperimentRoute, getExperiment),
  serve(contract.getExperimentsRoute, listExperiments),
  serve(contract.searchExperimentsRoute, searchExperiments),
  serve(contract.putExperimentRetainLogsRoute, retainExperimentLogs),
  serve(contract.putExperimentsRetainLogsRoute, retainExperimentsLogs),
  serveBytes(contract.getModelDefRoute, 'b64Tgz', getModelDefinition),
  serve(contract.getModelDefTreeRoute, getModelDefinitionTree),
  serveBytes(contract.getModelDefFileRoute, 'file', getModelDefinitionFile),
  serve(contract.getExperimentLabelsRoute, getExperimentLabels),
  serve(contract.activateExperimentRoute, activateExperiment),
  serve(contract.activateExperimentsRoute, activateExperiments),
  serve(contract.pauseExperimentRoute, pauseExperiment),
  serve(contract.pauseExperimentsRoute, pauseExperiments),
  serve(contract.cancelExperimentRoute, cancelExperiment),
  serve(contract.cancelExperimentsRoute, cancelExperiments),
  serve(contract.killExperimentRoute, killExperiment),
  serve(contract.killExperimentsRoute, killExperiments),
  serve(contract.archiveExperimentRoute, archiveExperiment),
  serve(contract.archiveExperimentsRoute, archiveExperiments),
  serve(contract.unarchiveExperimentRoute, unarchiveExperiment),
  serve(contract.unarchiveExperimentsRoute, unarchiveExperiments),
  serve(contract.patchExperimentRoute, patchExperiment),
  serve(contract.deleteExperimentsRoute, deleteExperiments),
  serve(contract.deleteExperimentRoute, deleteExperiment),
  serve(contract.putExperimentLabelRoute, putExperimentLabel),
  serve(contract.deleteExperimentLabelRoute, deleteExperimentLabel),
  serve(contract.moveExperimentRoute, moveExperiment),
  serve(contract.moveExperimentsRoute, moveExperiments),
  raw('GET', '/experiments/:experimentId/model_def', downloadModelDefinition, contract.getModelDefRoute.needs),
  raw(
    'GET',
    '/experiments/:experimentId/file/download',
    downloadModelDefinitionFile,
    contract.getModelDefFileRoute.needs,
  ),
  serveExt(getExperimentHistoryRoute, getExperimentHistory),
  serveExt(saveExperimentNotesRoute, saveExperimentNotes),
  serveExt(getExperimentRowsRoute, getExperimentRows),
  serveExt(getExperimentsAlikeRoute, getExperimentsAlike),
  serveExt(getOwnExperimentRowsRoute, getOwnExperimentRows),
  serveExt(getWaitingReasonsRoute, getWaitingReasons),
  serveExt(getWaitingHistoryRoute, getWaitingHistory),
  serveExt(getExperimentCautionsRoute, getExperimentCautions),
  serveExt(getFailuresRoute, getFailures),
  serveExt(getEffectiveConfigRoute, getEffectiveConfig),
  serveExt(previewEffectiveConfigRoute, previewEffectiveConfig),
];
