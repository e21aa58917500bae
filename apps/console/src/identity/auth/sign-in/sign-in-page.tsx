import { signInProblems } from '@determined/contract/identity/sign-in-problems.ts';
import { PasswordInput, TextInput } from '@mantine/core';
import { useInterval } from '@mantine/hooks';
import { getRouteApi, useLocation, useNavigate } from '@tanstack/react-router';
import { Eye, EyeOff, KeyRound } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { pollEvery } from '#platform/api/poll.ts';
import { docsAddress } from '#platform/links.ts';
import { Logo } from '#platform/logo.tsx';
import { useDocumentTitle } from '#platform/page/page.tsx';
import { type ClusterInfo, consoleVersion, productName, useClusterInfo } from '#platform/session/cluster-info.ts';
import { hasSessionMarker, joinSession } from '#platform/session/session.ts';
import { Button, buttonClass } from '#ui/primitives/button.tsx';
import { Icon } from '#ui/primitives/icon.tsx';
import { Curves } from './curves.tsx';
import { keepLanding, landingOf, redirectOf, takeLanding } from './landing.ts';
import styles from './sign-in-page.module.css';
import { readLastUsername, signInProblem, useSignIn } from './use-sign-in.tsx';

const route = getRouteApi('/login');

export function SignInPage() {
  useDocumentTitle('Sign In');
  const info = useClusterInfo();
  const { linkRefused, clusterNotReady } = useLocation().state;
  const { remote_expired: expired, problem } = route.useSearch();
  const goOn = useGoOn();
  // Signing in in another tab counts for this one too: its marker is looked for every second.
  useInterval(() => hasSessionMarker() && goOn({ joining: true }), pollEvery.signIn, { autoInvoke: true });
  // Until it is clear whether the token is good, there is nothing to fill in.
  const [cameWithToken] = useState(clusterNotReady === true);
  if (cameWithToken && problem !== 'token') return <ClusterNotReady />;
  return (
    <main id="main" className={styles.page}>
      <Curves className={styles.curves} />
      <div className={styles.column}>
        <div className={styles.brand}>
          <Logo size={32} />
          <div>
            <h1 className={info?.hasCustomLogo ? 'visually-hidden' : undefined}>{productName(info)}</h1>
            {info?.clusterName ? <p>{info.clusterName}</p> : null}
          </div>
        </div>
        <div className={styles.box}>
          {linkRefused ? (
            <Notice>This sign-in link has been used already or is too old. Sign in with your password.</Notice>
          ) : null}
          {problem ? <Notice>{signInProblems[problem]}</Notice> : null}
          {expired ? <Notice>Your session has expired. Sign in again.</Notice> : null}
          <SignInForm onDone={() => void goOn()} />
          <Providers info={info} />
        </div>
        <p className={styles.foot}>
          New here? Read the{' '}
          <a href={docsAddress} target="_blank" rel="noreferrer">
            docs
          </a>{' '}
          on getting an account. <span className="num">{consoleVersion}</span>
        </p>
      </div>
    </main>
  );
}

/** Whoever came with a token in the address is not asked for a password: the token is kept and tried again. */
function ClusterNotReady() {
  const navigate = useNavigate();
  const search = route.useSearch();
  return (
    <main id="main" className={styles.page}>
      <div className={styles.column}>
        <h1>Cluster Not Available</h1>
        <p className={styles.notice}>Cluster is not ready. Please try again later.</p>
        <Button variant="primary" size="wide" onClick={() => void navigate({ to: '/login', search, replace: true })}>
          Try Again
        </Button>
      </div>
    </main>
  );
}

function Notice({ children }: { children: string }) {
  return (
    <p role="status" className={styles.notice}>
      {children}
    </p>
  );
}

/** Goes where the reader wanted to go, once; again only where the way led back here. */
function useGoOn() {
  const navigate = useNavigate();
  const redirect = redirectOf(route.useSearch());
  const { from } = useLocation().state;
  const going = useRef(false);
  return async ({ joining = false } = {}) => {
    if (going.current) return;
    going.current = true;
    if (joining) joinSession();
    const { href, inside } = takeLanding(redirect, from);
    if (inside) await navigate({ href, replace: true }).finally(() => (going.current = false));
    else window.location.assign(href);
  };
}

function SignInForm({ onDone }: { onDone: () => void }) {
  const { cli } = route.useSearch();
  const signIn = useSignIn({ cli: cli === true, onDone });
  const [username, setUsername] = useState(readLastUsername);
  const [password, setPassword] = useState('');
  const passwordField = useRef<HTMLInputElement>(null);
  // Who is known has only the password to type.
  const [known] = useState(username !== '');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!username || signIn.isPending) return;
    // Most often it was mistyped: the next key replaces it.
    signIn.mutate({ username, password }, { onError: () => passwordField.current?.select() });
  };
  return (
    <form className={styles.form} onSubmit={submit}>
      <TextInput
        label="Username"
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus={!known}
        value={username}
        onChange={(event) => setUsername(event.currentTarget.value)}
      />
      <PasswordInput
        label="Password"
        name="password"
        autoComplete="current-password"
        autoFocus={known}
        ref={passwordField}
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
        visibilityToggleFocusable
        visibilityToggleButtonProps={{ 'aria-label': 'Show password' }}
        visibilityToggleIcon={({ reveal }) => <Icon of={reveal ? EyeOff : Eye} size={14} />}
        aria-invalid={signIn.isError || undefined}
        error={signIn.error ? <span role="alert">{signInProblem(signIn.error)}</span> : null}
      />
      <Button type="submit" variant="primary" size="wide" inactive={!username} working={signIn.isPending}>
        Sign In
      </Button>
    </form>
  );
}

/** OIDC providers are gone to as they are; others are told what stood in the address. */
function Providers({ info }: { info: ClusterInfo | undefined }) {
  const { from } = useLocation().state;
  const search = route.useSearch();
  if (!info || info.ssoProviders.length === 0) return null;
  const query = new URLSearchParams(window.location.search);
  query.delete('r');
  const relayed = query.size > 0 ? `?relayState=${encodeURIComponent(`?${query}`)}` : '';
  return (
    <>
      <p className={styles.or}>
        OR
        <br />
        Alternatively, sign in with SSO
      </p>
      <div className={styles.providers}>
        {info.ssoProviders.map((provider) => (
          <a
            key={provider.name}
            className={buttonClass({ size: 'wide' })}
            href={provider.type === 'OIDC' ? provider.ssoUrl : provider.ssoUrl + relayed}
            onClick={() => keepLanding(landingOf(search, from))}
          >
            <Icon of={KeyRound} size={14} />
            {providerLabel(provider.name)}
          </a>
        ))}
      </div>
    </>
  );
}

const providerLabel = (name: string) =>
  name === name.toLowerCase() ? name.charAt(0).toUpperCase() + name.slice(1) : name;
