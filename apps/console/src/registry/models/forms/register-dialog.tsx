import type { Model } from '@determined/contract/registry/models-generated.ts';
import {
  getModelsRoute,
  getModelVersionsRoute,
  postModelVersionRoute,
} from '@determined/contract/registry/models-routes.ts';
import { changesOf } from '@determined/contract/staleness.ts';
import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import { useWorkspaceChoices } from '#organisation/shared/workspace-choices.ts';
import type { AskProps } from '#platform/actions/action.ts';
import { call, useCallQuery } from '#platform/api/call.ts';
import { messageOf } from '#platform/api/console-error.ts';
import { refresh } from '#platform/api/query-client.ts';
import { canCreateModels, canCreateModelVersion } from '#platform/session/checks.ts';
import { useMay } from '#platform/session/may.ts';
import { toast } from '#platform/toasts.tsx';
import type { CheckpointSubject } from '#training/checkpoints/shared/checkpoint-subject.ts';
import { focusFirstError } from '#ui/form/focus-first-error.ts';
import { plural } from '#ui/format/words.ts';
import { Button } from '#ui/primitives/button.tsx';
import { FormDialog } from '#ui/primitives/dialog.tsx';
import { Icon } from '#ui/primitives/icon.tsx';
import { MetadataFields, TagFields, useMoreDetails } from '../../shared/more-details.tsx';
import { versionsRequest } from '../../shared/versions-request.ts';
import { NewModelDialog } from './new-model-dialog.tsx';

/** Checkpoints become the next versions of a model, which may be made on the way. */
export function RegisterDialog({ subjects, onClose }: AskProps<CheckpointSubject>) {
  const [checkpoints] = useState(subjects);
  const [making, setMaking] = useState(false);
  const several = checkpoints.length > 1;
  const { models, error } = useModels();
  const mayMake = useWorkspaceChoices(canCreateModels).length > 0;
  const more = useMoreDetails();
  const form = useForm({
    initialValues: { model: '', name: '', description: '' },
    validate: { model: (id) => (id === '' ? 'Please select a model' : null) },
  });
  const model = models.find(({ id }) => String(id) === form.values.model);
  const next = useNextVersion(model);
  const register = useRegister(checkpoints);
  const sayRegistered = useSayRegistered();
  const send = ({ model: id, name, description }: typeof form.values) => {
    if (!more.isRight()) return;
    register.mutate(
      {
        modelName: id,
        name: several ? '' : name.trim(),
        comment: description.trim(),
        metadata: more.metadata(),
        labels: more.labels(),
      },
      {
        onSuccess: (versions) => {
          onClose();
          if (model) sayRegistered(model, versions);
        },
      },
    );
  };
  if (making) {
    return (
      <NewModelDialog
        onClose={() => setMaking(false)}
        onCreated={({ id }) => form.setFieldValue('model', String(id))}
      />
    );
  }
  const title = several ? 'Register Checkpoints' : 'Register Checkpoint';
  const failed = `Unable to register ${several ? 'checkpoints' : 'checkpoint'}`;
  return (
    <FormDialog
      title={title}
      submit={title}
      working={register.isPending}
      problem={
        register.error
          ? `${failed}. ${messageOf(register.error)}`
          : error
            ? `Unable to fetch models. ${messageOf(error)}`
            : null
      }
      onClose={onClose}
      onSubmit={form.onSubmit(send, (errors) => {
        more.form.validate();
        focusFirstError(form)(errors);
      })}
    >
      <p className="muted">
        {several ? plural(checkpoints.length, 'checkpoint') : <span className="mono">{checkpoints[0].id}</span>}
      </p>
      <NativeSelect
        label="Model"
        withAsterisk
        data-autofocus
        data={[{ value: '', label: 'Choose…', disabled: true }, ...models.map(choiceOf)]}
        {...form.getInputProps('model')}
      />
      {mayMake ? (
        <Button size="xs" style={{ alignSelf: 'start' }} onClick={() => setMaking(true)}>
          <Icon of={Plus} size={14} />
          New Model
        </Button>
      ) : null}
      <TextInput
        label="Version Name"
        autoComplete="off"
        disabled={several}
        description={several ? 'Each goes by its number' : undefined}
        placeholder={next === undefined ? undefined : `Version ${next}`}
        {...form.getInputProps('name')}
      />
      <Textarea label="Description" rows={2} {...form.getInputProps('description')} />
      <MetadataFields form={more.form} />
      <TagFields form={more.form} />
    </FormDialog>
  );
}

const choiceOf = ({ id, name }: Model) => ({ value: String(id), label: name });

/** Those that the reader may add versions to. */
function useModels() {
  const may = useMay();
  const { data, error } = useCallQuery(getModelsRoute, { archived: false, sortBy: 'SORT_BY_NAME', limit: 0 });
  const models = (data?.models ?? []).filter(({ workspaceId }) => may(canCreateModelVersion, { workspaceId }));
  return { models, error };
}

/** The number that the server gives the next one. */
function useNextVersion(model: Model | undefined): number | undefined {
  const request = { ...versionsRequest(String(model?.id ?? ''), {}), limit: 1 };
  const { data } = useCallQuery(getModelVersionsRoute, request, { enabled: model !== undefined });
  return data && (data.modelVersions[0]?.version ?? 0) + 1;
}

type Given = Parameters<typeof call<typeof postModelVersionRoute>>[1];

/** One after the other, as they were chosen. Of those that were registered before another failed none is registered again. */
function useRegister(checkpoints: readonly CheckpointSubject[]) {
  const done = useRef(new Map<string, number>());
  return useMutation({
    mutationFn: async (given: Given) => {
      for (const { id } of checkpoints) {
        if (done.current.has(id)) continue;
        const { modelVersion } = await call(postModelVersionRoute, { ...given, checkpointUuid: id });
        done.current.set(id, modelVersion?.version ?? 0);
      }
      return [...done.current.values()];
    },
    onSettled: (_versions, _error, given) => refresh(changesOf(postModelVersionRoute, given)),
  });
}

/** With the way there. */
function useSayRegistered() {
  const navigate = useNavigate();
  return ({ name }: Model, versions: readonly number[]) => {
    const [only, second] = versions;
    const modelId = name;
    const open = () =>
      only === undefined || second !== undefined
        ? navigate({ to: '/models/$modelId', params: { modelId } })
        : navigate({
            to: '/models/$modelId/versions/$versionNum/{-$tab}',
            params: { modelId, versionNum: String(only), tab: undefined },
          });
    toast.done(
      `Registered ${plural(versions.length, 'checkpoint')} in ${name}`,
      <Button size="xs" onClick={() => void open()}>
        {second === undefined ? `Open Version ${only}` : 'Open Model'}
      </Button>,
    );
  };
}
