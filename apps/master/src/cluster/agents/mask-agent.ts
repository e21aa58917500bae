import type { Agent, Slot } from '@determined/contract/cluster/agents-generated.ts';
import type { Container, Device } from '@determined/contract/cluster/cluster-messages-generated.ts';
import type { Right } from '@determined/contract/permissions.ts';
import type { Input } from '@determined/contract/wire/message.ts';
import type { Context } from '#platform/http/context.ts';

// What may be known of machines by who may not know where they are and what runs on them. Facts: platform semantics 4.9.

const hidden = '********';
const knowsMachines: Right = { needs: ['VIEW_SENSITIVE_AGENT_INFO'] };

export function shownAgent(ctx: Context, agent: Input<Agent>): Input<Agent> {
  if (ctx.holds(knowsMachines)) return agent;
  const slots = Object.entries(agent.slots ?? {}).map(([path, slot]) => [path, slot && maskSlot(slot)]);
  const containers = Object.values(agent.containers ?? {}).map((one, i) => [String(i), one && maskContainer(one)]);
  const addresses = agent.addresses?.map(() => hidden) ?? [];
  return { ...agent, addresses, slots: Object.fromEntries(slots), containers: Object.fromEntries(containers) };
}

export function shownSlot(ctx: Context, slot: Slot): Input<Slot> {
  return ctx.holds(knowsMachines) ? slot : maskSlot(slot);
}

const maskSlot = (slot: Input<Slot>): Input<Slot> => ({
  ...slot,
  device: slot.device ? maskDevice(slot.device) : null,
  container: slot.container ? maskContainer(slot.container) : null,
});

const maskDevice = (device: Input<Device>): Input<Device> => ({ ...device, id: -1, uuid: hidden });

const maskContainer = (container: Input<Container>): Input<Container> => ({
  ...container,
  id: hidden,
  devices: container.devices?.map(maskDevice) ?? [],
  permissionDenied: true,
});
