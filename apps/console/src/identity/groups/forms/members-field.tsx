import type { User } from '@determined/contract/identity/identity-messages-generated.ts';
import { X } from 'lucide-react';
import { displayName } from '#platform/session/session.ts';
import { Button } from '#ui/primitives/button.tsx';
import { IconButton } from '#ui/primitives/icon-button.tsx';
import { Avatar } from '#ui/primitives/monogram.tsx';
import { Tag } from '#ui/primitives/tag.tsx';
import styles from './members-field.module.css';
import { PeopleField } from './people-field.tsx';

interface MemberChange {
  added: number[];
  removed: number[];
}

interface MembersFieldProps extends MemberChange {
  /** Undefined until they are known. */
  members: readonly User[] | undefined;
  error: Error | null;
  onChange: (change: MemberChange) => void;
}

/** Who is in a group, who is to come, and who is to go: nothing is sent before the form is. */
export function MembersField({ members = [], error, added, removed, onChange }: MembersFieldProps) {
  const isGoing = new Set(removed);
  return (
    <div className={styles.field}>
      <PeopleField
        label="Add people"
        description={changeWords(added.length, removed.length)}
        without={new Set(members.map(({ id }) => id))}
        value={added}
        onChange={(ids) => onChange({ added: ids, removed })}
      />
      {error ? <p role="alert">Unable to fetch its members.</p> : null}
      {members.length > 0 ? (
        <ul aria-label="Members" className={styles.list}>
          {members.map((user) => (
            <li key={user.id} className={styles.row}>
              <Avatar name={displayName(user)} />
              <span className={isGoing.has(user.id) ? styles.gone : undefined}>{displayName(user)}</span>
              {isGoing.has(user.id) ? (
                <>
                  <Tag>removed</Tag>
                  <Button
                    size="xs"
                    variant="quiet"
                    className={styles.end}
                    aria-label={`Keep ${displayName(user)}`}
                    onClick={() => onChange({ added, removed: removed.filter((id) => id !== user.id) })}
                  >
                    Undo
                  </Button>
                </>
              ) : (
                <IconButton
                  size="xs"
                  icon={X}
                  className={styles.end}
                  name={`Remove ${displayName(user)}`}
                  onClick={() => onChange({ added, removed: [...removed, user.id] })}
                />
              )}
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}

function changeWords(added: number, removed: number): string | undefined {
  const words = [added > 0 ? `${added} added` : '', removed > 0 ? `${removed} removed` : ''].filter(Boolean);
  return words.length > 0 ? `${words.join(', ')} when saved` : undefined;
}
