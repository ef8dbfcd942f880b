import type { BlockKind } from '#contract/block-kinds.ts';

const kinds: Record<BlockKind, string> = { wallet: 'Wallet', name: 'Name', word: 'Word' };

/** English: blocking donors, and the block list. */
export const texts = {
  kinds,
  /** In the middle of a sentence: what was blocked, and what it was. */
  entry: {
    wallet: (value: string) => `the wallet ${value}`,
    name: (value: string) => `the name “${value}”`,
    word: (value: string) => `the word “${value}”`,
  },
  /** For whom amounts are hidden: no address is told. */
  someWallet: 'the wallet',
  donor: {
    act: 'Block donor',
    actFor: (name: string) => `Block donor ${name}`,
    question: (name: string) => `Block ${name}?`,
    by: 'Block by',
    wallet: 'The wallet that paid',
    walletHint: 'Under whatever name it pays. From one wallet of an exchange many people pay.',
    name: (name: string) => `The name “${name}”`,
    nameHint: 'From whatever wallet. Anybody can choose another name.',
    explained:
      'Alerts of theirs that wait or are on stream are taken away now, and later donations make none. The money is not touched. They are not told.',
    keep: 'Cancel',
    confirm: 'Block',
    busy: 'Blocking...',
    failed: 'This could not be blocked. Please try again.',
  },
  done: (what: string) => `Blocked ${what}.`,
  taken: (count: number) =>
    count === 1 ? '1 donation was taken away.' : `${count} donations were taken away.`,
  undo: 'Undo',
  undone: 'Taken back',
  undoneAlerts: (count: number) =>
    count === 1 ? 'Taken back: 1 alert is where it was' : `Taken back: ${count} alerts are where they were`,
  undoFailed: 'This could not be taken back. Settings, Blocked, lists it.',
  list: {
    heading: 'Blocked',
    lead: 'Donations from these wallets, with these names or words make no alert and stand neither among the latest donations nor on the leaderboard. The money reaches you as always.',
    kind: 'What to block',
    value: { wallet: 'Address of the wallet', name: 'Name', word: 'Word or phrase' },
    hint: {
      wallet: 'The wallet that pays, not a page or a donation address.',
      name: 'The whole name. Case, accents, spaces, and figures for letters do not matter.',
      word: 'In message or name, as a whole word, whatever case and accents. To star words out instead, use the word lists above.',
    },
    add: 'Block',
    adding: 'Blocking...',
    none: 'Nothing is blocked.',
    count: (count: number) => (count === 1 ? '1 entry' : `${count} entries`),
    search: 'Search the block list',
    noneFound: 'No entry holds this.',
    added: (who: string, date: string) => `by ${who}, ${date}`,
    addedAs: (who: string, role: string, date: string) => `by ${who} (${role}), ${date}`,
    roles: { streamer: '', tool: 'tool', moderator: 'moderator' },
    remove: 'Remove',
    removeNamed: (what: string) => `Remove ${what} from the block list`,
    removed: (what: string) => `No longer blocked: ${what}`,
    removeFailed: 'This could not be removed. Please try again.',
    more: 'Show more',
    kept: 'What it has blocked already stays blocked; the donations list can unblock each one.',
  },
};
