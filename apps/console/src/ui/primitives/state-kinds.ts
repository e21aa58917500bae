export type Tone = 'run' | 'ok' | 'err' | 'warn' | 'idle';

export interface StateLook {
  word: string;
  tone: Tone;
  /** Silhouette: a ring is in flight, a disc is finished, an octagon has failed. */
  glyph: Glyph;
}

export type Glyph =
  | 'queued'
  | 'waiting'
  | 'starting'
  | 'pulling'
  | 'running'
  | 'active'
  | 'paused'
  | 'stopping'
  | 'completed'
  | 'stopped'
  | 'errored'
  | 'delete-failed'
  | 'deleting'
  | 'deleted'
  | 'partly-deleted'
  | 'archived'
  | 'unmanaged'
  | 'unknown';

const look = (word: string, tone: Tone, glyph: Glyph): StateLook => ({ word, tone, glyph });

const queued = look('Queued', 'idle', 'queued');
const running = look('Running', 'run', 'running');
const completed = look('Completed', 'ok', 'completed');
const errored = look('Errored', 'err', 'errored');
const stopping = look('Stopping', 'idle', 'stopping');
const stopped = look('Stopped', 'idle', 'stopped');
const deleted = look('Deleted', 'err', 'deleted');

/** Keys are the wire's names of all state enumerations, without the prefix `STATE_`. */
const looks: Record<string, StateLook> = {
  ACTIVE: look('Active', 'run', 'active'),
  UNSPECIFIED: look('Active', 'run', 'active'),
  QUEUED: queued,
  SCHEDULED: look('Scheduled', 'idle', 'queued'),
  SCHEDULED_BACKFILLED: look('Scheduled, backfilled', 'idle', 'queued'),
  WAITING: look('Waiting', 'idle', 'waiting'),
  ASSIGNED: look('Waiting', 'idle', 'waiting'),
  PULLING: look('Pulling image', 'run', 'pulling'),
  STARTING: look('Starting', 'run', 'starting'),
  RUNNING: running,
  PAUSED: look('Paused', 'warn', 'paused'),
  STOPPING_COMPLETED: stopping,
  STOPPING_CANCELED: stopping,
  STOPPING_ERROR: stopping,
  STOPPING_KILLED: stopping,
  TERMINATING: look('Terminating', 'idle', 'stopping'),
  TERMINATED: stopped,
  COMPLETED: completed,
  CANCELED: stopped,
  ERROR: errored,
  DELETING: look('Deleting', 'err', 'deleting'),
  DELETED: deleted,
  DELETE_FAILED: look('Delete failed', 'err', 'delete-failed'),
  PARTIALLY_DELETED: look('Partly deleted', 'idle', 'partly-deleted'),
};

/** Words and silhouette of a wire state (`STATE_RUNNING`); a value outside the enumerations says so. */
export function stateLook(state: string): StateLook {
  return looks[state.replace(/^(.*_)?STATE_/, '')] ?? look('Unknown state', 'idle', 'unknown');
}

/** Not states on the wire, but shown with the same part. */
export const archivedLook = look('Archived', 'idle', 'archived');
/** Of a detached process that was not heard of since. */
export const registeredLook = look('Registered, not running', 'idle', 'waiting');
export const unmanagedLook = look('Unmanaged', 'idle', 'unmanaged');
/** A checkpoint that can be read. Its COMPLETED is called so. */
export const readyLook = look('Ready', 'ok', 'completed');
/** A deleted checkpoint is housekeeping, not an error. */
export const deletedCheckpointLook = look('Deleted', 'idle', 'deleted');
