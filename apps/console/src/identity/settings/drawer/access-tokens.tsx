import {
  getAccessTokensRoute,
  patchAccessTokenRoute,
  postAccessTokenRoute,
} from '@determined/contract/identity/tokens-routes.ts';
import { NativeSelect, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useCall, useCallQuery } from '#platform/api/call.ts';
import { messageOf } from '#platform/api/console-error.ts';
import { reportError } from '#platform/api/report-error.ts';
import { CopyButton } from '#platform/copy-text.tsx';
import { QueryState } from '#platform/page/query-state.tsx';
import { useWhyNot } from '#platform/session/may.ts';
import type { Rule } from '#platform/session/rights.ts';
import type { User } from '#platform/session/session.ts';
import { formatTimestamp } from '#ui/format/times.ts';
import { Button } from '#ui/primitives/button.tsx';
import { SkeletonRows } from '#ui/primitives/skeleton.tsx';
import styles from './settings-drawer.module.css';

const makes: Rule = { permission: 'CREATE_TOKEN', and: [], withoutRbac: 'admin' };
const revokes: Rule = { permission: 'UPDATE_TOKEN', and: [], withoutRbac: 'admin' };

/** Tokens by which scripts sign in as oneself. */
export function AccessTokens({ user }: { user: User }) {
  const whyNot = useWhyNot();
  const query = useCallQuery(getAccessTokensRoute, {
    username: user.username,
    sortBy: 'SORT_BY_CREATED_AT',
    orderBy: 'ORDER_BY_DESC',
  });
  const [making, setMaking] = useState(false);
  const [secret, setSecret] = useState<string>();
  const revoke = useCall(patchAccessTokenRoute);
  return (
    <>
      <h3>Access tokens</h3>
      <QueryState
        query={query}
        failed="Unable to fetch your access tokens."
        loading={<SkeletonRows words="Loading access tokens..." widths={[240]} />}
      >
        {({ tokenInfo }) =>
          tokenInfo.length === 0 ? (
            <p className={styles.hint}>None. With one, scripts sign in as you, without your password.</p>
          ) : (
            <ul className={styles.list} aria-label="Access tokens">
              {tokenInfo.map(({ id, description, expiry }) => (
                <li key={id}>
                  <div>
                    {description || `Token ${id}`}
                    <p>{expiry ? `until ${formatTimestamp(expiry)}` : 'without an end'}</p>
                  </div>
                  <Button
                    size="xs"
                    aria-label={`Revoke ${description || `token ${id}`}`}
                    disabledReason={whyNot(revokes)}
                    onClick={() =>
                      revoke.mutate(
                        { tokenId: id, setRevoked: true },
                        {
                          onError: (error) =>
                            reportError(error, { title: 'Unable to revoke the token.', message: messageOf(error) }),
                        },
                      )
                    }
                  >
                    Revoke
                  </Button>
                </li>
              ))}
            </ul>
          )
        }
      </QueryState>
      {secret ? (
        <div className={styles.secret} role="status">
          <span>
            Copy it now, it is not shown again: <code className="mono">{secret}</code>
          </span>
          <CopyButton text={secret} what="token" />
        </div>
      ) : null}
      {making ? (
        <NewToken
          userId={user.id}
          onMade={(token) => {
            setSecret(token);
            setMaking(false);
          }}
          onClose={() => setMaking(false)}
        />
      ) : (
        <div className={styles.buttons}>
          <Button
            disabledReason={whyNot(makes)}
            onClick={() => {
              setSecret(undefined);
              setMaking(true);
            }}
          >
            New Token
          </Button>
        </div>
      )}
    </>
  );
}

const day = 24;

function NewToken(props: { userId: number; onMade: (token: string) => void; onClose: () => void }) {
  const [description, setDescription] = useState('');
  const [days, setDays] = useState('30');
  const create = useCall(postAccessTokenRoute);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate(
      { userId: props.userId, description: description.trim(), lifespan: `${Number(days) * day}h` },
      {
        onSuccess: ({ token }) => props.onMade(token),
        onError: (error) => reportError(error, { title: 'Unable to make the token.', message: messageOf(error) }),
      },
    );
  };
  return (
    <form className={styles.form} onSubmit={submit}>
      <TextInput
        label="What it is for"
        autoFocus
        autoComplete="off"
        value={description}
        onChange={(event) => setDescription(event.currentTarget.value)}
      />
      <NativeSelect
        label="Good for"
        value={days}
        onChange={(event) => setDays(event.currentTarget.value)}
        data={[
          { value: '7', label: '7 days' },
          { value: '30', label: '30 days' },
          { value: '90', label: '90 days' },
          { value: '365', label: 'a year' },
        ]}
      />
      <div className={styles.buttons}>
        <Button variant="primary" type="submit" working={create.isPending}>
          Create Token
        </Button>
        <Button onClick={props.onClose}>Cancel</Button>
      </div>
    </form>
  );
}
