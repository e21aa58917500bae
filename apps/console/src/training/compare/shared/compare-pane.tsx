import { maxCompared } from '@determined/contract/limits.ts';
import { Link } from '@tanstack/react-router';
import { Maximize2, X } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { buttonClass } from '#ui/primitives/button.tsx';
import { Icon } from '#ui/primitives/icon.tsx';
import { IconButton } from '#ui/primitives/icon-button.tsx';
import type { PointedRow } from '#ui/table/pointed-row.ts';
import styles from './compare.module.css';
import { type ChangeLook, lookOf } from './compare-look.ts';
import { compareSearch } from './compare-search.ts';
import { type CompareTab, compareTabs, tabLabels } from './compare-tabs.ts';
import { CompareView } from './compare-view.tsx';
import type { CompareSubject, TableBeside } from './compared.ts';
import { CopyLink } from './copy-link.tsx';

interface ComparePaneProps extends CompareSubject {
  count: number;
  table: TableBeside;
  slots: ReadonlyMap<number, number>;
  pointed: PointedRow;
  onClose: () => void;
}

/** Beside the table: what is ticked there, side by side. */
export function ComparePane({ onClose, table, ...subject }: ComparePaneProps) {
  const [tab, setTab] = useState<CompareTab>('metrics');
  const [look, setLook] = useState(() => lookOf());
  const onLook: ChangeLook = (change) => setLook((before) => ({ ...before, ...change }));
  const { ids, count, slots } = subject;
  return (
    <>
      <div className={styles.head}>
        <Tabs tab={tab} onTab={setTab} />
        {ids.length > 0 && ids.length <= maxCompared && count === ids.length ? (
          <>
            <CopyLink subject={subject} projectId={subject.projectId} {...{ tab, look, slots }} />
            <Link
              className={buttonClass({ variant: 'quiet' })}
              to="/experiment-compare"
              search={compareSearch(subject, { tab, look, slots })}
            >
              <Icon of={Maximize2} size={14} /> Open page
            </Link>
          </>
        ) : null}
        <IconButton icon={X} name="Close compare" size="xs" onClick={onClose} />
      </div>
      <div className={styles.body} role="tabpanel" aria-label={tabLabels[tab]}>
        <CompareView {...subject} {...{ table, tab, look, onLook }} />
      </div>
    </>
  );
}

/** Arrows move between them, as in every list of tabs. */
function Tabs({ tab, onTab }: { tab: CompareTab; onTab: (tab: CompareTab) => void }) {
  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = compareTabs[(compareTabs.indexOf(tab) + step + compareTabs.length) % compareTabs.length] ?? tab;
    onTab(next);
    event.currentTarget.querySelector<HTMLElement>(`[data-tab="${next}"]`)?.focus();
  }
  return (
    <div className={styles.tabs} role="tablist" aria-label="Compare" onKeyDown={onKeyDown}>
      {compareTabs.map((one) => (
        <button
          key={one}
          type="button"
          role="tab"
          data-tab={one}
          className={styles.tab}
          aria-selected={one === tab}
          tabIndex={one === tab ? 0 : -1}
          onClick={() => onTab(one)}
        >
          {tabLabels[one]}
        </button>
      ))}
    </div>
  );
}
