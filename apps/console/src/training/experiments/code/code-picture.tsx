import { useEffect, useState } from 'react';
import { ErrorState } from '#ui/primitives/notice.tsx';
import { bytesOf } from '../../shared/code/code-files.ts';
import styles from './code.module.css';

export const Unreadable = () => <ErrorState title="Failed to load selected file">It can be downloaded.</ErrorState>;

/** A picture of bytes in base64. */
export function CodePicture({ name, type, bytes }: { name: string; type: string; bytes: string }) {
  const [address, setAddress] = useState<string>();
  const [failed, setFailed] = useState(false);
  // An address for bytes is the browser's to keep and to be given back.
  useEffect(() => {
    const blob = blobOf(bytes, type);
    if (!blob) return setFailed(true);
    const made = URL.createObjectURL(blob);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [bytes, type]);
  if (failed) return <Unreadable />;
  return (
    <div className={styles.picture}>
      {address ? <img src={address} alt={name} onError={() => setFailed(true)} /> : null}
    </div>
  );
}

/** Undefined where the text is no base64. */
function blobOf(bytes: string, type: string): Blob | undefined {
  try {
    return new Blob([bytesOf(bytes)], { type });
  } catch {
    return undefined;
  }
}
