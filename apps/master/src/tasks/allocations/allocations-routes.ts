import * as contract from '@determined/contract/tasks/allocations-routes.ts';
import { getAllocationHistoryRoute, postAllocationAliveRoute } from '@determined/contract/tasks/ext-routes.ts';
import { type Served, serve, serveExt } from '#platform/http/serve.ts';
import { allGather, notifyContainerRunning, rendezvous } from './gather-peers.ts';
import { getAllocation } from './get-allocation.ts';
import { getAllocationHistory } from './get-allocation-history.ts';
import { postAlive } from './places/post-alive.ts';
import { ackPreemption, pendingPreemption, preemptionSignal } from './preemption-signals.ts';
import {
  allocationReady,
  allocationWaiting,
  markDaemon,
  postAcceleratorData,
  postProxyAddress,
} from './report-allocation.ts';

export const allocationsRoutes: Served[] = [
  serve(contract.getAllocationRoute, getAllocation),
  serve(contract.allocationReadyRoute, allocationReady),
  serve(contract.allocationWaitingRoute, allocationWaiting),
  serve(contract.allocationPreemptionSignalRoute, preemptionSignal),
  serve(contract.ackAllocationPreemptionSignalRoute, ackPreemption),
  serve(contract.allocationPendingPreemptionSignalRoute, pendingPreemption),
  serve(contract.markAllocationResourcesDaemonRoute, markDaemon),
  serve(contract.allocationRendezvousInfoRoute, rendezvous),
  serve(contract.postAllocationProxyAddressRoute, postProxyAddress),
  serve(contract.postAllocationAcceleratorDataRoute, postAcceleratorData),
  serve(contract.allocationAllGatherRoute, allGather),
  serve(contract.notifyContainerRunningRoute, notifyContainerRunning),
  serveExt(getAllocationHistoryRoute, getAllocationHistory),
  serveExt(postAllocationAliveRoute, postAlive),
];
