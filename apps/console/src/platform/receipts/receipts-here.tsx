import { useRouter } from '@tanstack/react-router';
import { lazy, Suspense, useState, useSyncExternalStore } from 'react';
import { resumeReceipts, runningReceipts } from './running.ts';

const ReceiptStrip = lazy(async () => ({ default: (await import('./running-receipts.tsx')).ReceiptStrip }));

/** The strips of what is being carried out; nothing of them is loaded while nothing is. */
export function ReceiptsHere() {
  const router = useRouter();
  useState(() => resumeReceipts((href) => router.history.push(href)));
  const running = useSyncExternalStore(runningReceipts.subscribe, runningReceipts.now);
  if (running.length === 0) return null;
  return (
    <Suspense>
      {running.map((receipt) => (
        <ReceiptStrip key={receipt.id} receipt={receipt} />
      ))}
    </Suspense>
  );
}
