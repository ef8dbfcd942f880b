/** Rooms of the sockets, by who listens. Events name them, sockets join them. */
export const rooms = {
  streamer: (userId: string) => `streamer:${userId}`,
  overlay: (userId: string) => `overlay:${userId}`,
  donation: (donationId: string) => `donation:${donationId}`,
};
