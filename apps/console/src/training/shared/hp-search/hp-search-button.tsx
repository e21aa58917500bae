import { useActions } from '#platform/actions/use-actions.ts';
import { Button } from '#ui/primitives/button.tsx';
import { Icon } from '#ui/primitives/icon.tsx';
import { hyperparameterSearch } from './hp-search-action.ts';
import type { SearchedSubject } from './searched-subject.ts';

/** Stands where a trial or its settings are looked at; an unmanaged experiment has none. */
export function HpSearchButton({ subject }: { subject: SearchedSubject }) {
  const [action] = useActions([hyperparameterSearch], subject);
  if (!action || subject.unmanaged) return null;
  return (
    <Button disabledReason={action.disabledReason} onClick={action.run}>
      <Icon of={action.icon} size={14} />
      <span>
        {action.label}
        <span aria-hidden="true">…</span>
      </span>
    </Button>
  );
}
