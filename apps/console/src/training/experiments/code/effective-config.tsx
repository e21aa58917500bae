import {
  type ConfigOrigin,
  type EffectiveConfig,
  getEffectiveConfigRoute,
} from '@determined/contract/training/effective-config-ext-routes.ts';
import { useState } from 'react';
import { useCallQuery } from '#platform/api/call.ts';
import { QueryState } from '#platform/page/query-state.tsx';
import { Tools } from '#platform/page/section.tsx';
import { worded } from '#platform/switches/thing-words.ts';
import { TabLoading } from '#training/shared/tab-loading.tsx';
import { EmptyState } from '#ui/primitives/notice.tsx';
import { Segmented } from '#ui/primitives/segmented.tsx';
import { PlainTable } from '#ui/table/plain-table.tsx';
import styles from './code.module.css';
import { isOverruled, type Setting, settingWords } from './effective-settings.ts';

const originWords: Record<ConfigOrigin, string> = {
  unknown: 'not known',
  default: 'default',
  cluster: 'cluster',
  workspace: 'workspace',
  pool: 'resource pool',
  template: 'template',
  user: 'submitted',
  workspacePolicy: 'workspace policy',
  clusterPolicy: 'cluster policy',
  change: 'changed later',
  hidden: 'hidden from you',
};

type Which = 'all' | 'set' | 'overruled';

/** Every value that an experiment runs with, and who gave it. */
export function EffectiveConfigView({ experimentId }: { experimentId: number }) {
  const query = useCallQuery(getEffectiveConfigRoute, { params: { experimentId } });
  return (
    <QueryState
      query={query}
      loading={<TabLoading words="Loading..." />}
      failed={worded`Unable to fetch the effective configuration of experiment ${experimentId}`}
    >
      {(config) => <Settings config={config} />}
    </QueryState>
  );
}

function Settings({ config: { layers, settings } }: { config: EffectiveConfig }) {
  const [which, setWhich] = useState<Which>('all');
  const [words, setWords] = useState('');
  const groups: Record<Which, Setting[]> = {
    all: settings,
    set: settings.filter(({ origin }) => origin !== 'default'),
    overruled: settings.filter(isOverruled),
  };
  const sought = words.trim().toLowerCase();
  const shown = groups[which].filter(({ path }) => path.join('.').toLowerCase().includes(sought));
  const nameOf = (origin: ConfigOrigin) =>
    [originWords[origin], layers.find((layer) => layer.origin === origin)?.name].filter(Boolean).join(' ');
  return (
    <>
      <header className={styles.head}>
        <h2 className={styles.name}>Effective Configuration</h2>
      </header>
      <Tools name="Which settings">
        <input
          className={`${styles.search} ${styles.find}`}
          type="search"
          aria-label="Find a setting"
          placeholder="Find a setting"
          value={words}
          onChange={(event) => setWords(event.currentTarget.value)}
        />
        <Segmented
          name="Settings"
          options={[
            { value: 'all', label: `All ${groups.all.length}` },
            { value: 'set', label: `Not default ${groups.set.length}` },
            { value: 'overruled', label: `Overruled ${groups.overruled.length}` },
          ]}
          value={which}
          onChange={setWhich}
        />
      </Tools>
      {shown.length === 0 ? <EmptyState title="No matching settings" /> : null}
      {shown.length > 0 ? (
        <PlainTable
          rows={shown}
          rowKey={({ path }) => path.join('.')}
          scrolls="Settings"
          columns={[
            { id: 'name', header: 'Setting', cell: ({ path }) => <span className="mono">{path.join('.')}</span> },
            {
              id: 'value',
              header: 'Value',
              title: ({ value }) => settingWords(value),
              cell: ({ value }) => <span className="mono">{settingWords(value)}</span>,
            },
            {
              id: 'origin',
              header: 'Comes from',
              width: 190,
              cell: ({ origin, items }) => (items ? [...new Set(items.map(nameOf))].join(', ') : nameOf(origin)),
            },
            {
              id: 'others',
              header: 'Others gave',
              look: 'quiet',
              cell: (setting) =>
                setting.given
                  .filter(({ origin }) => origin !== setting.origin)
                  .map(({ origin, value }) => `${nameOf(origin)} ${settingWords(value)}`)
                  .join(' · '),
            },
          ]}
          line={({ path, value, origin }) => ({
            name: path.join('.'),
            about: settingWords(value),
            aside: nameOf(origin),
          })}
        />
      ) : null}
      <p className={styles.layers}>
        {'Layers, the later wins: '}
        {layers.map(({ origin }) => nameOf(origin)).join(' · ')}
      </p>
    </>
  );
}
