import { useEffect, useState, useSyncExternalStore } from 'react';
import type { NotePage } from './merge-notes.ts';
import { NotesKeeper, type NotesState, type SaveNotes } from './notes-keeper.ts';

export interface NotesOf {
  /** Whose notes, and who writes: `3/project-17`. */
  name: string;
  /** What the server has. */
  stored: readonly NotePage[];
  save: SaveNotes;
}

/** Notes while they are on the screen; what is not saved is saved on leaving. */
export function useNotes({ name, stored, save }: NotesOf): [NotesState, NotesKeeper] {
  const [keeper] = useState(() => new NotesKeeper(name, stored, save));
  useEffect(() => keeper.adopt(stored), [keeper, stored]);
  useEffect(() => {
    const leave = () => void keeper.flush();
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('pagehide', leave);
      leave();
    };
  }, [keeper]);
  return [useSyncExternalStore(keeper.listen, keeper.state), keeper];
}
