/** Rooms of the sockets, by who listens. Events name them, sockets join them. What a session hears ends it. */
export const rooms = {
  streamer: (userId: string) => `streamer:${userId}`,
  overlay: (userId: string) => `overlay:${userId}`,
  donation: (donationId: string) => `donation:${donationId}`,
  session: (tokenHash: Uint8Array) => `session:${Buffer.from(tokenHash).toString('hex')}`,
};
