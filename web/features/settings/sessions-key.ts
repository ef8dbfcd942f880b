/** What the cache calls the list of sessions. */
export const sessionsKey = ['sessions'] as const;
