import type { Agent, DeviceStats, Slot } from '@determined/contract/cluster/agents-generated.ts';
import type { Container, ContainerState } from '@determined/contract/cluster/cluster-messages-generated.ts';
import { platformVersion } from '@determined/contract/limits.ts';
import type { Input } from '@determined/contract/wire/message.ts';
import { deviceType, deviceView } from './shared/device-view.ts';
import type { Machine, RunningPart } from './shared/read-machines.ts';

const containerStates: Partial<Record<RunningPart['state'], ContainerState>> = {
  ASSIGNED: 'STATE_ASSIGNED',
  PULLING: 'STATE_PULLING',
  STARTING: 'STATE_STARTING',
};

/** A machine as the API tells of it: what runs as containers, also where the launcher makes none. */
export function agentView(machine: Machine, without: { slots?: boolean; containers?: boolean } = {}): Input<Agent> {
  const { node, pools, registeredAt } = machine;
  const slots = slotViews(machine);
  return {
    id: node.id,
    registeredTime: registeredAt,
    slots: without.slots ? {} : Object.fromEntries(slots.map((slot) => [`/agents/${node.id}/slots/${slot.id}`, slot])),
    containers: without.containers ? {} : Object.fromEntries(containers(machine).map((item) => [item.id, item])),
    resourcePools: pools,
    addresses: [node.address],
    ...machine.switches.agent,
    version: platformVersion,
    slotStats: {
      typeStats: stats(machine, slots, deviceType),
      brandStats: stats(machine, slots, ({ brand }) => brand),
    },
  };
}

export function slotViews(machine: Machine): Slot[] {
  const running = containers(machine);
  return machine.node.slots.map((slot) => ({
    id: String(slot.id),
    device: deviceView(slot),
    ...machine.switches.slot(slot.id),
    container: running.find(({ devices }) => devices.some((device) => device.id === slot.id)) ?? null,
  }));
}

function containers({ node, running }: Machine): Container[] {
  return running.map((part) => ({
    parent: '',
    id: part.container_id,
    state: containerStates[part.state] ?? 'STATE_RUNNING',
    devices: node.slots.filter(({ id }) => part.slot_ids.includes(id)).map(deviceView),
    permissionDenied: false,
  }));
}

function stats(
  { node }: Machine,
  slots: Slot[],
  keyOf: (slot: Machine['node']['slots'][number]) => string,
): Record<string, DeviceStats> {
  const result: Record<string, DeviceStats> = {};
  for (const [i, slot] of node.slots.entries()) {
    const key = keyOf(slot);
    result[key] ??= { states: {}, draining: 0, disabled: 0, total: 0 };
    result[key].total++;
    if (slots[i]?.enabled === false) result[key].disabled++;
    if (slots[i]?.draining) result[key].draining++;
    const state = slots[i]?.container?.state;
    if (state) result[key].states[state] = (result[key].states[state] ?? 0) + 1;
  }
  return result;
}
