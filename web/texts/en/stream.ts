/** English: what the goal bar, the leaderboard and the latest donations say on stream and in their previews. */
export const texts = {
  latest: 'Latest donations',
  leaderboard: 'Leaderboard',
  topDonors: 'Top donors',
  spans: { day: 'Today', stream: 'This stream', all: 'All time' },
  goal: 'Goal',
  /** On a goal bar that the streamer gave no title. */
  goalUntitled: 'Stream goal',
  goalReachedLabel: 'Goal, reached',
  goalReached: 'Goal reached',
  /** After what has been raised; `percent` only above the goal. */
  ofTarget: (target: string, percent: string | null) =>
    `of ${target} SOL${percent === null ? '' : `, ${percent}%`}`,
  /** On the overlay's preview, which is empty most of the time. */
  previewHint:
    'What your overlay shows appears here too. This preview does not count as an overlay: alerts wait until yours is open.',
  enableSound: 'Click to enable sound',
  invalidUrl: 'This widget URL is not valid. Copy it again from your dashboard.',
};
