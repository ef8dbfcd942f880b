const key = 'token';

/**
 * The session token in the browser's storage under 'token' (spec §3). Where storage is switched off there is none and none
 * can be kept; whoever donates needs none.
 */
export const storedToken = {
  get: (): string | null => whereStorageIs(() => localStorage.getItem(key)) ?? null,
  set: (token: string): void => whereStorageIs(() => localStorage.setItem(key, token)),
  clear: (): void => whereStorageIs(() => localStorage.removeItem(key)),
};

function whereStorageIs<Result>(act: () => Result): Result | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}

/** Calls `heard` when another tab of this browser stores or drops a token. Returns what ends that. */
export function onTokenOfOtherTab(heard: (token: string | null) => void): () => void {
  const handleStorage = (event: StorageEvent) => {
    // Without a key the whole storage was emptied.
    if (event.key === key || event.key === null) heard(storedToken.get());
  };
  addEventListener('storage', handleStorage);
  return () => removeEventListener('storage', handleStorage);
}
