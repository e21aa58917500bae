import type { Device, DeviceType } from '@determined/contract/cluster/cluster-messages-generated.ts';
import type { LauncherSlot } from '@determined/launchers/launcher.ts';

const types: Record<LauncherSlot['type'], DeviceType> = { cpu: 'TYPE_CPU', cuda: 'TYPE_CUDA', rocm: 'TYPE_ROCM' };

export const deviceType = (slot: LauncherSlot): DeviceType => types[slot.type];

export function deviceView(slot: LauncherSlot): Device {
  return { id: slot.id, brand: slot.brand, uuid: slot.uuid, type: deviceType(slot) };
}
