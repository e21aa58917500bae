import { noticesMissed } from '#platform/bus/notify.ts';
import type { SubjectFinder, SubjectFinders } from '#platform/http/authorise.ts';
import type { Subject } from '#platform/http/rights.ts';
import type { Master } from '#platform/master.ts';
import { rightsChanged } from '../../shared/rights-events.ts';

/** Not longer: a notice of another master may be lost. */
const rememberMs = 1_000;
const mostRemembered = 20_000;

/** Names that nobody guesses. */
const uuid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/;
/** Go by names that people give, which may look like the ones above, and may soon be another thing's. */
const namedByPeople: readonly string[] = ['model', 'template'];

/**
 * Where things lie, remembered for a moment: with roles in force nearly every call asks it. What is moved is forgotten
 * at once (`rightsChanged` for everybody); what is not there is never remembered, nor what a transaction asks, nor what goes
 * by a name that people give: how long the answer takes would tell whether there is such a thing.
 */
export function rememberSubjects(master: Master, finders: SubjectFinders): SubjectFinders {
  const known = new Map<string, { subject: Subject; until: number }>();
  // What was asked before and answered after a change must not be remembered.
  let changes = 0;
  const forget = () => {
    changes += 1;
    known.clear();
  };
  master.bus.subscribe(rightsChanged, ({ userId }) => {
    if (userId === null) forget();
  });
  master.bus.subscribe(noticesMissed, forget);
  const remembering = (kind: string, finder: SubjectFinder): SubjectFinder => ({
    missing: finder.missing,
    find: async (db, id, by) => {
      if (db !== master.db || namedByPeople.includes(kind) || (typeof id === 'string' && !uuid.test(id)))
        return finder.find(db, id, by);
      const key = `${kind} ${by} ${id}`;
      const now = master.clock.now().getTime();
      const seen = known.get(key);
      if (seen && seen.until > now) return seen.subject;
      const before = changes;
      const subject = await finder.find(db, id, by);
      if (known.size >= mostRemembered) known.clear();
      if (subject && changes === before) known.set(key, { subject, until: now + rememberMs });
      return subject;
    },
  });
  return Object.fromEntries(Object.entries(finders).map(([kind, finder]) => [kind, remembering(kind, finder)]));
}
