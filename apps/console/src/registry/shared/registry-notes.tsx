import { reportError } from '#platform/api/report-error.ts';
import { SingleNote } from '#platform/notes/single-note.tsx';
import { useCurrentUser } from '#platform/session/session.ts';

interface RegistryNotesProps {
  /** Whose notes: `model-17`. */
  name: string;
  stored: string;
  /** What the server has now. */
  read: () => Promise<string>;
  write: (notes: string) => Promise<unknown>;
  locked: string | undefined;
}

/** The notes of a model or version. The calls take no notes that they are to replace: whether others wrote is looked at first. */
export function RegistryNotes({ name, stored, read, write, locked }: RegistryNotesProps) {
  const user = useCurrentUser();
  const save = async (before: string, notes: string) => {
    try {
      const now = await read();
      if (now !== before) return { saved: false, notes: now };
      await write(notes);
      return { saved: true, notes };
    } catch (error) {
      reportError(error, { title: 'Unable to update notes.' });
      throw error;
    }
  };
  return <SingleNote reads name={`${user.id}/${name}`} stored={stored} save={save} locked={locked} />;
}
