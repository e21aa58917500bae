import { maxPinText } from '@determined/contract/limits.ts';
import { deletePinRoute, patchPinRoute, postPinRoute } from '@determined/contract/training/pin-ext-routes.ts';
import { NativeSelect, Textarea, type TextareaProps, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useCall } from '#platform/api/call.ts';
import { messageOf } from '#platform/api/console-error.ts';
import { worded } from '#platform/switches/thing-words.ts';
import { metricText, parseMetric } from '#training/metrics/shared/metric-names.ts';
import { focusFirstError } from '#ui/form/focus-first-error.ts';
import { formatCount } from '#ui/format/numbers.ts';
import { ConfirmDialog, FormDialog } from '#ui/primitives/dialog.tsx';
import type { NumberedPin, PinAsk, PinnedRun, PinPlace } from './use-pins.ts';

interface PinDialogProps {
  asked: PinAsk;
  /** Those that can be pinned. */
  runs: readonly PinnedRun[];
  metrics: readonly string[];
  onClose: () => void;
}

/** A new pin, another text of one, or its end. */
export function PinDialog({ asked, onClose, ...shared }: PinDialogProps) {
  // What was asked stays until the dialog goes, whatever is told of the pin meanwhile.
  const [first] = useState(asked);
  if (first.act === 'add') return <AddPin at={first.at} onClose={onClose} {...shared} />;
  return first.act === 'edit' ? (
    <EditPin pin={first.pin} onClose={onClose} />
  ) : (
    <DeletePin pin={first.pin} onClose={onClose} />
  );
}

const textProblem = (text: string) => {
  if (text.trim() === '') return 'Write what happened there.';
  return text.trim().length > maxPinText ? `A pin has at most ${formatCount(maxPinText)} characters.` : null;
};
const batchProblem = (batches: string) =>
  /^\d{1,10}$/.test(batches.trim()) && Number(batches) < 2 ** 31 ? null : 'Batch must be a whole number from 0.';

function PinTextarea(props: TextareaProps) {
  const description = worded`#123 leads to trial 123 and shows how it stands.`;
  return <Textarea label="Text" description={description} autosize minRows={3} maxRows={12} {...props} />;
}

function AddPin({ at, runs, metrics, onClose }: Omit<PinDialogProps, 'asked'> & { at: PinPlace | undefined }) {
  const post = useCall(postPinRoute);
  const form = useForm({
    initialValues: {
      run: String(at?.runId ?? runs[0]?.id ?? ''),
      metric: at ? metricText(at) : (metrics[0] ?? ''),
      batches: at ? String(at.batches) : '',
      text: '',
    },
    validate: { text: textProblem, batches: batchProblem },
  });
  const add = ({ run, metric, batches, text }: typeof form.values) => {
    const { group = '', name = '' } = parseMetric(metric) ?? {};
    const body = { group, metric: name, batches: Number(batches), text };
    post.mutate({ params: { trialId: Number(run) }, body }, { onSuccess: onClose });
  };
  return (
    <FormDialog
      title="Add Pin"
      submit="Add Pin"
      working={post.isPending}
      problem={post.error ? `Unable to add pin: ${messageOf(post.error)}` : null}
      onClose={onClose}
      onSubmit={form.onSubmit(add, focusFirstError(form))}
    >
      {runs.length > 1 ? (
        <NativeSelect
          label={worded`Trial`}
          data={runs.map(({ id, name }) => ({ value: String(id), label: name ?? String(id) }))}
          {...form.getInputProps('run')}
        />
      ) : null}
      <NativeSelect label="Metric" data={[...metrics]} {...form.getInputProps('metric')} />
      <TextInput
        label="Batch"
        inputMode="numeric"
        autoComplete="off"
        data-autofocus={at ? undefined : true}
        {...form.getInputProps('batches')}
      />
      <PinTextarea data-autofocus={at ? true : undefined} {...form.getInputProps('text')} />
    </FormDialog>
  );
}

const placeWords = ({ batches, group, metric }: NumberedPin) =>
  `At batch ${formatCount(batches)} of ${group}.${metric}.`;

function EditPin({ pin, onClose }: { pin: NumberedPin; onClose: () => void }) {
  const patch = useCall(patchPinRoute);
  /** What stands there by now, where that is another text than was read. */
  const [other, setOther] = useState<{ version: number; text: string }>();
  const form = useForm({ initialValues: { text: pin.text }, validate: { text: textProblem } });
  const problem = patch.error
    ? `Unable to edit pin: ${messageOf(patch.error)}`
    : other
      ? `It says something else by now: “${other.text}”. Save again to put yours in its place.`
      : null;
  const save = ({ text }: typeof form.values) =>
    patch.mutate(
      { params: { trialId: pin.runId, pinId: pin.id }, body: { version: (other ?? pin).version, text } },
      { onSuccess: (answer) => (answer.saved ? onClose() : setOther(answer.pin)) },
    );
  return (
    <FormDialog
      title={`Edit Pin ${pin.number}`}
      submit="Save"
      working={patch.isPending}
      problem={problem}
      onClose={onClose}
      onSubmit={form.onSubmit(save, focusFirstError(form))}
    >
      <p className="muted">{placeWords(pin)}</p>
      <PinTextarea data-autofocus {...form.getInputProps('text')} />
    </FormDialog>
  );
}

function DeletePin({ pin, onClose }: { pin: NumberedPin; onClose: () => void }) {
  const remove = useCall(deletePinRoute);
  return (
    <ConfirmDialog
      title={`Delete Pin ${pin.number}`}
      confirm="Delete"
      danger
      working={remove.isPending}
      problem={remove.error ? `Unable to delete pin: ${messageOf(remove.error)}` : null}
      onConfirm={() => remove.mutate({ params: { trialId: pin.runId, pinId: pin.id } }, { onSuccess: onClose })}
      onClose={onClose}
    >
      {placeWords(pin)} What it says is gone for everybody.
    </ConfirmDialog>
  );
}
