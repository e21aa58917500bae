import type { Agent, AllocationRequest, Assignment } from './scheduling-types.ts';

/** An agent with what is taken on it. */
export interface AgentState {
  readonly agent: Agent;
  /** Slots that may be given out, whether taken or not. */
  readonly usable: ReadonlySet<number>;
  readonly taken: Set<number>;
  /** How many of the usable slots are not taken. */
  empty: number;
  auxContainers: number;
}

/** A pool that can be tried out: requests are put on it and taken off again. */
export class PoolState {
  readonly agents: readonly AgentState[];
  readonly #byId: ReadonlyMap<string, AgentState>;
  readonly #placed = new Map<string, readonly Assignment[]>();
  /** Shapes of requests that were found to have no room, until something changes here. */
  readonly #tooFull = new Set<string>();

  constructor(agents: readonly Agent[], requests: readonly AllocationRequest[]) {
    this.agents = agents.map((agent) => {
      const usable = new Set(isOpen(agent) ? agent.slots.filter(({ enabled }) => enabled).map(({ id }) => id) : []);
      return { agent, usable, taken: new Set(), empty: usable.size, auxContainers: 0 };
    });
    this.#byId = new Map(this.agents.map((state) => [state.agent.id, state]));
    for (const request of requests) if (request.running !== null) this.occupy(request, request.running.assignments);
  }

  occupy(request: AllocationRequest, assignments: readonly Assignment[]): void {
    this.#placed.set(request.id, assignments);
    this.#tooFull.clear();
    for (const { agentId, slotIds } of assignments) {
      // An agent may be gone while a task is still being ended on it.
      const state = this.#byId.get(agentId);
      if (state === undefined) continue;
      if (slotIds.length === 0) state.auxContainers += 1;
      for (const slotId of slotIds) {
        if (state.usable.has(slotId) && !state.taken.has(slotId)) state.empty -= 1;
        state.taken.add(slotId);
      }
    }
  }

  /** Takes the request off; returns where it was. */
  release(request: AllocationRequest): readonly Assignment[] {
    const assignments = this.#placed.get(request.id) ?? [];
    this.#placed.delete(request.id);
    this.#tooFull.clear();
    for (const { agentId, slotIds } of assignments) {
      const state = this.#byId.get(agentId);
      if (state === undefined) continue;
      if (slotIds.length === 0) state.auxContainers -= 1;
      for (const slotId of slotIds) if (state.taken.delete(slotId) && state.usable.has(slotId)) state.empty += 1;
    }
    return assignments;
  }

  /** Agents that the request may run on. */
  openTo(request: AllocationRequest): readonly AgentState[] {
    if (request.blockedAgents.length === 0) return this.agents;
    return this.agents.filter(({ agent }) => !request.blockedAgents.includes(agent.id));
  }

  /** A search that finds nothing is not made twice: thousands may ask for the same. */
  unlessTooFull<T>(request: AllocationRequest, search: () => T | null): T | null {
    const shape = shapeOf(request);
    if (this.#tooFull.has(shape)) return null;
    const found = search();
    if (found === null) this.#tooFull.add(shape);
    return found;
  }
}

/** All of a request that decides where it has room. */
export function shapeOf({ slots, singleAgent, blockedAgents }: AllocationRequest): string {
  return `${slots} ${singleAgent} ${blockedAgents.length === 0 ? '' : JSON.stringify(blockedAgents)}`;
}

export function isOpen(agent: Agent): boolean {
  return agent.enabled && !agent.draining;
}

export function emptySlots({ empty }: AgentState): number {
  return empty;
}

/** The slots of an agent that are there to be shared: what drains counts for as long as it is used. */
export function sharedSlots({ agent, usable, taken }: AgentState): number {
  if (!agent.enabled) return 0;
  const draining = agent.slots.filter((slot) => (agent.draining || slot.draining) && taken.has(slot.id));
  return usable.size + draining.length;
}

export function emptyAux({ agent, auxContainers }: AgentState): number {
  return isOpen(agent) ? Math.max(agent.maxAuxContainers - auxContainers, 0) : 0;
}
