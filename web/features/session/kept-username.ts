import { tabStorage } from '#web/lib/guarded-storage.ts';

const storageKey = 'username-typed';

/** Carries a username over a reload that our own code is about to cause. */
export function keepUsername(username: string): void {
  tabStorage.setItem(storageKey, username);
}

/** The username that was carried over a reload, once; otherwise empty. */
export function takeUsername(): string {
  const kept = tabStorage.getItem(storageKey) ?? '';
  tabStorage.removeItem(storageKey);
  return kept;
}
