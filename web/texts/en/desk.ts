import type { SettledHow } from '#contract/donation.ts';

/** How an alert ended. */
const settled: Record<SettledHow, string> = {
  overlay: 'Shown',
  marked: 'Marked as shown',
  skipped: 'Skipped',
  dismissed: 'Dismissed',
  rejected: 'Rejected',
};

/** Where cards stack. */
function alsoOnStream(others: number): string {
  return others > 0 ? `, ${others} more on stream` : '';
}

/** English: the desk of the alerts, on the dashboard and in the dock. */
export const texts = {
  dockTitle: 'Dock',
  heading: 'Alerts',
  loading: 'Loading',
  tryAgain: 'Try again',
  notShown: 'The alerts cannot be shown',
  nothingWaits: 'Nothing waits. New donations appear here automatically.',
  disconnected: 'Disconnected. What you see may be old.',
  nowLabel: 'Now on stream',
  moderator: 'Moderator',
  test: 'Test',
  testTitle: (key: string) => `Send a test alert (${key})`,
  spaceKey: 'Space',
  keys: {
    controls: 'Controls',
    pause: 'Pause',
    pauseLabel: 'Pause alerts',
    resume: 'Resume',
    resumeLabel: 'Resume alerts',
    skip: 'Skip',
    skipLabel: 'Skip this alert',
    skipAllLabel: (cards: number) => `Skip all ${cards} cards`,
    replay: 'Replay',
    replayLabel: 'Replay the last alert',
    mute: 'Mute',
    muteLabel: 'Mute alerts',
    unmute: 'Unmute',
    unmuteLabel: 'Unmute alerts',
  },
  volume: {
    label: 'Volume',
    muted: 'Muted',
    spoken: (percent: number) => `${percent} percent`,
    spokenMuted: (percent: number) => `${percent} percent, muted`,
  },
  said: {
    testSent: 'Test alert sent',
    replaySent: 'It plays once more',
    testWaits: 'The test alert waits 15 minutes for your overlay',
    replayWaits: 'The replay waits for your overlay',
    replayHeld: 'The replay waits until you resume',
    nextWaits: 'It waits for your overlay',
    /** Where a press landed on a row that had just come under the pointer. */
    notCounted: 'Nothing was done: the rows had just moved. Press again.',
    newFrom: (name: string) => `New alert to approve from ${name}`,
    newAlerts: (count: number) => (count === 1 ? '1 new alert to approve' : `${count} new alerts to approve`),
  },
  now: {
    progress: 'On stream',
    left: (seconds: number, others: number) => `${seconds} s left${alsoOnStream(others)}`,
    spokenLeft: (seconds: number, others: number) =>
      `${seconds === 1 ? '1 second left' : `${seconds} seconds left`}${alsoOnStream(others)}`,
    /** No overlay is open any more to show the rest of it. */
    cutShort: 'cut short, waits again',
    neverShown: 'No alert has been shown yet.',
    nothing: 'Nothing is on stream.',
    lastWas: (ago: string) => `Nothing is on stream. The last alert was ${ago}.`,
    shown: (ago: string) => `shown ${ago}`,
  },
  lists: {
    toApprove: 'To approve',
    next: 'Next',
    tray: 'Tray, plays when you say so',
    more: (count: number) =>
      count === 1 ? '1 more comes up as these are settled.' : `${count} more come up as these are settled.`,
    showMore: (count: number) => `Show ${count} more`,
    showFewer: 'Show fewer',
    recent: 'Recent',
    show: 'Show',
    hide: 'Hide',
    settled: (how: string, ago: string) => `${how}, ${ago}`,
  },
  queue: {
    playNext: 'Play one',
    playNextLabel: 'Play the next one, and stay paused',
    clear: 'Clear',
    clearLabel: 'Clear the queue',
    clearTitle: 'Put all of them into the tray. Nothing is lost.',
    cleared: (count: number) => (count === 1 ? '1 cleared, waits here' : `${count} cleared, wait here`),
    putBackLabel: 'Put back what was cleared',
  },
  alert: {
    goesNext: 'Goes out next',
    kinds: { payment: null, replay: 'Replay', test: 'Test' },
    masked: 'Masked',
    /** Why it waits for approval. */
    heldFor: { link: 'Link', newDonor: 'New donor' },
    /** What the donor hides from viewers. */
    hidden: (isNameHidden: boolean, isAmountHidden: boolean): string => {
      if (isNameHidden && isAmountHidden) return 'Name and amount hidden';
      return isNameHidden ? 'Name hidden' : 'Amount hidden';
    },
    found: (words: string) => `Found: ${words}`,
    noMessage: 'No message',
    onlyClip: 'A clip without words',
    /** Below the clip of an alert that is shown masked. */
    clipNotPlayed: 'The clip is not played',
    showLess: 'Show less',
    readAll: 'Read all of it',
    readAllShort: 'Read all',
    clipOf: (name: string) => `the clip of ${name}`,
  },
  acts: {
    approve: 'Approve',
    approveLabel: (name: string) => `Approve the alert of ${name}`,
    mask: 'Mask',
    maskTitle: 'Show it with the found words starred out',
    maskLabel: (name: string) => `Mask the alert of ${name}`,
    hideText: 'Hide text',
    hideTextTitle: 'Show it without name and message',
    hideTextLabel: (name: string) => `Hide text of the alert of ${name}`,
    reject: 'Reject',
    rejectTitle: 'Never show it. The money is not touched.',
    rejectLabel: (name: string) => `Reject the alert of ${name}`,
    takeOut: 'Take it out of the queue',
    takeOutLabel: (name: string) => `Take the alert of ${name} out of the queue`,
    play: 'Play',
    playLabel: (name: string) => `Play the alert of ${name}`,
    dismiss: 'Dismiss',
    dismissLabel: (name: string) => `Dismiss the alert of ${name}`,
    replayTitle: 'Show it once more',
    replayLabel: (name: string) => `Replay the alert of ${name}`,
    undo: 'Undo',
    approved: 'Approved',
    masked: 'Masked',
    textHidden: 'Text hidden',
    queued: 'Queued',
    takenOut: 'Taken out',
    rejected: 'Rejected',
    dismissed: 'Dismissed',
  },
  settled,
  /** Kept off the stream by the streamer or the block list. */
  settledBlocked: 'Blocked',
  foot: {
    sound: 'Sound for new alerts',
    soundHint: 'Two quiet notes when something wants approval. In OBS your stream may hear them.',
    shortcuts: 'Keyboard shortcuts',
    shortcutsHint: 'Space pauses, N plays one while paused, S skips, R replays, M mutes, T tests.',
    forget: 'Forget this link here',
  },
  notices: {
    nothing: {
      title: 'Nobody is signed in here',
      text: 'Sign in to control your alerts. Moderators open the link that the streamer gave them. For a dock in OBS, copy the dock link from the dashboard.',
    },
    'ended-link': {
      title: 'This link has ended',
      text: 'The streamer has ended it, so nothing can be seen or done with it any more. Ask for a new one.',
    },
    'ended-session': {
      title: 'You are signed out',
      text: 'Sign in again to control your alerts.',
    },
    signIn: 'Sign in',
  },
};
