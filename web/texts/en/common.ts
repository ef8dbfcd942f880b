import type { DonationStatus } from '#contract/donation.ts';

/** English: what every page needs. */
export const texts = {
  /** Calls that got no answer of the server's own. */
  noAnswer: {
    offline: 'The server cannot be reached. Please check your connection and try again.',
    timeout: 'The server took too long to answer. Please try again.',
    unreadable: 'The server sent an answer that this page cannot read. Please reload the page.',
  },
  statuses: {
    PENDING: 'Pending',
    RECEIVED: 'Received',
    SHOWN: 'Shown',
    TRANSFERRED: 'Transferred',
    FAILED: 'Failed',
    EXPIRED: 'Expired',
  } satisfies Record<DonationStatus, string>,
  justNow: 'just now',
  fiat: {
    /** Behind a value by a price that is old: '≈ €15.12 price of 2:05 PM'. */
    priceOf: (time: string) => `price of ${time}`,
    whenPaid: (price: string) => `What it was worth when it was paid, at ${price} for 1 SOL`,
  },
  tokenNames: { usdc: 'USD Coin', usdt: 'Tether USD', ofSandbox: 'Test token' },
  unsaved: 'Unsaved changes.',
  copied: 'Copied to clipboard!',
  copyFailed: 'Failed to copy to clipboard',
  loading: 'Loading',
  legal: { label: 'Legal', privacy: 'Privacy', terms: 'Terms' },
  /** In place of a donor's name and message. */
  removed: { name: 'Name removed', message: 'Message removed' },
  section: { notLoaded: 'This part could not be loaded.', retry: 'Try again' },
  skip: 'Skip to content',
  languageLabel: 'Language',
  /** After the label of a field. */
  optional: '(optional)',
  password: {
    show: (label: string) => `Show ${label.toLowerCase()}`,
    hide: (label: string) => `Hide ${label.toLowerCase()}`,
  },
  clip: {
    play: (what: string) => `Play ${what}`,
    pause: (what: string) => `Pause ${what}`,
    failed: 'Failed to play audio',
    deleted: 'This clip has been deleted.',
    seconds: (seconds: string) => `${seconds} s`,
  },
  sandbox: 'Sandbox',
  /** What the lamp of the overlay says. */
  lamp: {
    on: 'On air',
    holding: 'Holding',
    paused: 'Paused',
    none: 'No overlay',
    unknown: 'Not known yet',
  },
  widgetLink: {
    button: 'Replace the widget link',
    question: 'Replace the widget link?',
    whatStops:
      'The old link stops at once. Sources that use it, goal bar, leaderboard and latest donations too, show nothing more until you paste their new addresses into OBS.',
    whatStays: 'Alerts wait meanwhile. Your donation link stays as it is.',
    keep: 'Keep the link',
    replace: 'Replace the link',
    replacing: 'Replacing...',
    replaced: 'Widget link replaced',
    failed: 'The widget link could not be replaced. Please try again.',
  },
  shell: {
    menu: 'Menu',
    openMenu: 'Open menu',
    closeMenu: 'Close menu',
    main: 'Main',
    dashboard: 'Dashboard',
    donations: 'Donations',
    wallet: 'Wallet',
    widgets: 'Widgets',
    settings: 'Settings',
    operator: 'Operator',
    guide: 'Guide',
    signOut: 'Sign out',
  },
  notFound: {
    title: 'Page not found',
    text: 'There is nothing at this address.',
    home: 'Back to home',
  },
};
