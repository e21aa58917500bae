import { findFit } from './fitting.ts';
import { emptySlots, PoolState, shapeOf } from './pool-state.ts';
import type { Agent, AllocationRequest, SchedulerSettings } from './scheduling-types.ts';
import type { WaitingReason } from './waiting-reason.ts';

/** What a pool could hold if nothing ran in it. */
export class PoolCapacity {
  readonly #pool: string;
  readonly #settings: SchedulerSettings;
  readonly #asIs: PoolState;
  readonly #allOn: PoolState;
  readonly #answers = new Map<string, WaitingReason | null>();

  constructor(pool: string, agents: readonly Agent[], settings: SchedulerSettings) {
    this.#pool = pool;
    this.#settings = settings;
    this.#asIs = new PoolState(agents, []);
    this.#allOn = new PoolState(agents.map(switchedOn), []);
  }

  /** Why the request could not even run in the idle pool; null where it could. */
  whyImpossible(request: AllocationRequest): WaitingReason | null {
    const key = shapeOf(request);
    let answer = this.#answers.get(key);
    if (answer === undefined) {
      answer = this.#work(request);
      this.#answers.set(key, answer);
    }
    return answer;
  }

  #work(request: AllocationRequest): WaitingReason | null {
    const { slots: need, singleAgent, blockedAgents } = request;
    if (this.#fits(request, this.#asIs)) return null;
    if (this.#allOn.agents.length === 0) return { kind: 'no-agents', pool: this.#pool };
    const unblocked = { ...request, blockedAgents: [] };
    const sizes = this.#allOn.agents.map(emptySlots);
    const total = sizes.reduce((sum, size) => sum + size, 0);
    if (!this.#fits(unblocked, this.#allOn)) {
      return { kind: 'too-large', need, largestAgent: Math.max(...sizes), total, singleAgent };
    }
    if (this.#fits(unblocked, this.#asIs)) return { kind: 'blocked-agents', need, agents: [...blockedAgents] };
    const enabled = this.#asIs.agents.reduce((sum, agent) => sum + emptySlots(agent), 0);
    return { kind: 'disabled', need, enabled, total };
  }

  #fits(request: AllocationRequest, pool: PoolState): boolean {
    return findFit(request, pool, this.#settings) !== null;
  }
}

function switchedOn(agent: Agent): Agent {
  return { ...agent, enabled: true, draining: false, slots: agent.slots.map(({ id }) => ({ id, enabled: true })) };
}
