import type { Model } from '@determined/contract/registry/models-generated.ts';
import { getModelRoute, patchModelRoute } from '@determined/contract/registry/models-routes.ts';
import { useActions } from '#platform/actions/use-actions.ts';
import { call, useCall } from '#platform/api/call.ts';
import { messageOf } from '#platform/api/console-error.ts';
import { reportError } from '#platform/api/report-error.ts';
import { later } from '#ui/primitives/later.tsx';
import { MetadataPart } from '../../shared/metadata-part.tsx';
import { readOnlyWords, useWhyFixed } from '../../shared/model.ts';
import { RegistryHead } from '../../shared/registry-head.tsx';
import { modelTagActions } from '../actions/model-actions.ts';

const RegistryNotes = later(async () => (await import('../../shared/registry-notes.tsx')).RegistryNotes);

export function ModelNotes({ model }: { model: Model }) {
  const { mutateAsync } = useCall(patchModelRoute);
  const modelName = String(model.id);
  return (
    <RegistryNotes
      name={`model-${model.id}`}
      stored={model.notes}
      read={async () => (await call(getModelRoute, { modelName })).model?.notes ?? ''}
      write={(notes) => mutateAsync({ modelName, model: { notes } })}
      locked={useWhyFixed(model)}
    />
  );
}

export function ModelMetadata({ model }: { model: Model }) {
  const edit = useCall(patchModelRoute);
  return (
    <MetadataPart
      metadata={model.metadata ?? {}}
      locked={useWhyFixed(model)}
      working={edit.isPending}
      problem={edit.error ? `Unable to update metadata. ${messageOf(edit.error)}` : null}
      onSave={(metadata, done) =>
        edit.mutate({ modelName: String(model.id), model: { metadata } }, { onSuccess: done })
      }
    />
  );
}
export function ModelHead({ model }: { model: Model }) {
  const fixed = useWhyFixed(model);
  const edit = useCall(patchModelRoute);
  const save = (description: string) =>
    edit.mutate(
      { modelName: String(model.id), model: { description } },
      { onError: (error) => reportError(error, { title: 'Unable to save model description.' }) },
    );
  return (
    <RegistryHead
      title={model.name}
      warning={readOnlyWords(model)}
      labels={model.labels}
      tags={useActions(modelTagActions, model)}
      made={{ word: 'created', at: model.creationTime, by: model.username }}
      changedAt={model.lastUpdatedTime}
      // What was typed stays in sight until the page has it.
      description={edit.isPending ? (edit.variables.model?.description ?? '') : model.description}
      onDescribe={fixed === undefined ? save : undefined}
    />
  );
}
