import { consoleError, messageOf } from '#platform/api/console-error.ts';
import { globalStore } from '#platform/settings/browser-store.ts';
import { addedPage, type EditedPage, mergeNotes, type NotePage, type NotesConflict, newPage } from './merge-notes.ts';

/** So long after the last change it is saved. */
const quietMs = 1_000;
const longestWaitMs = 30_000;

/** Writes `notes` if `read` still stands there; else answers with what does. */
export type SaveNotes = (read: NotePage[], notes: NotePage[]) => Promise<{ saved: boolean; notes: NotePage[] }>;

export type NotesStatus =
  | { kind: 'saved'; at: number | undefined }
  | { kind: 'unsaved' }
  | { kind: 'saving' }
  /** Tried again by itself. */
  | { kind: 'failed' }
  /** The server will not have it: `reason` in its words. */
  | { kind: 'refused'; reason: string }
  | { kind: 'conflict' };

export interface NotesState {
  pages: readonly EditedPage[];
  status: NotesStatus;
  conflicts: readonly NotesConflict[];
}

/**
 * The pages of one thing's notes while they are edited: saves by itself, keeps what is not saved in the browser, and puts
 * what others save meanwhile together with it.
 */
export class NotesKeeper {
  #read: NotePage[];
  #state: NotesState;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #saving: Promise<void> | undefined;
  #waitMs = quietMs;
  readonly #key: string;
  readonly #save: SaveNotes;
  readonly #listeners = new Set<() => void>();

  /** `name` says whose notes these are: what a closed tab has left unsaved is found by it. */
  constructor(name: string, stored: readonly NotePage[], save: SaveNotes) {
    this.#key = `notes-draft/${name}`;
    this.#save = save;
    this.#read = [...stored];
    this.#state = { pages: this.#read.map(newPage), status: { kind: 'saved', at: undefined }, conflicts: [] };
    this.#restore();
  }

  readonly state = (): NotesState => this.#state;

  readonly listen = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  change(id: number, change: Partial<NotePage>): void {
    this.#edit(this.#state.pages.map((page) => (page.id === id ? { ...page, ...change } : page)));
  }

  /** The new page's id. */
  add(name: string): number {
    const page = addedPage(name);
    this.#edit([...this.#state.pages, page]);
    void this.flush();
    return page.id;
  }

  /** Throws what the server said, and the page is there again. */
  async remove(id: number): Promise<void> {
    const before = this.#state.pages;
    const at = before.findIndex((page) => page.id === id);
    const [page] = before.slice(at, at + 1);
    this.#edit(before.filter((one) => one !== page));
    let error: unknown;
    await this.flush((thrown) => {
      error = thrown;
    });
    if (error === undefined || !page) return;
    this.#edit(this.#state.pages.toSpliced(at, 0, page));
    throw error;
  }

  /** The text that stands for both sides from now on. */
  settle(conflict: NotesConflict, contents: string): void {
    const conflicts = this.#state.conflicts.filter((one) => one !== conflict);
    this.#set({ conflicts, status: conflicts.length > 0 ? { kind: 'conflict' } : { kind: 'unsaved' } });
    this.change(conflict.id, { contents });
    void this.flush();
  }

  /** What the server has now; taken where nothing here waits to be saved, which then meets it by itself. */
  adopt(stored: readonly NotePage[]): void {
    if (this.#state.status.kind !== 'saved' || samePages(stored, this.#read)) return;
    const { pages } = mergeNotes(this.#read, stored, this.#state.pages);
    this.#read = [...stored];
    this.#set({ pages, status: { kind: 'saved', at: undefined } });
  }

  /** Saves now what is not saved; `onError` takes the place of trying again. */
  async flush(onError?: (error: unknown) => void): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    await this.#saving;
    if (this.#state.status.kind === 'saved' || this.#state.conflicts.length > 0) return;
    this.#saving = this.#send(onError);
    await this.#saving;
  }

  async #send(onError?: (error: unknown) => void): Promise<void> {
    const sent = this.#state.pages;
    this.#set({ status: { kind: 'saving' } });
    try {
      const notes = sent.map(({ name, contents }) => ({ name, contents }));
      const answer = await this.#save(this.#read, notes);
      this.#waitMs = quietMs;
      if (answer.saved) this.#saved(sent, answer.notes);
      else this.#meet(answer.notes);
    } catch (error) {
      if (onError) {
        this.#set({ status: { kind: 'unsaved' } });
        onError(error);
      } else if (consoleError(error).type === 'api')
        this.#set({ status: { kind: 'refused', reason: messageOf(error) } });
      else {
        this.#set({ status: { kind: 'failed' } });
        this.#waitMs = Math.min(longestWaitMs, this.#waitMs * 2);
        this.#saveSoon();
      }
    }
  }

  #saved(sent: readonly EditedPage[], notes: NotePage[]): void {
    this.#read = notes;
    const from = new Map(sent.map(({ id }, i) => [id, notes[i]]));
    const pages = this.#state.pages.map((page) => ({ ...page, from: from.get(page.id) }));
    const more = this.#state.pages !== sent;
    this.#set({ pages, status: more ? { kind: 'unsaved' } : { kind: 'saved', at: Date.now() } });
    if (more) this.#saveSoon();
  }

  #meet(stored: NotePage[]): void {
    const { pages, conflicts } = mergeNotes(this.#read, stored, this.#state.pages);
    this.#read = stored;
    this.#set({ pages, conflicts, status: { kind: conflicts.length > 0 ? 'conflict' : 'unsaved' } });
    if (conflicts.length === 0) this.#saveSoon(0);
  }

  #edit(pages: EditedPage[]): void {
    const { kind } = this.#state.status;
    if (kind === 'conflict' || kind === 'saving') {
      this.#set({ pages });
      return;
    }
    const saved = samePages(pages, this.#read);
    this.#set({ pages, status: saved ? { kind: 'saved', at: undefined } : { kind: 'unsaved' } });
    if (!saved) this.#saveSoon();
  }

  #saveSoon(ms = this.#waitMs): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.flush(), ms);
  }

  #set(change: Partial<NotesState>): void {
    this.#state = { ...this.#state, ...change };
    if (this.#state.status.kind === 'saved') globalStore.remove(this.#key);
    else globalStore.write(this.#key, draftFrom(this.#read, this.#state.pages));
    for (const listener of this.#listeners) listener();
  }

  /** What was left unsaved here meets what stands there now. */
  #restore(): void {
    const draft = draftOf(globalStore.read(this.#key));
    if (!draft) return;
    const mine = draft.pages.map(({ name, contents, from }) => ({
      ...addedPage(name),
      contents,
      from: from === null ? undefined : draft.read[from],
    }));
    const { pages, conflicts } = mergeNotes(draft.read, this.#read, mine);
    this.#set({ pages, conflicts, status: { kind: conflicts.length > 0 ? 'conflict' : 'unsaved' } });
    if (conflicts.length === 0) this.#saveSoon();
  }
}

interface Draft {
  read: NotePage[];
  /** `from`: which of those that were read. */
  pages: (NotePage & { from: number | null })[];
}

function draftFrom(read: NotePage[], pages: readonly EditedPage[]): Draft {
  return {
    read,
    pages: pages.map(({ name, contents, from }) => ({ name, contents, from: from ? read.indexOf(from) : null })),
  };
}

/** Only this file writes it; another version of the console may have. */
function draftOf(kept: unknown): Draft | undefined {
  const { read, pages } = (kept ?? {}) as Partial<Draft>;
  return Array.isArray(read) && Array.isArray(pages) ? { read, pages } : undefined;
}

const samePages = (one: readonly NotePage[], other: readonly NotePage[]) =>
  one.length === other.length &&
  one.every(({ name, contents }, i) => name === other[i]?.name && contents === other[i]?.contents);
