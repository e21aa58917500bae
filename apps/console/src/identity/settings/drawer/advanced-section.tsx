import { getUserSettingRoute, postUserSettingRoute } from '@determined/contract/identity/settings-routes.ts';
import { Textarea } from '@mantine/core';
import { useState } from 'react';
import { type Answer, useCall, useCallQuery } from '#platform/api/call.ts';
import { reportError } from '#platform/api/report-error.ts';
import { QueryState } from '#platform/page/query-state.tsx';
import { adoptSetting, forgetSettings } from '#platform/settings/settings.ts';
import { settingsPath } from '#platform/settings/settings-sync.ts';
import { toast } from '#platform/toasts.tsx';
import { Button } from '#ui/primitives/button.tsx';
import { SkeletonRows } from '#ui/primitives/skeleton.tsx';
import { Switch } from '#ui/primitives/switch.tsx';
import styles from './settings-drawer.module.css';

/** All settings as they are kept, for who knows what he is doing. */
export function AdvancedSection() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <p className={styles.hint}>
        Advanced features are potentially dangerous and could require you to completely reset your user settings if you
        make a mistake.
      </p>
      <Switch checked={open} onChange={setOpen}>
        I know what I'm doing
      </Switch>
      {open ? <RawSettings /> : null}
    </>
  );
}

function RawSettings() {
  const query = useCallQuery(getUserSettingRoute, {});
  return (
    <QueryState
      query={query}
      failed="Unable to fetch user settings, try refreshing."
      loading={<SkeletonRows words="Loading settings..." widths={[240]} />}
    >
      {(reply) => <Editor stored={textOf(reply)} />}
    </QueryState>
  );
}

function Editor({ stored }: { stored: string }) {
  // What was typed outlives the answers that come meanwhile.
  const [typed, setTyped] = useState<string>();
  const text = typed ?? stored;
  const save = useCall(postUserSettingRoute);
  const values = parsed(text);
  const send = (next: Record<string, unknown>) => {
    const before = parsed(stored) ?? {};
    const gone = Object.keys(before).filter((key) => !(key in next));
    const settings = [
      ...Object.entries(next).map(([key, value]) => ({ key, value: JSON.stringify(value) })),
      // An empty value takes a setting away.
      ...gone.map((key) => ({ key, value: '' })),
    ].map((one) => ({ ...one, storagePath: settingsPath }));
    save.mutate(
      { settings },
      {
        onSuccess: () => {
          for (const [key, value] of Object.entries(next)) adoptSetting(key, value);
          forgetSettings(gone);
          setTyped(undefined);
          toast.done('Settings saved.');
        },
        onError: (error) => reportError(error, { title: 'Unable to update user settings, try again later.' }),
      },
    );
  };
  return (
    <div className={styles.form}>
      <Textarea
        aria-label="Raw settings"
        className={styles.json}
        autosize={false}
        rows={12}
        spellCheck={false}
        value={text}
        onChange={(event) => setTyped(event.currentTarget.value)}
        error={values ? undefined : 'Invalid JSON'}
      />
      <div className={styles.buttons}>
        <Button inactive={!values || text === stored} working={save.isPending} onClick={() => values && send(values)}>
          Save
        </Button>
        {text === stored ? null : (
          <Button variant="quiet" onClick={() => setTyped(undefined)}>
            Undo my changes
          </Button>
        )}
      </div>
    </div>
  );
}

function textOf({ settings }: Answer<typeof getUserSettingRoute>): string {
  const own = settings.filter(({ storagePath }) => storagePath === settingsPath);
  return JSON.stringify(Object.fromEntries(own.map(({ key, value }) => [key, JSON.parse(value)])), null, 2);
}

/** Settings have names, so it has to be an object. */
function parsed(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}
