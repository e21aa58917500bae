import { everyProjectId } from '@determined/contract/limits.ts';
import type { ReceiptAct } from '@determined/contract/training/receipt-facts.ts';
import type { RunAction } from '@determined/contract/training/run-rules.ts';
import {
  archiveRunsRoute,
  deleteRunsRoute,
  killRunsRoute,
  moveRunsRoute,
  pauseRunsRoute,
  resumeRunsRoute,
  unarchiveRunsRoute,
} from '@determined/contract/training/runs-routes.ts';
import { putTrialRetainLogsRoute } from '@determined/contract/training/trials-routes.ts';
import {
  Archive,
  ArchiveRestore,
  FolderInput,
  History,
  type LucideIcon,
  OctagonX,
  Pause,
  Play,
  Trash,
} from 'lucide-react';
import { type Action, defineAction } from '#platform/actions/action.ts';
import { call } from '#platform/api/call.ts';
import { addNoteOf } from '../../shared/notes/add-note.ts';
import { editTagsOf } from '../../shared/tags/edit-tags.ts';
import { byRunRule, neededOfEach, type RunSubject, runKind } from './run-subject.ts';
import { doneWords } from './run-words.ts';

/** The calls that do one thing to the runs they name. */
type RunsRoute =
  | typeof archiveRunsRoute
  | typeof unarchiveRunsRoute
  | typeof deleteRunsRoute
  | typeof killRunsRoute
  | typeof pauseRunsRoute
  | typeof resumeRunsRoute;

type More = Partial<
  Pick<Action<RunSubject>, 'danger' | 'ask' | 'leaves' | 'shown'> & { undo: () => Action<RunSubject> }
>;

/** Of several there is a receipt: what the act is called there. */
const receiptActs = {
  pause: 'pause',
  resume: 'activate',
  kill: 'kill',
  archive: 'archive',
  unarchive: 'unarchive',
  delete: 'delete',
  move: 'move',
} as const satisfies Record<RunAction, ReceiptAct>;

/** There are bulk calls only: one run is asked for as several are. */
function runAction(key: RunAction, label: string, icon: LucideIcon, route: RunsRoute, { undo, ...more }: More) {
  return defineAction({
    key,
    label,
    icon,
    kind: runKind,
    route,
    receipt: { kind: 'run', act: receiptActs[key] },
    request: ({ id }: RunSubject) => ({ runIds: [id], projectId: everyProjectId }),
    // Their kind's ids are numbers.
    many: async (ids) => (await call(route, { runIds: ids as number[], projectId: everyProjectId })).results,
    manyOnly: true,
    rule: byRunRule(key),
    needs: neededOfEach(route),
    done: { words: doneWords[key], undo },
    failed: `${label} failed.`,
    failedFor: ({ id }) => `Unable to ${key} run ${id}.`,
    ...more,
  });
}

const askFirst = async () => (await import('./confirm-run-action.tsx')).ConfirmRunAction;

export const pauseRun = runAction('pause', 'Pause', Pause, pauseRunsRoute, {
  ask: askFirst,
  shown: { state: 'STATE_PAUSED' },
  undo: () => resumeRun,
});

export const resumeRun: Action<RunSubject> = runAction('resume', 'Resume', Play, resumeRunsRoute, {
  ask: askFirst,
  shown: { state: 'STATE_ACTIVE' },
});

export const killRun = runAction('kill', 'Kill', OctagonX, killRunsRoute, {
  danger: true,
  ask: askFirst,
  shown: { state: 'STATE_STOPPING_KILLED' },
});

export const archiveRun = runAction('archive', 'Archive', Archive, archiveRunsRoute, {
  shown: { archived: true },
  undo: () => unarchiveRun,
});

export const unarchiveRun: Action<RunSubject> = runAction(
  'unarchive',
  'Unarchive',
  ArchiveRestore,
  unarchiveRunsRoute,
  { shown: { archived: false }, undo: () => archiveRun },
);

export const deleteRun = runAction('delete', 'Delete', Trash, deleteRunsRoute, {
  danger: true,
  ask: askFirst,
  leaves: true,
});

export const moveRun = defineAction({
  key: 'move',
  label: 'Move',
  icon: FolderInput,
  kind: runKind,
  route: moveRunsRoute,
  receipt: { kind: 'run', act: receiptActs.move, form: true },
  // Where to is for its dialog to say.
  request: ({ id }: RunSubject) => ({ runIds: [id], sourceProjectId: everyProjectId, destinationProjectId: 0 }),
  rule: byRunRule('move'),
  needs: neededOfEach(moveRunsRoute),
  ask: async () => (await import('../forms/move-runs-dialog.tsx')).MoveRunsDialog,
  leaves: true,
  done: { words: doneWords.move },
  failed: 'Unable to move runs',
});

const retainRunLogs = defineAction({
  key: 'retainLogs',
  label: 'Retain Logs',
  icon: History,
  kind: runKind,
  route: putTrialRetainLogsRoute,
  // How long is for its dialog to say.
  request: ({ id }: RunSubject) => ({ trialId: id }),
  rule: () => 'acts',
  receipt: { kind: 'run', act: 'retainLogs', form: true },
  ask: async () => (await import('../forms/retain-run-logs-dialog.tsx')).RetainRunLogsDialog,
  failed: 'Unable to retain logs',
});

/** Of a row. */
export const runActions: readonly Action<RunSubject>[] = [
  pauseRun,
  resumeRun,
  moveRun,
  archiveRun,
  unarchiveRun,
  killRun,
  deleteRun,
];

/** Of what is chosen. */
export const bulkRunActions: readonly Action<RunSubject>[] = [
  ...runActions.slice(0, runActions.indexOf(archiveRun)),
  retainRunLogs,
  editTagsOf(runKind, 'run'),
  addNoteOf(runKind, 'run', ({ experiment }) => experiment.archived || experiment.parentArchived),
  ...runActions.slice(runActions.indexOf(archiveRun)),
];
