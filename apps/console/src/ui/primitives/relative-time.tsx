import { formatRelative, formatTimestamp } from '#ui/format/times.ts';

/** `5 hours ago`, with the full stamp as its tooltip; `—` when there is none. */
export function RelativeTime({ at }: { at: string | null | undefined }) {
  if (!at) return <span className="muted">—</span>;
  return (
    <time dateTime={at} title={formatTimestamp(at)}>
      {formatRelative(at)}
    </time>
  );
}
