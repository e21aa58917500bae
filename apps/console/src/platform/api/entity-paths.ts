import type { Entity } from '@determined/contract/entities.ts';

/** A change of one thing, or of any thing of its kind. */
export interface Hint {
  entity: Entity;
  id?: number | string;
}

const words = (camel: string) => camel.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`).split('-');

/**
 * Whether an answer of the call at `path` may be stale after `hint`: the path says what it is about. Where the id
 * stands right behind the word (`/experiments/{experimentId}/trials`), only that thing's answers are.
 */
export function touches(path: string, request: Record<string, unknown>, hint: Hint): boolean {
  const segments = path.split('/');
  const wanted = words(hint.entity);
  return segments.some((segment, index) => {
    const have = new Set(segment.split(/[-_]/).map((word) => word.replace(/s$/, '')));
    // A model's versions live at /models/…/versions: the last word of a compound decides.
    if (!have.has(wanted.join('-')) && !have.has(wanted.at(-1) ?? '')) return false;
    const parameter = /^(?:\{(.+)\}|:(.+))$/.exec(segments[index + 1] ?? '');
    if (!parameter || hint.id === undefined) return true;
    const given = request[parameter[1] ?? parameter[2] ?? ''];
    return given === undefined || String(given) === String(hint.id);
  });
}
