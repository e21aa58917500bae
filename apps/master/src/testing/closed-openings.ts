import type { Permission } from '@determined/contract/permissions.ts';
import { actorHolds } from './roles-world.ts';

/** A call that the platform lets others make than we do, with the reason; `may` says exactly who may here. */
export interface Opening {
  calls: RegExp;
  on?: string;
  because: string;
  may: (actor: string, target: string) => boolean;
}

const holds =
  (...needs: Permission[]) =>
  (actor: string, target: string) =>
    needs.every((permission) => actorHolds(actor, permission, target));

export const closedOpenings: Opening[] = [
  {
    calls: /^(Kill|Pause|Unpause)GenericTask/,
    because: 'Do not copy: generic tasks stopped by anyone',
    may: holds('VIEW_NSC', 'UPDATE_NSC'),
  },
  {
    calls: /^(GetGenericTaskConfig|Get.*\[generic\]|TaskLogs.*\[generic\]|CreateGenericTask \[into Alpha, forked)/,
    because: 'Do not copy: generic tasks seen with a role in the cluster alone',
    may: holds('VIEW_NSC'),
  },
  {
    calls: /^CreateGenericTask \[into Alpha, child of the target with its files\]/,
    because: 'Do not copy: files of a hidden generic task',
    may: holds('VIEW_NSC', 'CREATE_NSC'),
  },
  {
    calls: /^PostTaskLogs \[generic\]/,
    because: 'Do not copy: logs written where one may only look',
    may: holds('VIEW_NSC', 'UPDATE_NSC'),
  },
  {
    calls: /^DeleteTensorboardFiles/,
    because: 'Do not copy: TensorBoard files deleted by anyone',
    may: holds('VIEW_EXPERIMENT_METADATA', 'UPDATE_EXPERIMENT'),
  },
  {
    calls: /^UpdateJobQueue \[priority of an experiment, strict control off/,
    because: "Do not copy: others' jobs moved",
    may: holds('VIEW_EXPERIMENT_METADATA', 'UPDATE_EXPERIMENT'),
  },
  {
    calls: /^GetTrialRemainingLogRetentionDays/,
    because: "Do not copy: remaining log days of anybody's trial",
    may: holds('VIEW_EXPERIMENT_METADATA'),
  },
  {
    calls: /^PostUserActivity/,
    because: 'Do not copy: a visit of any project',
    may: holds('VIEW_PROJECT'),
  },
  {
    calls: /^PatchExperiment \[priority\]/,
    because: 'Do not copy: priorities past the strict control of the queue',
    may: (actor) => actor === 'admin' || actor === 'C:ClusterAdmin',
  },
  {
    calls: /^AssignRoles \[ClusterAdmin, cluster, to himself/,
    because: 'Do not copy: WorkspaceAdmin makes himself ClusterAdmin',
    may: (actor) => actor === 'admin' || actor === 'C:ClusterAdmin',
  },
  {
    calls: /^GET \/debug\/prom\/metrics/,
    because: 'Do not copy: the metrics page with any token; decision 51',
    may: (actor) => actor === 'admin' || actor === 'C:ClusterAdmin',
  },
  { calls: /^GET \/health/, because: 'decision 51: whether the server is up is told without a token', may: () => true },
  {
    calls: /^POST \/task-logs/,
    because: 'Do not copy: logs written into any task; decision 43',
    may: holds('VIEW_EXPERIMENT_METADATA', 'UPDATE_EXPERIMENT'),
  },
  {
    calls: /^ReportTrialSourceInfo \[trial of Alpha, checkpoint of the target/,
    because: 'Do not copy: a trial linked to a hidden checkpoint',
    may: (actor, target) =>
      actorHolds(actor, 'UPDATE_EXPERIMENT', 'A') && actorHolds(actor, 'VIEW_EXPERIMENT_ARTIFACTS', target),
  },
  {
    calls: /^PostModelVersion \[model of Alpha, checkpoint of the target/,
    because: 'Do not copy: a hidden checkpoint registered in a model',
    may: (actor, target) =>
      actorHolds(actor, 'EDIT_MODEL_REGISTRY', 'A') && actorHolds(actor, 'VIEW_EXPERIMENT_ARTIFACTS', target),
  },
  {
    calls: /^GetModels( |$)/,
    because: 'Do not copy: models list, refused to who may see none',
    may: (actor) => actor !== 'nobody',
  },
  {
    calls: /^ContinueExperiment/,
    because: 'Do not copy: continuing needs rights on the first project',
    may: holds('VIEW_EXPERIMENT_METADATA', 'UPDATE_EXPERIMENT'),
  },
];
