const user = '/api/users/me';

/** What a page of the signed-in area asks for first, by its address; a view of the list is not among them. */
const callsOf: Record<string, readonly string[]> = {
  '/app': [user, '/api/donations/stats', '/api/donations/link', '/api/donations/my?limit=5', '/api/alerts'],
  '/app/settings': [user, '/api/tokens'],
  '/app/donations': [user, '/api/donations/search?page=1&size=20'],
};

/** The calls with which the page of an address begins, if someone is signed in. */
export function firstCalls(address: string): readonly string[] {
  return callsOf[address] ?? (/^\/(?:app|admin)(?:[/?]|$)/.test(address) ? [user] : []);
}
