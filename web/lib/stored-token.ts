const key = 'token';

/** The session token in the browser's storage under 'token' (spec §3). */
export const storedToken = {
  get: (): string | null => localStorage.getItem(key),
  set: (token: string): void => localStorage.setItem(key, token),
  clear: (): void => localStorage.removeItem(key),
};
