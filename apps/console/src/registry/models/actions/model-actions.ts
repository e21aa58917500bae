import type { Model } from '@determined/contract/registry/models-generated.ts';
import {
  archiveModelRoute,
  deleteModelRoute,
  moveModelRoute,
  patchModelRoute,
  unarchiveModelRoute,
} from '@determined/contract/registry/models-routes.ts';
import { Archive, ArchiveRestore, FolderInput, Pencil, Tags, Trash2 } from 'lucide-react';
import { type Action, defineAction } from '#platform/actions/action.ts';
import { canDeleteModel, canModifyModel } from '#platform/session/checks.ts';
import { modelKind, readOnlyWords } from '../../shared/model.ts';

const dialogs = () => import('../forms/model-dialogs.tsx');

/** By its id: the name may have become another one meanwhile. */
const requestOf = ({ id }: Model) => ({ modelName: String(id) });
const whileOpen = ({ archived }: Model) => (archived ? 'absent' : 'acts');

const editModel = defineAction<Model, typeof patchModelRoute>({
  key: 'edit',
  label: 'Edit',
  icon: Pencil,
  kind: modelKind,
  needs: canModifyModel,
  route: patchModelRoute,
  request: requestOf,
  rule: whileOpen,
  ask: async () => (await dialogs()).EditModelDialog,
  failed: 'Unable to edit model',
});

const editTags = defineAction<Model, typeof patchModelRoute>({
  key: 'editTags',
  label: 'Edit Tags',
  icon: Tags,
  kind: modelKind,
  needs: canModifyModel,
  route: patchModelRoute,
  request: requestOf,
  rule: (model) => (model.archived ? { blocked: readOnlyWords(model) ?? '' } : 'acts'),
  ask: async () => (await dialogs()).EditModelTagsDialog,
  failed: 'Unable to update model tags.',
});

const moveModel = defineAction<Model, typeof moveModelRoute>({
  key: 'move',
  label: 'Move',
  icon: FolderInput,
  kind: modelKind,
  needs: canModifyModel,
  route: moveModelRoute,
  request: requestOf,
  rule: whileOpen,
  ask: async () => (await dialogs()).MoveModelDialog,
  failed: 'Unable to move model',
});

const notSwitched = ({ id }: Model) => `Unable to switch model ${id} archive status.`;

const archiveModel = defineAction<Model, typeof archiveModelRoute>({
  key: 'archive',
  label: 'Archive',
  icon: Archive,
  kind: modelKind,
  needs: canModifyModel,
  route: archiveModelRoute,
  request: requestOf,
  rule: whileOpen,
  shown: { archived: true },
  done: { word: 'Archived', undo: () => unarchiveModel },
  failed: 'Archive failed.',
  failedFor: notSwitched,
});

const unarchiveModel = defineAction<Model, typeof unarchiveModelRoute>({
  key: 'unarchive',
  label: 'Unarchive',
  icon: ArchiveRestore,
  kind: modelKind,
  needs: canModifyModel,
  route: unarchiveModelRoute,
  request: requestOf,
  rule: ({ archived }) => (archived ? 'acts' : 'absent'),
  shown: { archived: false },
  failed: 'Unarchive failed.',
  failedFor: notSwitched,
});

const deleteModel = defineAction<Model, typeof deleteModelRoute>({
  key: 'delete',
  label: 'Delete',
  icon: Trash2,
  danger: true,
  kind: modelKind,
  needs: canDeleteModel,
  route: deleteModelRoute,
  request: requestOf,
  rule: () => 'acts',
  ask: async () => (await dialogs()).DeleteModelDialog,
  failed: 'Unable to delete model.',
});

/** On its page: the head has its tags. */
export const modelPageActions: readonly Action<Model>[] = [
  editModel,
  moveModel,
  unarchiveModel,
  archiveModel,
  deleteModel,
];
export const modelTagActions: readonly Action<Model>[] = [editTags];

/** In a list. */
export const modelActions: readonly Action<Model>[] = [
  editModel,
  { ...editTags, failedFor: ({ name }) => `Unable to update model ${name} tags.` },
  moveModel,
  unarchiveModel,
  archiveModel,
  deleteModel,
];
