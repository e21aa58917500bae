import { getPinsRoute, type Pin } from '@determined/contract/training/pin-ext-routes.ts';
import { type ReactNode, useMemo, useState } from 'react';
import { useCallQuery } from '#platform/api/call.ts';
import { pollEvery } from '#platform/api/poll.ts';
import { canModifyExperimentMetadata } from '#platform/session/checks.ts';
import { useWhyNot } from '#platform/session/may.ts';
import { worded } from '#platform/switches/thing-words.ts';
import type { MetricId } from '#training/metrics/shared/metric-names.ts';
import type { ChartPins } from '#ui/chart/chart-pins.ts';
import type { LineSeries, ReadPoint } from '#ui/chart/line-series.ts';

/** A run that is drawn. */
export interface PinnedRun {
  id: number;
  workspaceId: number;
  /** How charts and lists call it; nothing where there is but one. */
  name?: string;
  /** Its line's key. */
  mark?: ReactNode;
}

/** A pin as charts and the list call it. */
export interface NumberedPin extends Pin {
  number: number;
}

export interface PinPlace extends MetricId {
  runId: number;
  batches: number;
}

/** What is asked for: a new pin, perhaps at a place; another text of one, or its end. */
export type PinAsk = { act: 'add'; at: PinPlace | undefined } | { act: 'edit' | 'delete'; pin: NumberedPin };

export interface Pinning {
  query: ReturnType<typeof useCallQuery<typeof getPinsRoute>>;
  /** Along their steps, numbered so. */
  pins: readonly NumberedPin[];
  asked: PinAsk | undefined;
  ask: (what: PinAsk | undefined) => void;
  runs: readonly PinnedRun[];
  /** Why the pins of a run stay as they are; undefined where they can be changed. */
  whyNot: (runId: number) => string | undefined;
}

/** The pins of the runs that are drawn, and what is asked for of them. */
export function usePins(runs: readonly PinnedRun[]): Pinning {
  const whyNotWithin = useWhyNot();
  const query = useCallQuery(
    getPinsRoute,
    { query: { runs: runs.map(({ id }) => id).join() } },
    { enabled: runs.length > 0, keep: true, poll: pollEvery.store },
  );
  const pins = useMemo(() => (query.data?.pins ?? []).map((pin, i) => ({ ...pin, number: i + 1 })), [query.data]);
  const [asked, ask] = useState<PinAsk>();
  const whyNot = (runId: number) => {
    const workspaceId = runs.find(({ id }) => id === runId)?.workspaceId;
    if (query.data?.archived.includes(runId)) return worded`Pins of an archived experiment are read-only.`;
    return whyNotWithin(canModifyExperimentMetadata, workspaceId === undefined ? undefined : { workspaceId });
  };
  return { query, pins, asked, ask, runs, whyNot };
}

interface Lines {
  /** The line of a chart on which a pin stands; undefined where it has none. */
  lineOf: (pin: Pin) => LineSeries['id'] | undefined;
  /** What a line shows. */
  placeOf: (line: LineSeries['id']) => Omit<PinPlace, 'batches'> | undefined;
  /** Before the list is gone to. */
  onLeave?: (() => void) | undefined;
}

/** The pins of one chart along batches. */
export function chartPins({ pins, ask, query, runs, whyNot }: Pinning, { lineOf, placeOf, onLeave }: Lines): ChartPins {
  const adding = ({ id, x }: ReadPoint) => {
    const place = placeOf(id);
    if (!place || whyNot(place.runId) !== undefined) return undefined;
    return () => ask({ act: 'add', at: { ...place, batches: x } });
  };
  return {
    list: pins.flatMap((pin) => {
      const line = lineOf(pin);
      const { id, number, batches: x, text, author } = pin;
      return line === undefined ? [] : [{ id, number, line, x, text, by: authorName(author) }];
    }),
    onGo: (id) => {
      onLeave?.();
      document.getElementById(pinElement(id))?.focus();
    },
    adding: query.data && runs.some(({ id }) => whyNot(id) === undefined) ? adding : undefined,
  };
}

export const authorName = ({ displayName, username }: Pin['author']) => displayName || username;

export const pinElement = (id: number) => `pin-${id}`;
