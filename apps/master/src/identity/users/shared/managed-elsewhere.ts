import { permissionDenied } from '@determined/contract/errors.ts';
import type { Master } from '#platform/master.ts';

/** Whether the tokens of a hosting service say who people are and what they may. Facts: sign-in by others 4. */
export const signsInElsewhere = ({ config }: Pick<Master, 'config'>): boolean =>
  config.__internal.external_sessions.jwt_key !== null;

export function refuseManagedElsewhere(master: Pick<Master, 'config'>): void {
  if (signsInElsewhere(master)) throw permissionDenied('not enabled with external sessions');
}
