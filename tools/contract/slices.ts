/** Tier of each band, low to high; files import from their own or a lower tier only. */
export const bandTiers: Record<string, number> = {
  identity: 1,
  organisation: 2,
  cluster: 3,
  tasks: 4,
  training: 5,
  registry: 6,
  outbound: 7,
};

/** band/slice → the calls (rpc) that belong to it. The generator fails unless every call stands here exactly once. */
export const slices: Record<string, string> = {
  'identity/auth': 'Login CurrentUser Logout',
  'identity/users':
    'GetUsers GetUser GetUserByUsername GetMe PostUser SetUserPassword PatchUser PatchUsers PostUserActivity',
  'identity/settings': 'GetUserSetting ResetUserSetting PostUserSetting',
  'identity/groups': 'GetGroup GetGroups CreateGroup UpdateGroup DeleteGroup AssignMultipleGroups',
  'identity/roles':
    'GetPermissionsSummary GetGroupsAndUsersAssignedToWorkspace GetRolesByID GetRolesAssignedToUser GetRolesAssignedToGroup SearchRolesAssignableToScope ListRoles AssignRoles RemoveAssignments',
  'identity/tokens': 'PostAccessToken GetAccessTokens PatchAccessToken',
  'organisation/workspaces':
    'GetWorkspace GetWorkspaceProjects GetWorkspaces PostWorkspace PatchWorkspace DeleteWorkspace ArchiveWorkspace UnarchiveWorkspace PinWorkspace UnpinWorkspace SetWorkspaceNamespaceBindings SetResourceQuotas ListWorkspaceNamespaceBindings GetWorkspacesWithDefaultNamespaceBindings BulkAutoCreateWorkspaceNamespaceBindings DeleteWorkspaceNamespaceBindings GetKubernetesResourceQuotas',
  'organisation/projects':
    'GetProject GetProjectByKey GetProjectColumns GetProjectNumericMetricsRange PostProject AddProjectNote PutProjectNotes PatchProject DeleteProject ArchiveProject UnarchiveProject MoveProject GetProjectsByUserActivity GetMetadataValues',
  'organisation/templates':
    'GetTemplates GetTemplate PutTemplate PostTemplate PatchTemplateConfig PatchTemplateName DeleteTemplate',
  'organisation/config-policies':
    'PutWorkspaceConfigPolicies PutGlobalConfigPolicies GetWorkspaceConfigPolicies GetGlobalConfigPolicies DeleteWorkspaceConfigPolicies DeleteGlobalConfigPolicies',
  'cluster/resource-pools':
    'GetResourcePools GetKubernetesResourceManagers BindRPToWorkspace UnbindRPFromWorkspace OverwriteRPWorkspaceBindings ListRPsBoundToWorkspace ListWorkspacesBoundToRP',
  'cluster/agents': 'GetAgents GetAgent GetSlots GetSlot EnableAgent DisableAgent EnableSlot DisableSlot',
  'cluster/job-queue': 'GetJobs GetJobsV2 GetJobQueueStats UpdateJobQueue',
  'cluster/usage': 'ResourceAllocationRaw ResourceAllocationAggregated',
  'cluster/master-info':
    'GetMaster GetTelemetry GetMasterConfig PatchMasterConfig MasterLogs GetClusterMessage SetClusterMessage DeleteClusterMessage',
  'tasks/allocations':
    'AllocationReady GetAllocation AllocationWaiting AllocationPreemptionSignal AllocationPendingPreemptionSignal AckAllocationPreemptionSignal MarkAllocationResourcesDaemon AllocationRendezvousInfo PostAllocationProxyAddress PostAllocationAcceleratorData AllocationAllGather NotifyContainerRunning',
  'tasks/tasks': 'GetActiveTasksCount GetTask GetTasks GetTaskContextDirectory GetTaskAcceleratorData',
  'tasks/generic-tasks': 'CreateGenericTask GetGenericTaskConfig KillGenericTask PauseGenericTask UnpauseGenericTask',
  'tasks/interactive':
    'GetNotebooks GetNotebook IdleNotebook KillNotebook SetNotebookPriority LaunchNotebook GetShells GetShell KillShell SetShellPriority LaunchShell GetCommands GetCommand KillCommand SetCommandPriority LaunchCommand GetTensorboards GetTensorboard KillTensorboard SetTensorboardPriority LaunchTensorboard DeleteTensorboardFiles',
  'tasks/logs': 'PostTaskLogs TaskLogs TaskLogsFields CleanupLogs',
  'training/metrics':
    'CompareTrials GetMetrics GetTrainingMetrics GetValidationMetrics ReportTrialMetrics ReportTrialTrainingMetrics ReportTrialValidationMetrics ExpMetricNames MetricBatches TrialsSnapshot TrialsSample GetExperimentValidationHistory',
  'training/profiler': 'GetTrialProfilerMetrics GetTrialProfilerAvailableSeries PostTrialProfilerMetricsBatch',
  'training/checkpoints':
    'GetExperimentCheckpoints GetTrialCheckpoints ReportCheckpoint GetCheckpoint PostCheckpointMetadata CheckpointsRemoveFiles PatchCheckpoints DeleteCheckpoints GetTrialMetricsByCheckpoint',
  'training/trials':
    'GetExperimentTrials GetTrialRemainingLogRetentionDays ReportTrialSourceInfo CreateTrial PutTrial PatchTrial StartTrial GetTrial GetTrialByExternalID GetTrialWorkloads KillTrial PutTrialRetainLogs ReportTrialSearcherEarlyExit ReportTrialProgress PostTrialRunnerMetadata TrialLogs TrialLogsFields',
  'training/experiments':
    'CreateExperiment PutExperiment ContinueExperiment GetExperiment GetExperiments SearchExperiments PutExperimentRetainLogs PutExperimentsRetainLogs GetModelDef GetModelDefTree GetModelDefFile GetExperimentLabels ActivateExperiment ActivateExperiments PauseExperiment PauseExperiments CancelExperiment CancelExperiments KillExperiment KillExperiments ArchiveExperiment ArchiveExperiments UnarchiveExperiment UnarchiveExperiments PatchExperiment DeleteExperiments DeleteExperiment PutExperimentLabel DeleteExperimentLabel MoveExperiment MoveExperiments',
  'training/searchers': 'GetBestSearcherValidationMetric PreviewHPSearch',
  'training/runs':
    'RunPrepareForReporting SearchRuns MoveRuns KillRuns DeleteRuns ArchiveRuns UnarchiveRuns PauseRuns ResumeRuns GetRunMetadata PostRunMetadata',
  'registry/models':
    'GetModel PostModel PatchModel ArchiveModel UnarchiveModel MoveModel DeleteModel GetModels GetModelLabels GetModelVersion GetModelVersions PostModelVersion PatchModelVersion DeleteModelVersion GetTrialMetricsByModelVersion',
  'outbound/webhooks': 'GetWebhooks PatchWebhook PostWebhook DeleteWebhook TestWebhook PostWebhookEventData',
};

/** Messages that no call of `slices` reaches but the product sends, with the slice they belong to. */
export const extraMessages: Record<string, string> = { HealthCheck: 'cluster/master-info' };
