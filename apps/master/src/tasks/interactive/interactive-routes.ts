import * as contract from '@determined/contract/tasks/interactive-routes.ts';
import { notImplemented, type Served, serve } from '#platform/http/serve.ts';

export const interactiveRoutes: Served[] = [
  serve(contract.getNotebooksRoute, notImplemented),
  serve(contract.getNotebookRoute, notImplemented),
  serve(contract.idleNotebookRoute, notImplemented),
  serve(contract.killNotebookRoute, notImplemented),
  serve(contract.setNotebookPriorityRoute, notImplemented),
  serve(contract.launchNotebookRoute, notImplemented),
  serve(contract.getShellsRoute, notImplemented),
  serve(contract.getShellRoute, notImplemented),
  serve(contract.killShellRoute, notImplemented),
  serve(contract.setShellPriorityRoute, notImplemented),
  serve(contract.launchShellRoute, notImplemented),
  serve(contract.getCommandsRoute, notImplemented),
  serve(contract.getCommandRoute, notImplemented),
  serve(contract.killCommandRoute, notImplemented),
  serve(contract.setCommandPriorityRoute, notImplemented),
  serve(contract.launchCommandRoute, notImplemented),
  serve(contract.getTensorboardsRoute, notImplemented),
  serve(contract.getTensorboardRoute, notImplemented),
  serve(contract.killTensorboardRoute, notImplemented),
  serve(contract.setTensorboardPriorityRoute, notImplemented),
  serve(contract.launchTensorboardRoute, notImplemented),
];
