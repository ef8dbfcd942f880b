import type { KeptStorage } from '#web/lib/guarded-storage.ts';

const key = 'dock-token';

/**
 * The token of `/dock#TOKEN`, kept for this tab and, for when the page is opened again without it, for this browser.
 *
 * Never under the session's own key. Two tabs with two links stay apart.
 */
export function createDockToken(tab: KeptStorage, browser: KeptStorage) {
  return {
    get: (): string | null => tab.getItem(key) ?? browser.getItem(key),
    set(token: string): void {
      tab.setItem(key, token);
      browser.setItem(key, token);
    },
    /** Forgets the token of this tab; the browser's only where it is the same. */
    clear(): void {
      const own = tab.getItem(key) ?? browser.getItem(key);
      tab.removeItem(key);
      if (browser.getItem(key) === own) browser.removeItem(key);
    },
  };
}

/** The token in the part behind #, or null. */
export function tokenInHash(hash: string): string | null {
  const token = decodeHash(hash.replace(/^#/, '')).trim();
  return /^[\w.~-]{8,200}$/.test(token) ? token : null;
}

function decodeHash(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (error instanceof URIError) return '';
    throw error;
  }
}
