import { getTrialHistoryRoute } from '@determined/contract/training/history-ext-routes.ts';
import * as contract from '@determined/contract/training/trials-routes.ts';
import { type Served, serve, serveExt } from '#platform/http/serve.ts';
import { createTrial, putTrial } from './create-unmanaged-trial.ts';
import { getTrial, getTrialByExternalId } from './get-trial.ts';
import { getTrialHistory } from './get-trial-history.ts';
import { killTrial } from './kill-trial.ts';
import { listTrials } from './list-trials.ts';
import { reportEarlyExit } from './report-early-exit.ts';
import { reportProgress } from './report-progress.ts';
import { getRemainingLogDays, retainTrialLogs } from './retain-trial-logs.ts';
import { patchTrial, startTrial } from './run-unmanaged-trial.ts';
import { setRunnerState } from './set-runner-state.ts';
import { streamTrialLogs, streamTrialLogsFields } from './stream-trial-logs.ts';

export const trialsRoutes: Served[] = [
  serve(contract.getExperimentTrialsRoute, listTrials),
  serve(contract.getTrialRemainingLogRetentionDaysRoute, getRemainingLogDays),
  serve(contract.createTrialRoute, createTrial),
  serve(contract.putTrialRoute, putTrial),
  serve(contract.patchTrialRoute, patchTrial),
  serve(contract.startTrialRoute, startTrial),
  serve(contract.getTrialRoute, getTrial),
  serve(contract.getTrialByExternalIDRoute, getTrialByExternalId),
  serve(contract.killTrialRoute, killTrial),
  serve(contract.putTrialRetainLogsRoute, retainTrialLogs),
  serve(contract.reportTrialSearcherEarlyExitRoute, reportEarlyExit),
  serve(contract.reportTrialProgressRoute, reportProgress),
  serve(contract.postTrialRunnerMetadataRoute, setRunnerState),
  serveExt(getTrialHistoryRoute, getTrialHistory),
  serve(contract.trialLogsRoute, streamTrialLogs),
  serve(contract.trialLogsFieldsRoute, streamTrialLogsFields),
];
