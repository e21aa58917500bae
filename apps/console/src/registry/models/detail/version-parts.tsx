import { getModelVersionRoute, patchModelVersionRoute } from '@determined/contract/registry/models-routes.ts';
import { useActions } from '#platform/actions/use-actions.ts';
import { call, useCall } from '#platform/api/call.ts';
import { messageOf } from '#platform/api/console-error.ts';
import { reportError } from '#platform/api/report-error.ts';
import { later } from '#ui/primitives/later.tsx';
import { MetadataPart } from '../../shared/metadata-part.tsx';
import { readOnlyWords, useWhyFixed } from '../../shared/model.ts';
import { RegistryHead } from '../../shared/registry-head.tsx';
import { type VersionSubject, versionRequest } from '../../shared/version.ts';
import { versionTagActions } from '../actions/version-actions.ts';

const RegistryNotes = later(async () => (await import('../../shared/registry-notes.tsx')).RegistryNotes);

interface OfVersion {
  subject: VersionSubject;
}

export function VersionHead({ subject }: OfVersion) {
  const { model, version } = subject;
  const fixed = useWhyFixed(model);
  const edit = useCall(patchModelVersionRoute);
  const save = (comment: string) =>
    edit.mutate(
      { ...versionRequest(subject), modelVersion: { comment } },
      { onError: (error) => reportError(error, { title: 'Unable to save version description.' }) },
    );
  return (
    <RegistryHead
      title={subject.name}
      warning={readOnlyWords(model)}
      labels={version.labels}
      tags={useActions(versionTagActions, subject)}
      made={{ word: 'registered', at: version.creationTime, by: version.username }}
      changedAt={version.lastUpdatedTime}
      // What was typed stays in sight until the page has it.
      description={edit.isPending ? (edit.variables.modelVersion?.comment ?? '') : version.comment}
      onDescribe={fixed === undefined ? save : undefined}
    />
  );
}

export function VersionNotes({ subject }: OfVersion) {
  const { model, version } = subject;
  const { mutateAsync } = useCall(patchModelVersionRoute);
  const request = versionRequest(subject);
  return (
    <RegistryNotes
      name={`model-version-${version.id}`}
      stored={version.notes}
      read={async () => (await call(getModelVersionRoute, request)).modelVersion?.notes ?? ''}
      write={(notes) => mutateAsync({ ...request, modelVersion: { notes } })}
      locked={useWhyFixed(model)}
    />
  );
}

export function VersionMetadata({ subject }: OfVersion) {
  const { model, version } = subject;
  const edit = useCall(patchModelVersionRoute);
  return (
    <MetadataPart
      metadata={version.metadata ?? {}}
      locked={useWhyFixed(model)}
      working={edit.isPending}
      problem={edit.error ? `Unable to save metadata. ${messageOf(edit.error)}` : null}
      onSave={(metadata, done) =>
        edit.mutate({ ...versionRequest(subject), modelVersion: { metadata } }, { onSuccess: done })
      }
    />
  );
}
