import * as contract from '@determined/contract/cluster/agents-routes.ts';
import { notImplemented, type Served, serve } from '#platform/http/serve.ts';
import { getAgent, getAgents, getSlot, getSlots } from './read-agents.ts';

export const agentsRoutes: Served[] = [
  serve(contract.getAgentsRoute, getAgents),
  serve(contract.getAgentRoute, getAgent),
  serve(contract.getSlotsRoute, getSlots),
  serve(contract.getSlotRoute, getSlot),
  serve(contract.enableAgentRoute, notImplemented),
  serve(contract.disableAgentRoute, notImplemented),
  serve(contract.enableSlotRoute, notImplemented),
  serve(contract.disableSlotRoute, notImplemented),
];
