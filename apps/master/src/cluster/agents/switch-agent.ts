import type {
  disableAgentRoute,
  disableSlotRoute,
  enableAgentRoute,
  enableSlotRoute,
} from '@determined/contract/cluster/agents-routes.ts';
import { inTransaction } from '#platform/db/transaction.ts';
import type { Context } from '#platform/http/context.ts';
import type { Handler } from '#platform/http/serve.ts';
import { agentView } from './agent-view.ts';
import { findMachine, findSlot } from './read-agents.ts';
import { placeSwitched, type SwitchedPlace } from './shared/agent-hooks.ts';
import { wholeAgent } from './shared/switches.ts';

// Switched off, a machine or slot takes no new work. Unless it is to drain, what runs there is ended.

export const enableAgent: Handler<typeof enableAgentRoute> = ({ agentId }, ctx) =>
  switchAgent(ctx, { agentId, slotId: null, enabled: true, draining: false });

export const disableAgent: Handler<typeof disableAgentRoute> = ({ agentId, drain }, ctx) =>
  switchAgent(ctx, { agentId, slotId: null, enabled: false, draining: drain });

export const enableSlot: Handler<typeof enableSlotRoute> = ({ agentId, slotId }, ctx) =>
  switchSlot(ctx, slotId, { agentId, enabled: true, draining: false });

export const disableSlot: Handler<typeof disableSlotRoute> = ({ agentId, slotId, drain }, ctx) =>
  switchSlot(ctx, slotId, { agentId, enabled: false, draining: drain });

async function switchAgent(ctx: Context, place: SwitchedPlace) {
  await findMachine(ctx, place.agentId);
  await store(ctx, place);
  return { agent: agentView(await findMachine(ctx, place.agentId)) };
}

async function switchSlot(ctx: Context, slotId: string, place: Omit<SwitchedPlace, 'slotId'>) {
  const { id } = findSlot(await findMachine(ctx, place.agentId), slotId);
  await store(ctx, { ...place, slotId: Number(id) });
  return { slot: findSlot(await findMachine(ctx, place.agentId), id) };
}

async function store(ctx: Context, place: SwitchedPlace): Promise<void> {
  const row = { agent_id: place.agentId, slot_id: place.slotId ?? wholeAgent, draining: place.draining };
  await inTransaction(ctx.db, async (tx) => {
    if (place.enabled) {
      await tx
        .deleteFrom('disabled_slots')
        .where('agent_id', '=', row.agent_id)
        .where('slot_id', '=', row.slot_id)
        .execute();
    } else {
      await tx
        .insertInto('disabled_slots')
        .values(row)
        .onConflict((conflict) => conflict.columns(['agent_id', 'slot_id']).doUpdateSet({ draining: row.draining }))
        .execute();
    }
    await placeSwitched.run(tx, place);
  });
}
