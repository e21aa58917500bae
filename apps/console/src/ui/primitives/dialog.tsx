import { TriangleAlert } from 'lucide-react';
import type { FormEvent, ReactNode } from 'react';
import { Modal } from '#ui/primitives/overlays.ts';
import { Button } from './button.tsx';
import styles from './dialog.module.css';
import { useFocusBack } from './dialog-opener.ts';
import { Icon } from './icon.tsx';

export interface FormDialogProps {
  title: string;
  onClose: () => void;
  onSubmit: () => void;
  /** The button's words; without it there is nothing to send, only to look at. */
  submit?: string;
  /** Only where the specification disables the button; else it stays enabled and the form shows what is wrong. */
  inactive?: boolean;
  /** It breaks something for good: a red button. */
  danger?: boolean;
  working?: boolean;
  /** What the server said; stands above the buttons, the form stays open. */
  problem?: string | null;
  /** Beside the buttons: what is still to do. */
  note?: string;
  /** 640 px instead of 440; `most`: 1000. */
  wide?: boolean | 'most';
  /** At the left of the buttons, such as the way back to the step before. */
  back?: ReactNode;
  children: ReactNode;
}

/** A dialog around a form: Enter submits, Escape and Cancel close, focus returns to where it came from. */
export function FormDialog(props: FormDialogProps) {
  useFocusBack();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (props.submit && !props.inactive && !props.working) props.onSubmit();
  };
  return (
    <Modal
      opened
      onClose={props.onClose}
      title={props.title}
      size={props.wide === 'most' ? 1000 : props.wide ? 640 : undefined}
    >
      <form onSubmit={submit} noValidate>
        <div className={styles.stack}>
          {props.children}
          {props.problem ? <Problem>{props.problem}</Problem> : null}
        </div>
        <footer className={styles.foot}>
          {props.back}
          {props.note ? <span className={styles.note}>{props.note}</span> : null}
          <Button size="md" onClick={props.onClose}>
            {props.submit ? 'Cancel' : 'Close'}
          </Button>
          {props.submit ? (
            <Button
              size="md"
              type="submit"
              variant={props.danger ? 'danger' : 'primary'}
              inactive={props.inactive}
              working={props.working}
            >
              {props.submit}
            </Button>
          ) : null}
        </footer>
      </form>
    </Modal>
  );
}

export interface ConfirmDialogProps {
  title: string;
  children: ReactNode;
  confirm: string;
  /** The one that breaks something is red, and focus starts on Cancel. */
  danger?: boolean;
  working?: boolean;
  problem?: string | null;
  onConfirm: () => void;
  onClose: () => void;
}

/** Screen readers read an alert's text at once. Mantine's dialog takes no other role. */
function asAlert(text: HTMLElement | null): void {
  text?.closest('[role="dialog"]')?.setAttribute('role', 'alertdialog');
}

/** Asks before something that cannot be taken back. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  useFocusBack();
  return (
    <Modal opened onClose={props.onClose} title={props.title}>
      <div ref={props.danger ? asAlert : undefined} className={styles.text}>
        {props.children}
      </div>
      {props.problem ? <Problem>{props.problem}</Problem> : null}
      <footer className={styles.foot}>
        <Button size="md" onClick={props.onClose} data-autofocus={props.danger || undefined}>
          Cancel
        </Button>
        <Button
          size="md"
          variant={props.danger ? 'danger' : 'primary'}
          working={props.working}
          onClick={props.onConfirm}
          data-autofocus={props.danger ? undefined : true}
        >
          {props.confirm}
        </Button>
      </footer>
    </Modal>
  );
}

function Problem({ children }: { children: ReactNode }) {
  return (
    <p role="alert" className={styles.problem}>
      <Icon of={TriangleAlert} size={14} />
      <span>{children}</span>
    </p>
  );
}
