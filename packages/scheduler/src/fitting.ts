import { createHash } from 'node:crypto';
import { type AgentState, emptyAux, emptySlots, type PoolState } from './pool-state.ts';
import type { AllocationRequest, Assignment, SchedulerSettings } from './scheduling-types.ts';

/** Where the request would run now: on one agent beside others, else on whole idle agents; null where it has no room. */
export function findFit(request: AllocationRequest, pool: PoolState, settings: SchedulerSettings): Assignment[] | null {
  return pool.unlessTooFull(request, () => {
    const agents = pool.openTo(request);
    const shared = sharedFit(request, agents, settings);
    if (shared !== null || request.singleAgent || request.slots <= 1) return shared;
    return dedicatedFit(request, agents, settings);
  });
}

function sharedFit(
  request: AllocationRequest,
  agents: readonly AgentState[],
  settings: SchedulerSettings,
): Assignment[] | null {
  const candidates = agents.filter((agent) =>
    request.slots === 0 ? emptyAux(agent) > 0 : emptySlots(agent) >= request.slots,
  );
  const [best] = ranked(request, candidates, settings);
  return best === undefined ? null : [assign(best, request.slots)];
}

function dedicatedFit(
  request: AllocationRequest,
  agents: readonly AgentState[],
  settings: SchedulerSettings,
): Assignment[] | null {
  const idle = agents.filter((agent) => agent.taken.size === 0 && emptySlots(agent) > 0);
  const bySize = [...Map.groupBy(idle, emptySlots)].sort(([a], [b]) => b - a);
  for (const [size, group] of bySize) {
    if (size * group.length < request.slots || request.slots % size !== 0) continue;
    return ranked(request, group, settings)
      .slice(0, request.slots / size)
      .map(assignWhole);
  }
  return settings.heterogeneousFits ? mixedFit(request, bySize, settings) : null;
}

function mixedFit(
  request: AllocationRequest,
  bySize: [size: number, group: AgentState[]][],
  settings: SchedulerSettings,
): Assignment[] | null {
  let needed = request.slots;
  const chosen: AgentState[] = [];
  for (const [size, group] of bySize) {
    const agents = ranked(request, group, settings).slice(0, Math.floor(needed / size));
    chosen.push(...agents);
    needed -= size * agents.length;
  }
  return needed === 0 ? chosen.map(assignWhole) : null;
}

/** The best first; equals are spread over the agents by a distance of hashes, so that they don't all meet on one. */
function ranked(request: AllocationRequest, agents: AgentState[], settings: SchedulerSettings): AgentState[] {
  if (agents.length < 2) return agents;
  const rated = agents.map((agent) => ({
    agent,
    id: agent.agent.id,
    score: score(request, agent, settings),
    distance: hashDistance(request.id, agent.agent.id),
  }));
  rated.sort(
    (a, b) =>
      b.score - a.score ||
      (a.distance < b.distance ? -1 : a.distance > b.distance ? 1 : 0) ||
      (a.id < b.id ? -1 : a.id > b.id ? 1 : 0),
  );
  return rated.map(({ agent }) => agent);
}

/** `best` prefers the fullest agent, `worst` the emptiest; tasks without slots look at aux containers where no slot is taken. */
function score(request: AllocationRequest, state: AgentState, { fittingPolicy }: SchedulerSettings): number {
  const { maxAuxContainers } = state.agent;
  if (state.taken.size > 0 || request.slots > 0) {
    return fittingPolicy === 'best' ? 1 / (1 + emptySlots(state)) : emptyShare(state);
  }
  if (maxAuxContainers === 0) return 0;
  return fittingPolicy === 'best' ? 1 / (1 + emptyAux(state)) : emptyAux(state) / maxAuxContainers;
}

/** Of the slots that may be given out: those that are switched off count for nothing. */
const emptyShare = (state: AgentState): number => (state.usable.size === 0 ? 0 : emptySlots(state) / state.usable.size);

export function hashDistance(requestId: string, agentId: string): bigint {
  return BigInt.asUintN(64, hashOf(requestId) - hashOf(agentId));
}

const hashes = new Map<string, bigint>();

/** A pure function of the text; the few thousand latest answers are kept because every pass asks for the same. */
function hashOf(text: string): bigint {
  const known = hashes.get(text);
  if (known !== undefined) return known;
  if (hashes.size > 5000) hashes.clear();
  const hash = createHash('md5').update(text).digest().readBigUInt64LE(0);
  hashes.set(text, hash);
  return hash;
}

function assign({ agent, usable, taken }: AgentState, slots: number): Assignment {
  const free = [...usable].filter((slotId) => !taken.has(slotId)).sort((a, b) => a - b);
  return { agentId: agent.id, slotIds: free.slice(0, slots) };
}

function assignWhole(state: AgentState): Assignment {
  return assign(state, state.usable.size);
}
