import { expect, test } from 'vitest';
import { moveProjectRoute } from './organisation/projects-routes.ts';
import { moveModelRoute } from './registry/models-routes.ts';
import type { Needs } from './route.ts';
import { moveExperimentRoute, moveExperimentsRoute } from './training/experiments-routes.ts';
import { deleteRunsRoute, moveRunsRoute } from './training/runs-routes.ts';

/** What is asked on things of one kind, named by one field of the request. */
function asked({ needs }: { needs: Needs }, on: string, by: string): string[] {
  const whole = needs.on === on && needs.by === by ? [needs.permission, ...needs.and] : [];
  const besides = needs.checks.flatMap((check) =>
    'on' in check && 'by' in check && check.on === on && check.by === by ? check.needs : [],
  );
  return [...whole, ...besides];
}

test('[RBAC-010] what is moved needs the right to create such a thing where it goes', () => {
  for (const route of [moveExperimentRoute, moveExperimentsRoute, moveRunsRoute])
    expect(asked(route, 'project', 'destinationProjectId'), route.name).toEqual(['CREATE_EXPERIMENT']);
  expect(asked(moveProjectRoute, 'workspace', 'destinationWorkspaceId')).toEqual(['CREATE_PROJECT']);
  expect(asked(moveModelRoute, 'workspace', 'destinationWorkspaceId')).toEqual(['CREATE_MODEL_REGISTRY']);
});

test('[RBAC-011] moving experiments asks for the right to delete them, for one and for several', () => {
  expect(asked(moveExperimentRoute, 'experiment', 'experimentId')).toContain('DELETE_EXPERIMENT');
  expect(asked(moveExperimentsRoute, 'experiment', 'experimentIds')).toContain('DELETE_EXPERIMENT');
});

test('[RBAC-012] deleting and moving runs asks for the right to delete experiments', () => {
  expect(asked(deleteRunsRoute, 'run', 'runIds')).toEqual(['DELETE_EXPERIMENT']);
  expect(asked(moveRunsRoute, 'run', 'runIds')).toContain('DELETE_EXPERIMENT');
});
