/** Rooms of the sockets, by who listens. Events name them, sockets join them. */
export const rooms = {
  streamer: (userId: string) => `streamer:${userId}`,
  overlay: (userId: string) => `overlay:${userId}`,
  /** Overlays that were opened by the public code, found among all overlays: nobody joins it. */
  publicOverlay: (userId: string) => `public-overlay:${userId}`,
  /** Everything that was opened by the secret code, found the same way. What it hears is that the code was replaced. */
  widgetCode: (userId: string) => `widget-code:${userId}`,
  /** Whoever may control alerts: streamers, tools and moderators. */
  desk: (userId: string) => `desk:${userId}`,
  /** Goal bars, leaderboards and tickers that are open. */
  widgets: (userId: string) => `widgets:${userId}`,
  donation: (donationId: string) => `donation:${donationId}`,
  /** No socket is in it: what this tells is that pages which name the streamer are to be read anew. */
  pages: (userId: string) => `pages:${userId}`,
  /** No socket is in it either: there is a newer price of SOL. */
  prices: () => 'prices',
  /** Sockets that came in by one session or access token. What they hear is that it has ended. */
  session: (tokenHash: Uint8Array) => `session:${Buffer.from(tokenHash).toString('hex')}`,
};
