import type { Slot } from '@determined/contract/cluster/agents-generated.ts';
import type {
  getAgentRoute,
  getAgentsRoute,
  getSlotRoute,
  getSlotsRoute,
} from '@determined/contract/cluster/agents-routes.ts';
import { invalidArgument, notFound } from '@determined/contract/errors.ts';
import { pageOf } from '@determined/contract/paging.ts';
import type { Context } from '#platform/http/context.ts';
import type { Handler } from '#platform/http/serve.ts';
import { agentView, slotViews } from './agent-view.ts';
import { shownAgent, shownSlot } from './mask-agent.ts';
import { type Machine, readMachines } from './shared/read-machines.ts';

export const getAgents: Handler<typeof getAgentsRoute> = async (request, ctx) => {
  const key = ({ node, registeredAt }: Machine) =>
    request.sortBy === 'SORT_BY_TIME' ? `${registeredAt} ${node.id}` : node.id;
  const machines = (await readMachines(ctx.db)).toSorted((a, b) => (key(a) < key(b) ? -1 : 1));
  if (request.orderBy === 'ORDER_BY_DESC') machines.reverse();
  const { items, pagination } = pageOf(machines, request);
  const without = { slots: request.excludeSlots, containers: request.excludeContainers };
  return { agents: items.map((machine) => shownAgent(ctx, agentView(machine, without))), pagination };
};

export const getAgent: Handler<typeof getAgentRoute> = async ({ agentId }, ctx) => ({
  agent: shownAgent(ctx, agentView(await findMachine(ctx, agentId))),
});

export const getSlots: Handler<typeof getSlotsRoute> = async ({ agentId }, ctx) => ({
  slots: slotViews(await findMachine(ctx, agentId)).map((slot) => shownSlot(ctx, slot)),
});

export const getSlot: Handler<typeof getSlotRoute> = async ({ agentId, slotId }, ctx) => {
  return { slot: shownSlot(ctx, findSlot(await findMachine(ctx, agentId), slotId)) };
};

/** A slot by its number, which may come with zeros before it. */
export function findSlot(machine: Machine, slotId: string): Slot {
  if (!/^\d+$/.test(slotId)) throw invalidArgument(`invalid slot id: ${slotId}`);
  const slot = slotViews(machine).find(({ id }) => id === String(Number(slotId)));
  if (!slot) throw notFound('slot', slotId);
  return slot;
}

export async function findMachine(ctx: Context, agentId: string): Promise<Machine> {
  const machines = await readMachines(ctx.db);
  const machine = machines.find(({ node }) => node.id === agentId);
  if (!machine) throw notFound('agent', agentId);
  return machine;
}
