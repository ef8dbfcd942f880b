import { browserStorage } from './guarded-storage.ts';

const key = 'token';

/**
 * The session token in the browser's storage under 'token' (spec §3). Where storage is blocked, a session lasts as long as
 * the page is open.
 */
export const storedToken = {
  get: (): string | null => browserStorage.getItem(key),
  set: (token: string): void => void browserStorage.setItem(key, token),
  clear: (): void => browserStorage.removeItem(key),
};

/**
 * Calls `heard` with the token when another tab of this browser stores or drops one, and with the one before, if that is known.
 * Returns what ends that.
 */
export function onTokenOfOtherTab(heard: (token: string | null, before: string | null) => void): () => void {
  const handleStorage = (event: StorageEvent) => {
    // Without a key the whole storage was emptied.
    if (event.key === key || event.key === null) heard(storedToken.get(), event.oldValue);
  };
  addEventListener('storage', handleStorage);
  return () => removeEventListener('storage', handleStorage);
}
