import type { WaitingReason } from './waiting-reason.ts';

export interface Agent {
  id: string;
  enabled: boolean;
  /** Keeps what runs, takes nothing new. */
  draining: boolean;
  slots: readonly { id: number; enabled: boolean }[];
  /** How many tasks without slots it takes at once. */
  maxAuxContainers: number;
}

/** What the requests of one experiment, notebook, command… have in common. */
export interface Job {
  id: string;
  /** 1 to 99, smaller is more important. */
  priority: number;
  /** Decides inside one priority. ISO text in UTC with `Z`. */
  submittedAt: string;
  /** All its requests together never hold more slots; null: no limit. */
  maxSlots: number | null;
  userVisible: boolean;
}

/** One allocation that wants slots, or has them. */
export interface AllocationRequest {
  /** The allocation's id. */
  id: string;
  job: Job;
  requestedAt: string;
  slots: number;
  singleAgent: boolean;
  preemptible: boolean;
  /** Agents it must not run on. */
  blockedAgents: readonly string[];
  /** null while it waits. */
  running: {
    assignments: readonly Assignment[];
    backfilled: boolean;
    /** It was asked to stop, by whomever: its slots will be free before long. */
    releasing: boolean;
  } | null;
}

/** A task without slots has an assignment with no slot ids. */
export interface Assignment {
  agentId: string;
  slotIds: readonly number[];
}

export interface SchedulerSettings {
  preemption: boolean;
  fittingPolicy: 'best' | 'worst';
  /** May a request be spread over idle agents of different sizes? */
  heterogeneousFits: boolean;
}

export interface Start {
  request: AllocationRequest;
  assignments: Assignment[];
  /** Started past a more important request for which there is no room (SCHEDULED_BACKFILLED). */
  backfilled: boolean;
}

export interface Preemption {
  request: AllocationRequest;
  because:
    | { kind: 'higher-priority'; request: AllocationRequest }
    /** The job's limit was lowered below the slots that it held. */
    | { kind: 'max-slots'; limit: number; used: number };
}

export interface Waiting {
  request: AllocationRequest;
  because: WaitingReason;
}

export interface Schedule {
  start: Start[];
  /** To be asked to stop gracefully; they come back as `releasing` until their slots are free. */
  preempt: Preemption[];
  /** In queue order. */
  waiting: Waiting[];
}
