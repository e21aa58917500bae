import { useRouter } from '@tanstack/react-router';
import { useState, useSyncExternalStore } from 'react';
import { later } from '#ui/primitives/later.tsx';
import { runningReceipts } from './running.ts';

const ReceiptStrip = later(async () => (await import('./running-receipts.tsx')).ReceiptStrip);

/** The strips of what is being carried out; nothing of them is loaded while nothing is. */
export function ReceiptsHere() {
  const router = useRouter();
  useState(() => resumeOnce((href) => router.history.push(href)));
  const running = useSyncExternalStore(runningReceipts.subscribe, runningReceipts.now);
  return running.map((receipt) => <ReceiptStrip key={receipt.id} receipt={receipt} />);
}

let resumed = false;

function resumeOnce(open: (href: string) => void): void {
  if (resumed) return;
  resumed = true;
  const ids = runningReceipts.kept();
  if (ids.length > 0) void import('./track-receipt.ts').then(({ resumeTracking }) => resumeTracking(ids, open));
}
