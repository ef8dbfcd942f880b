/** Rooms of the sockets, by who listens. Events name them, sockets join them. */
export const rooms = {
  streamer: (userId: string) => `streamer:${userId}`,
  overlay: (userId: string) => `overlay:${userId}`,
  /** Overlays that were opened by the public code. What they hear is that it no longer shows alerts. */
  publicOverlay: (userId: string) => `public-overlay:${userId}`,
  donation: (donationId: string) => `donation:${donationId}`,
  /** Dashboards of one session. What they hear is that it has ended. */
  session: (tokenHash: Uint8Array) => `session:${Buffer.from(tokenHash).toString('hex')}`,
};
