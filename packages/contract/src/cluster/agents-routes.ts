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

// Addresses, containers and the like are hidden without VIEW_SENSITIVE_AGENT_INFO.
export const getAgentsRoute = /* @__PURE__ */ route(getAgentsData, {
  needs: { more: true },
  reads: ['agent', 'allocation'],
});
// As in the list.
export const getAgentRoute = /* @__PURE__ */ route(getAgentData, {
  needs: { more: true },
  reads: ['agent', 'allocation'],
});
// As in the list of agents.
export const getSlotsRoute = /* @__PURE__ */ route(getSlotsData, {
  needs: { more: true },
  reads: ['agent', 'allocation'],
});
// As in the list of agents.
export const getSlotRoute = /* @__PURE__ */ route(getSlotData, {
  needs: { more: true },
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
