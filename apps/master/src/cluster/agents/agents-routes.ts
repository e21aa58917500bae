import * as contract from '@determined/contract/cluster/agents-routes.ts';
import { type Served, serve } from '#platform/http/serve.ts';
import { getAgent, getAgents, getSlot, getSlots } from './read-agents.ts';
import { disableAgent, disableSlot, enableAgent, enableSlot } from './switch-agent.ts';

export const agentsRoutes: Served[] = [
  serve(contract.getAgentsRoute, getAgents),
  serve(contract.getAgentRoute, getAgent),
  serve(contract.getSlotsRoute, getSlots),
  serve(contract.getSlotRoute, getSlot),
  serve(contract.enableAgentRoute, enableAgent),
  serve(contract.disableAgentRoute, disableAgent),
  serve(contract.enableSlotRoute, enableSlot),
  serve(contract.disableSlotRoute, disableSlot),
];
