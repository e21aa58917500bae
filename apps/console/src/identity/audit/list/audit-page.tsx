import { auditActions, auditKinds } from '@determined/contract/identity/audit-kinds.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Download, ScrollText } from 'lucide-react';
import { useMemo, useState } from 'react';
import { QueryFailure } from '#platform/page/query-state.tsx';
import { Tools } from '#platform/page/section.tsx';
import { useChangeSearch } from '#platform/routing/use-change-search.ts';
import { formatTimestamp } from '#ui/format/times.ts';
import { buttonClass } from '#ui/primitives/button.tsx';
import { ChoiceMenu } from '#ui/primitives/choice-menu.tsx';
import { Icon } from '#ui/primitives/icon.tsx';
import { Avatar } from '#ui/primitives/monogram.tsx';
import { EmptyState } from '#ui/primitives/notice.tsx';
import { CompactRow } from '#ui/table/compact-row.tsx';
import { DataGrid } from '#ui/table/data-grid.tsx';
import { AdminPage } from '../../shared/admin-page.tsx';
import { auditColumns, WhatCell } from './audit-columns.tsx';
import { AuditDetail } from './audit-detail.tsx';
import styles from './audit-page.module.css';
import { type AuditEntry, type AuditSearch, auditFile, auditQuery } from './audit-query.ts';
import { actionWords, kindWords, whichWords, whoWords } from './audit-words.ts';

const route = getRouteApi('/signed-in/admin/audit-log');

/** Who changed what, and when. */
export function AuditPage() {
  const search = route.useSearch();
  const query = useInfiniteQuery(auditQuery(search));
  const [opened, setOpened] = useState<AuditEntry>();
  const entries = useMemo(() => query.data?.pages.flatMap((page) => page.entries), [query.data]);
  const columns = useMemo(() => auditColumns(setOpened), []);
  const more = (last: number) => {
    if (query.hasNextPage && !query.isFetching && last >= (entries?.length ?? 0) - 1) void query.fetchNextPage();
  };
  return (
    <AdminPage
      actions={
        <a className={buttonClass()} href={auditFile(search)} download>
          <Icon of={Download} size={14} />
          Download CSV
        </a>
      }
    >
      <AuditTools search={search} />
      <DataGrid
        label="Audit log"
        columns={columns}
        // One more stands for what is still to come.
        count={entries && entries.length + (query.hasNextPage ? 1 : 0)}
        rowAt={(index) => entries?.[index]}
        rowKey={(entry) => entry.id}
        onRangeChange={(_first, last) => more(last)}
        opens
        empty={<EmptyState icon={ScrollText} title="Nothing was changed that fits these filters" />}
        failure={
          query.error && !entries ? (
            <QueryFailure
              title="Unable to fetch the audit log."
              error={query.error}
              retry={() => void query.refetch()}
            />
          ) : undefined
        }
        compact={(entry) => (
          <CompactRow
            glyph={<Avatar name={entry.user?.username ?? '?'} />}
            name={
              <button type="button" data-row-link className={styles.opens} onClick={() => setOpened(entry)}>
                <WhatCell entry={entry} /> {whichWords(entry)}
              </button>
            }
            value=""
            about={whoWords(entry)}
            side={formatTimestamp(entry.at)}
          />
        )}
      />
      {opened ? <AuditDetail entry={opened} onClose={() => setOpened(undefined)} /> : null}
    </AdminPage>
  );
}

function AuditTools({ search }: { search: AuditSearch }) {
  const change = useChangeSearch<AuditSearch>();
  return (
    <Tools name="Filter">
      <ChoiceMenu
        name="What"
        value={search.action ?? 'all'}
        onChange={(action) => change({ action: action === 'all' ? undefined : action })}
        options={[
          { value: 'all', label: 'All Changes' },
          ...auditActions.map((value) => ({ value, label: capital(actionWords[value]) })),
        ]}
      />
      <ChoiceMenu
        name="Of"
        value={search.kind ?? 'all'}
        onChange={(kind) => change({ kind: kind === 'all' ? undefined : kind })}
        options={[
          { value: 'all', label: 'All Kinds' },
          ...auditKinds.map((value) => ({ value, label: capital(kindWords[value]) })),
        ]}
      />
      <label className={styles.date}>
        On or after
        <input
          type="date"
          value={search.from ?? ''}
          onChange={(event) => change({ from: event.currentTarget.value || undefined })}
        />
      </label>
    </Tools>
  );
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
