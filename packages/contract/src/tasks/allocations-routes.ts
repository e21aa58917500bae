import { route } from '../route.ts';
import {
  ackAllocationPreemptionSignalData,
  allocationAllGatherData,
  allocationPendingPreemptionSignalData,
  allocationPreemptionSignalData,
  allocationReadyData,
  allocationRendezvousInfoData,
  allocationWaitingData,
  getAllocationData,
  markAllocationResourcesDaemonData,
  notifyContainerRunningData,
  postAllocationAcceleratorDataData,
  postAllocationProxyAddressData,
} from './allocations-generated.ts';

export const allocationReadyRoute = /* @__PURE__ */ route(allocationReadyData, {
  needs: { permission: 'UPDATE_EXPERIMENT', on: 'allocation', by: 'allocationId' },
  changes: ['allocation', 'task', 'job', 'notebook', 'shell', 'command', 'tensorboard'],
});
export const getAllocationRoute = /* @__PURE__ */ route(getAllocationData, {
  needs: { permission: 'VIEW_EXPERIMENT_METADATA', on: 'allocation', by: 'allocationId' },
  reads: ['allocation'],
});
export const allocationWaitingRoute = /* @__PURE__ */ route(allocationWaitingData, {
  needs: { permission: 'UPDATE_EXPERIMENT', on: 'allocation', by: 'allocationId' },
  changes: ['allocation', 'task', 'job'],
});
export const allocationPreemptionSignalRoute = /* @__PURE__ */ route(allocationPreemptionSignalData, {
  needs: {
    permission: 'UPDATE_EXPERIMENT',
    on: 'allocation',
    by: 'allocationId',
    refusal: { withRoles: 'checking if allocation is editable: rpc error: code = PermissionDenied desc = {usual}' },
  },
  reads: ['allocation'],
});
export const allocationPendingPreemptionSignalRoute = /* @__PURE__ */ route(allocationPendingPreemptionSignalData, {
  needs: { permission: 'UPDATE_EXPERIMENT', on: 'allocation', by: 'allocationId' },
  changes: ['allocation', 'task'],
});
export const ackAllocationPreemptionSignalRoute = /* @__PURE__ */ route(ackAllocationPreemptionSignalData, {
  needs: { permission: 'UPDATE_EXPERIMENT', on: 'allocation', by: 'allocationId' },
  changes: ['allocation'],
});
export const markAllocationResourcesDaemonRoute = /* @__PURE__ */ route(markAllocationResourcesDaemonData, {
  needs: { permission: 'UPDATE_EXPERIMENT', on: 'allocation', by: 'allocationId' },
  changes: ['allocation'],
});
export const allocationRendezvousInfoRoute = /* @__PURE__ */ route(allocationRendezvousInfoData, {
  needs: { permission: 'UPDATE_EXPERIMENT', on: 'allocation', by: 'allocationId' },
  reads: ['allocation'],
});
export const postAllocationProxyAddressRoute = /* @__PURE__ */ route(postAllocationProxyAddressData, {
  needs: { permission: 'UPDATE_EXPERIMENT', on: 'allocation', by: 'allocationId' },
  changes: ['allocation'],
});
export const postAllocationAcceleratorDataRoute = /* @__PURE__ */ route(postAllocationAcceleratorDataData, {
  needs: { permission: 'UPDATE_EXPERIMENT', on: 'allocation', by: 'allocationId' },
  changes: ['allocation', 'task'],
});
export const allocationAllGatherRoute = /* @__PURE__ */ route(allocationAllGatherData, {
  needs: { permission: 'UPDATE_EXPERIMENT', on: 'allocation', by: 'allocationId' },
  reads: [],
});
export const notifyContainerRunningRoute = /* @__PURE__ */ route(notifyContainerRunningData, {
  needs: { permission: 'UPDATE_EXPERIMENT', on: 'allocation', by: 'allocationId' },
  reads: [],
});
