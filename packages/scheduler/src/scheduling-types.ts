import type { WaitingReason } from './waiting-reason.ts';

export interface Agent {
  id: string;
  enabled: boolean;
  /** Keeps what runs, takes nothing new. */
  draining: boolean;
  /** One that drains takes nothing new, and what runs on it still counts. */
  slots: readonly { id: number; enabled: boolean; draining?: boolean }[];
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
  /** Above 0: its part of a pool that shares its slots fairly. */
  weight: number;
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
  /** By priority and time, or each job a fair share of the slots. */
  type: 'priority' | 'fair_share';
  /** Of priorities alone: fair share always takes back what is over a share. */
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
    | { kind: 'max-slots'; limit: number; used: number }
    /** Its job had more slots than its share of the pool. */
    | { kind: 'fair-share'; share: number; used: number };
}

export interface Waiting {
  request: AllocationRequest;
  because: WaitingReason;
}

export interface Schedule {
  start: Start[];
  /** To be asked to stop gracefully; they come back as `releasing` until their slots are free. */
  preempt: Preemption[];
  /** In queue order: by priority, or with fair share by arrival. */
  waiting: Waiting[];
}
