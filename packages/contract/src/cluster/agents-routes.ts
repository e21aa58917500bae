import { route } from '../route.ts';
import {
  disableAgentData,
  disableSlotData,
  enableAgentData,
  enableSlotData,
  getAgentData,
  getAgentsData,
  getSlotData,
  getSlotsData,
} from './agents-generated.ts';

export const getAgentsRoute = /* @__PURE__ */ route(getAgentsData, {
  needs: {
    checks: [
      {
        kind: 'fields',
        of: 'reply',
        on: 'cluster',
        by: ['agents.addresses', 'agents.slots', 'agents.containers'],
        needs: ['VIEW_SENSITIVE_AGENT_INFO'],
      },
    ],
  },
  reads: ['agent', 'allocation'],
});
export const getAgentRoute = /* @__PURE__ */ route(getAgentData, {
  needs: {
    checks: [
      {
        kind: 'fields',
        of: 'reply',
        on: 'cluster',
        by: ['agent.addresses', 'agent.slots', 'agent.containers'],
        needs: ['VIEW_SENSITIVE_AGENT_INFO'],
      },
    ],
  },
  reads: ['agent', 'allocation'],
});
export const getSlotsRoute = /* @__PURE__ */ route(getSlotsData, {
  needs: {
    checks: [
      {
        kind: 'fields',
        of: 'reply',
        on: 'cluster',
        by: ['slots.device', 'slots.container'],
        needs: ['VIEW_SENSITIVE_AGENT_INFO'],
      },
    ],
  },
  reads: ['agent', 'allocation'],
});
export const getSlotRoute = /* @__PURE__ */ route(getSlotData, {
  needs: {
    checks: [
      {
        kind: 'fields',
        of: 'reply',
        on: 'cluster',
        by: ['slot.device', 'slot.container'],
        needs: ['VIEW_SENSITIVE_AGENT_INFO'],
      },
    ],
  },
  reads: ['agent', 'allocation'],
});
export const enableAgentRoute = /* @__PURE__ */ route(enableAgentData, {
  needs: { permission: 'UPDATE_AGENTS', on: 'cluster', withoutRbac: 'admin' },
  changes: ['agent', 'resourcePool'],
});
export const disableAgentRoute = /* @__PURE__ */ route(disableAgentData, {
  needs: { permission: 'UPDATE_AGENTS', on: 'cluster', withoutRbac: 'admin' },
  changes: ['agent', 'resourcePool', 'job'],
});
export const enableSlotRoute = /* @__PURE__ */ route(enableSlotData, {
  needs: { permission: 'UPDATE_AGENTS', on: 'cluster', withoutRbac: 'admin' },
  changes: ['agent', 'resourcePool'],
});
export const disableSlotRoute = /* @__PURE__ */ route(disableSlotData, {
  needs: { permission: 'UPDATE_AGENTS', on: 'cluster', withoutRbac: 'admin' },
  changes: ['agent', 'resourcePool', 'job'],
});
