import type { HistoryStepKind } from '#contract/donation-history.ts';

/** English: the donations list. */
export const texts = {
  title: 'Donations',
  total: (count: number, written: string) =>
    count === 1 ? '1 donation in total' : `${written} donations in total`,
  loading: 'Loading donations...',
  loadFailed: 'Failed to load donations',
  tryAgain: 'Try again',
  refresh: 'Refresh',
  /** The tile that counts every status. */
  all: 'All',
  search: { label: 'Search donations', placeholder: 'Search donations...' },
  status: { label: 'Status', all: 'All Status' },
  perPage: { label: 'Per page', size: (size: number) => `${size} per page` },
  showing: (from: string, to: string, found: string) => `Showing ${from}–${to} of ${found} donations`,
  filteredFrom: (total: string) => `Filtered from ${total} total`,
  empty: {
    none: "You haven't received any donations yet.",
    filtered: 'No donations match your current filters.',
    page: 'No donations on this page.',
  },
  clearFilters: 'Clear filters',
  pages: { label: 'Pages', previous: 'Previous page', next: 'Next page' },
  /** Behind the time of a donation whose money came after its ten minutes. */
  paidLate: 'paid late',
  /** Below the amount of a donation in a token. */
  solBeside: (amount: string) => `and ${amount}`,
  /** What a play button plays, after 'Play'. */
  clipOf: (name: string) => `the clip of ${name}`,
  message: { less: 'Show less', more: 'Read all of it' },
  markShown: {
    act: 'Mark as Shown',
    done: 'Donation marked as shown',
    failed: 'Failed to mark donation as shown',
    /** Of one that waits for approval. */
    ask: {
      question: (name: string) => `Mark the donation of ${name} as shown?`,
      explained:
        'It has not been on stream. Its name and message will not be shown any more, not even by a replay. The money is not touched.',
      keep: 'Keep it waiting',
    },
  },
  /** Beside the status: what the alert waits for, or that it ended without having been shown to its end. */
  alertNotes: {
    approval: 'Waits for approval',
    play: 'Waits to be played',
    rejected: 'Rejected',
    dismissed: 'Dismissed',
    skipped: 'Skipped',
  },
  approval: {
    approve: 'Approve',
    approveFor: (name: string) => `Approve the donation of ${name}`,
    approved: 'Approved',
    reject: 'Reject',
    rejectTitle: 'Never show it. The money is not touched.',
    rejectFor: (name: string) => `Reject the donation of ${name}`,
    undo: 'Undo',
    undoFor: (name: string) => `Undo: the donation of ${name} was rejected`,
    failed: 'This could not be saved. Please try again.',
  },
  /** For what waits in the tray, and for what expired with a part of its money. */
  play: {
    act: 'Play',
    actFor: (name: string) => `Play the donation of ${name}`,
    again: { act: 'Replay', actFor: (name: string) => `Replay the donation of ${name}` },
    done: 'It plays next',
    waits: 'It waits for your overlay',
    held: 'It waits until you resume',
    failed: 'This could not be played. Please try again.',
  },
  block: {
    pill: 'Blocked',
    /** Under 'Blocked': the entry of the block list that did it. */
    byEntry: {
      wallet: (value: string) => `by the wallet ${value}`,
      name: (value: string) => `by the name “${value}”`,
      word: (value: string) => `by the word “${value}”`,
    },
    /** Beside 'Shown': it was on stream before it was blocked. */
    pillAfterShown: 'Not shown again',
    act: 'Never show',
    actFor: (name: string) => `Never show the donation of ${name}`,
    question: (name: string) => `Never show the donation of ${name}?`,
    explained:
      'Its name, message and clip stay off your stream, also if it is paid later. The money is not touched.',
    keep: 'Keep it',
    confirm: 'Never show it',
    done: 'It will never be shown',
    failed: 'This could not be saved. Please try again.',
  },
  allow: {
    act: 'Allow again',
    actFor: (name: string) => `Allow again: the donation of ${name}`,
    done: 'It may be shown again',
    /** Its alert was settled by the block. */
    doneReplay: 'It may be shown again: replay it from the dashboard',
  },
  /** For what the block list keeps off the stream. */
  unblock: {
    act: 'Unblock',
    actFor: (name: string) => `Unblock the donation of ${name}`,
    question: (name: string) => `Unblock the donation of ${name}?`,
    explained: (what: string) =>
      `It was blocked by ${what}. Later donations are still blocked for as long as that stands in Settings.`,
    keep: 'Cancel',
    confirm: 'Unblock',
    confirmShow: 'Unblock and show',
    doneShow: 'Unblocked: it plays next',
  },
  csv: {
    act: 'Download CSV',
    busy: 'Downloading...',
    progress: (read: string, total: string) => `Downloading ${read} of ${total} donations...`,
    done: 'Donations downloaded',
    failed: 'Failed to download donations',
  },
  /** What happened to one donation. */
  history: {
    open: 'What happened',
    openFor: (name: string) => `What happened to the donation of ${name}`,
    title: 'What happened',
    failed: 'This could not be loaded.',
    close: 'Close',
    payment: (amount: string, isFinal: boolean) =>
      `${amount} arrived, ${isFinal ? 'final' : 'not yet final'}`,
    by: (what: string, who: string) => `${what} by ${who}`,
    approvedMasked: 'Approved and masked',
    shownUndecided: 'Shown without its text, as nobody decided',
    steps: {
      created: 'Created on the donation page',
      payment: 'A payment arrived',
      paid: 'Paid',
      paidLate: 'Paid, after its ten minutes',
      expired: 'Expired',
      failed: 'The network took the payment back',
      held: 'Held for approval',
      approved: 'Approved',
      queued: 'Waits in the queue',
      tray: 'Waits in the tray',
      sent: 'Sent to the overlay',
      shown: 'Shown in OBS',
      marked: 'Marked as shown',
      skipped: 'Skipped',
      dismissed: 'Dismissed',
      rejected: 'Rejected',
      replayed: 'Replay asked for',
      blocked: 'Kept off the stream',
      transferred: 'Transferred to your wallet',
    } satisfies Record<HistoryStepKind, string>,
    explorer: (date: string) => `Open in explorer: ${date}`,
    copy: (date: string) => `Copy the signature of ${date}`,
    copied: 'Signature copied',
  },
  /** What a donor hides from viewers. */
  hiddenOnStream: (isNameHidden: boolean, isAmountHidden: boolean): string => {
    if (isNameHidden && isAmountHidden) return 'Name and amount hidden on stream';
    return isNameHidden ? 'Name hidden on stream' : 'Amount hidden on stream';
  },
};
