/**
 * Kinds of things that calls change and that the console keeps answers about. An answer is stale when the call that
 * gave it reads a kind that has changed (staleness.ts).
 */
export type Entity =
  | 'user'
  | 'group'
  | 'role'
  | 'token'
  | 'setting'
  | 'session'
  | 'workspace'
  | 'project'
  | 'tableView'
  | 'template'
  | 'configPolicy'
  | 'resourcePool'
  | 'agent'
  | 'job'
  | 'masterConfig'
  | 'clusterMessage'
  | 'allocation'
  | 'task'
  | 'notebook'
  | 'shell'
  | 'command'
  | 'tensorboard'
  | 'log'
  | 'experiment'
  | 'trial'
  | 'run'
  /** How far an experiment has come, as its trials report it. */
  | 'progress'
  /** What came of an act on many things. */
  | 'receipt'
  | 'metric'
  /** A note on a step of a curve. */
  | 'pin'
  | 'checkpoint'
  | 'model'
  | 'modelVersion'
  | 'webhook';

/** Kinds of whose changes no hint tells: who has to know of those that others make asks again. */
export const untold: readonly Entity[] = [
  'token',
  'setting',
  'session',
  'tableView',
  'masterConfig',
  'clusterMessage',
  'webhook',
];

/** Kinds of things whose workspace decides a permission. */
export type EntityKind =
  | 'workspace'
  | 'project'
  | 'experiment'
  | 'trial'
  | 'run'
  | 'checkpoint'
  | 'allocation'
  | 'task'
  | 'notebook'
  | 'shell'
  | 'command'
  | 'tensorboard'
  | 'genericTask'
  | 'template'
  | 'model'
  | 'modelVersion'
  | 'webhook'
  | 'user'
  | 'group'
  | 'role'
  | 'token'
  | 'job';
