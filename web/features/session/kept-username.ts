const storageKey = 'username-typed';

/** Carries a username over a reload that our own code is about to cause. */
export function keepUsername(username: string): void {
  sessionStorage.setItem(storageKey, username);
}

/** The username that was carried over a reload, once; otherwise empty. */
export function takeUsername(): string {
  const kept = sessionStorage.getItem(storageKey) ?? '';
  sessionStorage.removeItem(storageKey);
  return kept;
}
