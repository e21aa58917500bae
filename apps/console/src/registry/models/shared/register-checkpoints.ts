import type { RegisterCheckpoints } from '#training/checkpoints/shared/register-slot.ts';

/** Tables of checkpoints have their form from here. */
export const registerCheckpoints: RegisterCheckpoints = async () =>
  (await import('../forms/register-dialog.tsx')).RegisterDialog;
