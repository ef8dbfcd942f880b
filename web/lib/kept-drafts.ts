/**
 * Drafts as they were put away for a reload, by streamer and form; null or anything unreadable is none.
 *
 * A reload of ours often means that a new version has come, and a form may have changed with it: only values of what was
 * typed are taken here, and `overSaved` fits them to the form of today.
 */
export function readKeptDrafts(text: string | null): [key: string, draft: object][] {
  const kept = text === null ? [] : parsed(text);
  return Array.isArray(kept) ? kept.filter(isKeptDraft) : [];
}

/** What was typed over what is saved, field by field; what the form does not have, or has as another kind, is left out. */
export function overSaved<Form extends object>(saved: Form, draft: object): Form {
  const fits = Object.entries(draft).filter(
    ([field, value]) => Object.hasOwn(saved, field) && kindOf(value) === kindOf(saved[field as keyof Form]),
  );
  return { ...saved, ...Object.fromEntries(fits) };
}

function isKeptDraft(kept: unknown): kept is [string, object] {
  return Array.isArray(kept) && typeof kept[0] === 'string' && kindOf(kept[1]) === 'object';
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'list' : typeof value;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    console.info('What was typed before could not be read.', error);
    return null;
  }
}
