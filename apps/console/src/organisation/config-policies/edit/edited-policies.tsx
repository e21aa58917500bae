import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '#platform/api/console-error.ts';
import { worded } from '#platform/switches/thing-words.ts';
import { toast } from '#platform/toasts.tsx';
import { LazyCodeEditor } from '#ui/code-editor/lazy-code-editor.tsx';
import { Button } from '#ui/primitives/button.tsx';
import { ConfirmDialog } from '#ui/primitives/dialog.tsx';
import styles from './policies-editor.module.css';
import { policyKeys, policyProblem, textOf, type Workload } from './policy-text.ts';

interface EditedPoliciesProps {
  /** As they are. */
  policies: Record<string, unknown> | null;
  workload: Workload;
  scope: string;
  whyNot: string | undefined;
  put: (text: string) => Promise<unknown>;
  remove: () => Promise<unknown>;
}

export function EditedPolicies({ policies, workload, scope, whyNot, put, remove }: EditedPoliciesProps) {
  const stored = textOf(policies);
  const [text, setText] = useState(stored);
  const [deleting, setDeleting] = useState(false);
  const apply = useMutation({
    mutationFn: put,
    onSuccess: () => toast.done('Config policies have been applied.'),
  });
  const takeAway = useMutation({
    mutationFn: remove,
    onSuccess: () => {
      setDeleting(false);
      toast.done('Config policies have been deleted.');
    },
  });
  const changed = text !== stored;
  const problem = changed ? policyProblem(text) : null;
  const what = workload === 'EXPERIMENT' ? worded`experiments` : 'tasks';
  return (
    <>
      <LazyCodeEditor
        label={`Policies of ${scope} for ${what}`}
        initial={stored}
        keys={policyKeys[workload]}
        readOnly={whyNot !== undefined}
        problem={problem}
        onChange={setText}
      />
      {apply.error ? (
        <p role="alert" className={styles.refused}>
          {messageOf(apply.error)}
        </p>
      ) : null}
      <div className={styles.foot}>
        <span className="muted">
          {stored === '' && !changed ? 'None yet.' : changed ? 'Changed here, not applied yet.' : 'As they hold now.'}
        </span>
        <Button
          variant="danger"
          disabledReason={whyNot ?? (stored === '' ? 'There are none.' : undefined)}
          onClick={() => setDeleting(true)}
        >
          Delete
        </Button>
        <Button
          variant="primary"
          disabledReason={whyNot}
          inactive={!changed || problem !== null}
          working={apply.isPending}
          onClick={() => apply.mutate(text)}
        >
          Apply
        </Button>
      </div>
      {deleting ? (
        <ConfirmDialog
          title={`Delete the config policies for ${what}?`}
          confirm="Delete"
          danger
          working={takeAway.isPending}
          problem={takeAway.error ? `Unable to delete config policies. ${messageOf(takeAway.error)}` : null}
          onClose={() => setDeleting(false)}
          onConfirm={() => takeAway.mutate()}
        >
          What is made from then on in {scope} is no longer held to them. This cannot be undone.
        </ConfirmDialog>
      ) : null}
    </>
  );
}
