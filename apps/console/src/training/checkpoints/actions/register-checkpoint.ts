import { postModelVersionRoute } from '@determined/contract/registry/models-routes.ts';
import type { CheckpointState } from '@determined/contract/training/training-messages-generated.ts';
import { useRouter } from '@tanstack/react-router';
import { Box } from 'lucide-react';
import { useMemo } from 'react';
import { type Action, defineAction } from '#platform/actions/action.ts';
import { canCreateModelVersion } from '#platform/session/checks.ts';
import { type CheckpointSubject, checkpointKind } from '../shared/checkpoint-subject.ts';
import type { RegisterCheckpoints } from '../shared/register-slot.ts';

/** Makes versions of a model of them, chosen in its form; a model's own workspace decides there whether it is offered. */
const registerBy = (form: RegisterCheckpoints) =>
  defineAction<CheckpointSubject, typeof postModelVersionRoute>({
    key: 'register',
    label: 'Register',
    icon: Box,
    kind: checkpointKind,
    needs: canCreateModelVersion,
    route: postModelVersionRoute,
    request: ({ id }) => ({ checkpointUuid: id }),
    rule: ({ state }) => (state === 'STATE_COMPLETED' ? 'acts' : { blocked: reasons[state] }),
    ask: form,
    failed: 'Unable to register checkpoint',
  });

const reasons: Record<Exclude<CheckpointState, 'STATE_COMPLETED'>, string> = {
  STATE_UNSPECIFIED: 'It is not complete',
  STATE_ACTIVE: 'It is not complete yet',
  STATE_ERROR: 'It could not be saved',
  STATE_DELETED: 'Its files are deleted',
  STATE_PARTIALLY_DELETED: 'Some of its files are deleted',
};

/** None where no slice has a form for it. */
export function useRegisterCheckpoint(): Action<CheckpointSubject>[] {
  const { register } = useRouter().routesById['/signed-in/detail'].options.staticData ?? {};
  return useMemo(() => (register ? [registerBy(register)] : []), [register]);
}
