import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { formatCount } from '../format/numbers.ts';
import { FormDialog } from '../primitives/dialog.tsx';
import type { LogFilter } from './log-filter.ts';
import { fromField, readPlace, toField } from './log-place.ts';

interface GoToDialogProps {
  /** Number of the oldest line. */
  begin: number;
  total: number;
  /** A time of the day the reader is at. */
  day: string | undefined;
  onGo: (place: { line: number } | { time: string }) => void;
  onClose: () => void;
}

/** Asks for a line or a time. */
export function GoToDialog({ begin, total, day, onGo, onClose }: GoToDialogProps) {
  const [text, setText] = useState('');
  const [wrong, setWrong] = useState(false);
  function submit() {
    const place = readPlace(text, day);
    if (!place || ('line' in place && (place.line < begin || place.line >= total))) return setWrong(true);
    onGo(place);
    onClose();
  }
  return (
    <FormDialog title="Go to" submit="Go" onSubmit={submit} onClose={onClose}>
      <TextInput
        size="md"
        label="Line or time"
        description={`A line from ${formatCount(begin + 1)} to ${formatCount(total)}, or a time like 14:03:16 or 2026-11-21 14:03.`}
        data-autofocus
        value={text}
        error={wrong ? 'This is no line of the log and no time.' : undefined}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value);
          setWrong(false);
        }}
      />
    </FormDialog>
  );
}

interface TimeDialogProps {
  filter: LogFilter;
  onFilter: (filter: LogFilter) => void;
  onClose: () => void;
}

/** Asks between which times lines shall be, in the reader's time zone. */
export function TimeDialog({ filter, onFilter, onClose }: TimeDialogProps) {
  const [since, setSince] = useState(toField(filter.since));
  const [until, setUntil] = useState(toField(filter.until));
  const order = since !== '' && until !== '' && since > until;
  function submit() {
    if (order) return;
    onFilter({ ...filter, since: fromField(since), until: fromField(until) });
    onClose();
  }
  return (
    <FormDialog title="Filter by time" submit="Apply" onSubmit={submit} onClose={onClose}>
      <TextInput
        size="md"
        type="datetime-local"
        step={1}
        label="From"
        data-autofocus
        value={since}
        onChange={({ currentTarget }) => setSince(currentTarget.value)}
      />
      <TextInput
        size="md"
        type="datetime-local"
        step={1}
        label="To"
        value={until}
        error={order ? 'This is before the time it starts from.' : undefined}
        onChange={({ currentTarget }) => setUntil(currentTarget.value)}
      />
    </FormDialog>
  );
}
