const key = 'token';

/** The session token in the browser's storage under 'token' (spec §3). */
export const storedToken = {
  get: (): string | null => localStorage.getItem(key),
  set: (token: string): void => localStorage.setItem(key, token),
  clear: (): void => localStorage.removeItem(key),
};

/** Calls `heard` when another tab of this browser stores or drops a token. Returns what ends that. */
export function onTokenOfOtherTab(heard: (token: string | null) => void): () => void {
  const handleStorage = (event: StorageEvent) => {
    // Without a key the whole storage was emptied.
    if (event.key === key || event.key === null) heard(storedToken.get());
  };
  addEventListener('storage', handleStorage);
  return () => removeEventListener('storage', handleStorage);
}
