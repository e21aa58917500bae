import type { ComponentType } from 'react';
import type { AskProps } from '#platform/actions/action.ts';
import type { CheckpointSubject } from './checkpoint-subject.ts';

/** The form in which checkpoints become versions of a model belongs to a slice above: app/router.ts hands it to the pages. */
export type RegisterCheckpoints = () => Promise<ComponentType<AskProps<CheckpointSubject>>>;

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    register?: RegisterCheckpoints;
  }
}
