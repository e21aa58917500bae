import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { Plus, X } from 'lucide-react';
import { focusFirstError } from '#ui/form/focus-first-error.ts';
import { randomId } from '#ui/format/random-id.ts';
import { Button } from '#ui/primitives/button.tsx';
import { Icon } from '#ui/primitives/icon.tsx';
import { IconButton } from '#ui/primitives/icon-button.tsx';
import styles from './more-details.module.css';

type Metadata = Record<string, unknown>;

interface Row {
  /** Tells rows apart that read the same. */
  id: string;
  key: string;
  value: string;
  /** What the value was before, which need not be a text. */
  was?: unknown;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
const rowsOf = (metadata: Metadata): Row[] =>
  Object.entries(metadata).map(([key, was]) => ({ id: randomId(), key, value: textOf(was), was }));

/** What is wrong with one of several texts that have to differ. */
function problemOf(text: string, all: readonly string[], blank: string, twice: string): string | null {
  if (text.trim() === '') return blank;
  return all.filter((other) => other.trim() === text.trim()).length > 1 ? twice : null;
}

/** The metadata and tags of a model or version while they are filled in. */
export function useMoreDetails(metadata: Metadata = {}) {
  const form = useForm({
    initialValues: { metadata: rowsOf(metadata), tags: [] as { id: string; tag: string }[] },
    validate: {
      metadata: {
        key: (key, { metadata: rows }) =>
          problemOf(
            key,
            rows.map((row) => row.key),
            'Key is required',
            'No duplicate keys',
          ),
      },
      tags: {
        tag: (tag, { tags }) =>
          problemOf(
            tag,
            tags.map((one) => one.tag),
            'Tag is required',
            'No duplicate tags',
          ),
      },
    },
  });
  return {
    form,
    /** Shows what is wrong, and goes there. */
    isRight: (): boolean => {
      const { hasErrors, errors } = form.validate();
      if (hasErrors) focusFirstError(form)(errors);
      return !hasErrors;
    },
    metadata: (): Metadata =>
      Object.fromEntries(
        form.values.metadata.map(({ key, value, was }) => [
          key.trim(),
          was !== undefined && textOf(was) === value ? was : value,
        ]),
      ),
    labels: (): string[] => form.values.tags.map(({ tag }) => tag.trim()),
  };
}

type Details = ReturnType<typeof useMoreDetails>;

export function MetadataFields({ form }: Pick<Details, 'form'>) {
  return (
    <fieldset className={styles.rows}>
      <legend>Metadata</legend>
      {form.values.metadata.map(({ id }, at) => (
        <div key={id} className={styles.row}>
          <TextInput
            aria-label={`Key ${at + 1}`}
            placeholder="Key"
            autoComplete="off"
            {...form.getInputProps(`metadata.${at}.key`)}
          />
          <TextInput
            aria-label={`Value ${at + 1}`}
            placeholder="Value"
            autoComplete="off"
            {...form.getInputProps(`metadata.${at}.value`)}
          />
          <IconButton icon={X} name={`Remove key ${at + 1}`} onClick={() => form.removeListItem('metadata', at)} />
        </div>
      ))}
      <Button size="xs" onClick={() => form.insertListItem('metadata', { id: randomId(), key: '', value: '' })}>
        <Icon of={Plus} size={14} />
        Add Metadata
      </Button>
    </fieldset>
  );
}

export function TagFields({ form }: Pick<Details, 'form'>) {
  return (
    <fieldset className={styles.rows}>
      <legend>Tags</legend>
      {form.values.tags.map(({ id }, at) => (
        <div key={id} className={styles.row}>
          <TextInput
            aria-label={`Tag ${at + 1}`}
            placeholder="Tag"
            autoComplete="off"
            {...form.getInputProps(`tags.${at}.tag`)}
          />
          <IconButton icon={X} name={`Remove tag ${at + 1}`} onClick={() => form.removeListItem('tags', at)} />
        </div>
      ))}
      <Button size="xs" onClick={() => form.insertListItem('tags', { id: randomId(), tag: '' })}>
        <Icon of={Plus} size={14} />
        Add Tag
      </Button>
    </fieldset>
  );
}
