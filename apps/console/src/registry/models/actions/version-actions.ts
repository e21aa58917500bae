import {
  deleteModelVersionRoute,
  getModelVersionRoute,
  patchModelVersionRoute,
} from '@determined/contract/registry/models-routes.ts';
import { Download, NotebookPen, Pencil, Tags, Trash2 } from 'lucide-react';
import { type Action, defineAction } from '#platform/actions/action.ts';
import { canDeleteModelVersion, canModifyModel } from '#platform/session/checks.ts';
import { readOnlyWords } from '../../shared/model.ts';
import { type VersionSubject, versionKind, versionRequest } from '../../shared/version.ts';

const dialogs = () => import('../forms/version-dialogs.tsx');
const takeDialogs = () => import('../forms/take-version-dialogs.tsx');

const whileOpen = ({ model }: VersionSubject) => {
  const blocked = readOnlyWords(model);
  return blocked === undefined ? ('acts' as const) : { blocked };
};

const downloadVersion = defineAction<VersionSubject, typeof getModelVersionRoute>({
  key: 'download',
  label: 'Download',
  icon: Download,
  kind: versionKind,
  route: getModelVersionRoute,
  request: versionRequest,
  rule: () => 'acts',
  ask: async () => (await takeDialogs()).DownloadVersionDialog,
  failed: 'Unable to download the checkpoint.',
});

const useInNotebook = defineAction<VersionSubject, typeof getModelVersionRoute>({
  key: 'useInNotebook',
  label: 'Use in Notebook',
  icon: NotebookPen,
  kind: versionKind,
  route: getModelVersionRoute,
  request: versionRequest,
  rule: () => 'acts',
  ask: async () => (await takeDialogs()).UseInNotebookDialog,
  failed: 'Unable to use the checkpoint.',
});

const editVersion = defineAction<VersionSubject, typeof patchModelVersionRoute>({
  key: 'edit',
  label: 'Edit',
  icon: Pencil,
  kind: versionKind,
  needs: canModifyModel,
  route: patchModelVersionRoute,
  request: versionRequest,
  rule: whileOpen,
  ask: async () => (await dialogs()).EditVersionDialog,
  failed: 'Unable to edit model version',
});

const editTags = defineAction<VersionSubject, typeof patchModelVersionRoute>({
  key: 'editTags',
  label: 'Edit Tags',
  icon: Tags,
  kind: versionKind,
  needs: canModifyModel,
  route: patchModelVersionRoute,
  request: versionRequest,
  rule: whileOpen,
  ask: async () => (await dialogs()).EditVersionTagsDialog,
  failed: 'Unable to save tags.',
});

const deregisterVersion = defineAction<VersionSubject, typeof deleteModelVersionRoute>({
  key: 'deregister',
  label: 'Deregister Version',
  icon: Trash2,
  danger: true,
  kind: versionKind,
  needs: canDeleteModelVersion,
  route: deleteModelVersionRoute,
  request: versionRequest,
  rule: () => 'acts',
  ask: async () => (await dialogs()).DeregisterVersionDialog,
  failed: 'Unable to delete model version',
});

/** On its page: two buttons, and the rest behind the dots; the head has its tags. */
export const versionTakeActions: readonly Action<VersionSubject>[] = [downloadVersion, useInNotebook];
export const versionPageActions: readonly Action<VersionSubject>[] = [editVersion, deregisterVersion];
export const versionTagActions: readonly Action<VersionSubject>[] = [editTags];

/** In the table of its model. */
export const versionRowActions: readonly Action<VersionSubject>[] = [
  downloadVersion,
  useInNotebook,
  editVersion,
  { ...editTags, failedFor: ({ version }) => `Unable to update model version ${version.version} tags.` },
  deregisterVersion,
];
