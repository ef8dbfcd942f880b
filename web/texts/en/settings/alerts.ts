import type { DeskAction, DeskRole } from '#contract/alerts.ts';
import type { WordListLanguage } from '#contract/moderation.ts';

const roles: Record<DeskRole, string> = { streamer: '', tool: 'tool', moderator: 'moderator' };

const actions: Record<DeskAction, string> = {
  test: 'sent a test alert',
  pause: 'paused the alerts',
  resume: 'resumed the alerts',
  next: 'played, while paused,',
  clear: 'put all that waited into the tray',
  put_back: 'put back what was cleared',
  skip: 'skipped',
  replay: 'replayed',
  mute: 'muted the alerts',
  unmute: 'unmuted the alerts',
  volume: 'changed the volume',
  play: 'played',
  dismiss: 'dismissed',
  approve: 'approved',
  approve_masked: 'approved and masked',
  show_unapproved: '(by the settings, after waiting) let through without its text',
  reject: 'rejected',
  block: 'blocked',
  unblock: 'took back the block of',
  block_wallet: 'blocked the wallet',
  block_name: 'blocked the name',
  block_word: 'blocked the word',
  unlist_wallet: 'no longer blocks the wallet',
  unlist_name: 'no longer blocks the name',
  unlist_word: 'no longer blocks the word',
  settings: 'changed the alert settings',
  token_created: 'made the link or token',
  token_ended: 'ended the link or token',
  widget_code_replaced: 'replaced the widget link',
};

const languages: Record<WordListLanguage, string> = {
  en: 'English',
  es: 'Spanish',
  de: 'German',
  fr: 'French',
  pt: 'Portuguese',
};

const scopes = {
  alerts: 'Alert controls',
  moderator: 'Moderator',
  donationsRead: 'Donations',
  statsRead: 'Totals',
  webhooks: 'Webhooks',
};

/** English: the part of settings about alerts, moderators, tools and the log. */
export const texts = {
  alerts: {
    heading: 'Alerts and moderation',
    save: 'Save alert settings',
    note: 'This section takes effect when it is saved.',
    approveFirst: 'Approve every alert first',
    approveFirstHint:
      'Nothing is shown before you or a moderator says yes, nor what waits for its turn already. The money is never touched.',
    holdsSome: 'Hold for approval',
    holds: {
      holdsLinks: 'Links',
      holdsClips: 'Clips',
      holdsNewDonors: 'New donors',
      holdsLongMessages: 'Long messages',
    },
    holdsHint: (letters: number) =>
      `A donor is new until your stream has shown a donation that the same wallet paid. A message is long from ${letters + 1} characters on.`,
    undecided: 'When nobody decides',
    undecidedHint:
      'Minutes count while your overlay is open, and nothing goes while alerts are paused. Without its text: without name, message and clip.',
    goesOnWaiting: 'It goes on waiting',
    shownAfter: (minutes: number) =>
      `Show it without its text after ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`,
    stack: 'Stack cards',
    stackHint:
      'Cards appear as they come, above each other, three at most. When off, one follows the other and no sound is cut off.',
    showFiat: (currency: string) => `Show the value in ${currency} on cards`,
    showFiatHint:
      'Behind the amount in SOL, about what it was worth when it was paid. A card without a known value has none.',
    whenFound: 'When a listed word is found',
    mask: 'Star the word out and show the alert',
    hold: 'Hold the alert until somebody approves it',
    lists: 'Lists of insults and slurs',
    languages,
    ownWords: 'Your own words',
    ownWordsHint: 'One a line. Whole words, whatever their case and accents.',
    allowedWords: 'Words that are allowed',
    allowedWordsHint: 'Let through although a list has them.',
    clips: 'Clips from this amount on (SOL)',
    clipsPlaceholder: 'All clips',
    clipsHint: 'Below it the default sound plays.',
    clipsRange: 'Please enter 0.002 to 100 SOL, or leave it empty',
  },
  access: {
    heading: 'Moderators and tools',
    lead: "A moderator's link opens the queue of alerts. A token lets a Stream Deck or a bot control them, or a tool read your donations. None reaches your keys, settings or money.",
    none: 'There are none yet.',
    scopes,
    withoutAmounts: 'without amounts',
    made: (date: string) => `made ${date}`,
    neverUsed: 'never used',
    lastUsed: (ago: string) => `last used ${ago}`,
    end: 'End',
    endNamed: (name: string) => `End ${name}`,
    question: (name: string) => `End ${name}?`,
    effect: {
      moderator: 'The link stops at once. Whoever has it open is cut off.',
      alerts: 'The token stops at once. Tools and docks that use it are cut off.',
    },
    keep: 'Keep it',
    confirm: 'End it',
    ending: 'Ending...',
    ended: (name: string) => `${name} has ended`,
    endFailed: 'It could not be ended. Please try again.',
    nameHint: 'It stands in the list and in the log.',
    hideAmounts: 'Hide amounts',
    hideAmountsHint: 'Names and messages are shown without the sums.',
    mayOpen: 'It may',
    mayDo: {
      alerts: 'control alerts',
      donationsRead: 'read donations, and export them',
      statsRead: 'read totals, by day too',
      webhooks: 'manage webhooks, without their secrets',
    },
    making: 'Making...',
    makeFailed: 'No answer came. It may have been added: look at the list.',
    onlyNow: 'You can copy it only now.',
    token: 'Token',
    copyToken: 'Copy token',
    tokenCopied: 'Token copied!',
    showToken: 'Show token',
    copyLink: 'Copy link',
    linkCopied: 'Link copied!',
    showLink: 'Show link',
    done: 'Done',
    api: (address: string) =>
      `Tools send it as “Authorization: Bearer …”, for example to ${address}. All calls are in the`,
    apiLink: 'API',
    kinds: {
      moderator: {
        create: 'New moderator link',
        nameLabel: 'Who is it for?',
        namePlaceholder: 'Their name',
        action: 'Make the link',
        made: 'The moderator link',
        use: 'Send it to your moderator. Whoever has it can moderate your alerts.',
        link: 'Link',
      },
      alerts: {
        create: 'New API token',
        nameLabel: 'What is it for?',
        namePlaceholder: 'Stream Deck',
        action: 'Make the token',
        made: 'The API token',
        use: 'Give it to your tool. Whoever has it can do what you chose.',
        link: 'Link for a dock in OBS',
      },
    },
  },
  log: {
    heading: 'Log',
    none: 'Nobody has done anything yet.',
    more: 'Show more',
    /** Empty where the role goes without saying. */
    roles,
    actions,
    act: (who: string, action: string) => `${who} ${action}`,
    actAs: (who: string, role: string, action: string) => `${who} (${role}) ${action}`,
    /** The same about a link or token by its name. */
    named: (act: string, name: string) => `${act} “${name}”`,
    /** The same about the alert of a donor. */
    alertOf: (act: string, donor: string) => `${act} the alert of ${donor}`,
  },
};
