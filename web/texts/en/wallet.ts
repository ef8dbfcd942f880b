import type { UnsentReason, WithdrawalStatus } from '#contract/wallet.ts';

const states: Record<WithdrawalStatus, string> = {
  waiting: 'It is being prepared.',
  sent: 'It was sent. The network has not confirmed it yet.',
  confirmed: 'The network has confirmed it. In a few seconds it is final.',
  final: 'It has arrived and is final.',
  failed: 'The network refused it. Nothing was paid but the network fee.',
  not_sent: 'It was not paid.',
};

const unsent: Record<UnsentReason, string> = {
  no_answer: 'The Solana network did not take it in time. Nothing left your wallet; please try again.',
  changed:
    'Your balance or the network fee changed before it was sent. Nothing left your wallet; please try again.',
  refused: 'The network would not take it as it was. Nothing left your wallet; please try again.',
  restored:
    'This server was restored from a back-up in the meantime and cannot know whether it was paid before. Look at your history, then withdraw again if it is not there.',
};

/** English: the page of the generated wallet. */
export const texts = {
  title: 'Wallet',
  notLoaded: (why: string) => `Your wallet could not be loaded. ${why}`,
  tryAgain: 'Try again',
  balance: {
    label: 'Balance',
    live: 'Live from the network',
    onItsWay: 'On its way:',
    old: (date: string) => `As it was on ${date}. It cannot be read at the moment.`,
    unknown: 'Unknown',
    unknownWhy:
      'No node of the Solana network answers, so the balance is unknown at the moment. Your money is where it was; this page keeps asking.',
    address: 'Address',
    copy: 'Copy wallet address',
    copied: 'Wallet address copied to clipboard',
    withdraw: 'Withdraw',
    empty: 'This wallet is empty.',
    underWay: 'One withdrawal at a time: the next one can begin when this one has arrived.',
  },
  payout: {
    here: 'Donations come to one-time addresses; each is passed on to this wallet once it is final.',
    elsewhere: 'Your donations do not come here: they go straight to your payout address',
    elsewhereMore: 'What is still in this wallet stays until you withdraw it.',
    change: 'Change in Settings',
    guide: 'How the money gets here',
  },
  tokens: {
    title: 'Tokens',
    unknown: 'Unknown',
    here: 'Donations in a token are passed on to this wallet. Withdrawals here are of SOL: to move tokens, import your private key into another wallet, or set a payout address of your own.',
    elsewhere:
      'Donations in a token go straight to your payout address. Withdrawals here are of SOL: to move tokens that are still here, import your private key into another wallet.',
    guide: 'How tokens work',
    explorer: (symbol: string) => `Open ${symbol} in the explorer`,
    copy: (symbol: string) => `Copy the address of ${symbol}`,
    copied: 'Address copied!',
  },
  withdraw: {
    title: 'Withdraw',
    address: 'To this address',
    addressHint: 'A Solana wallet whose key you or your exchange hold',
    amount: 'Amount',
    amountForm: 'Please enter an amount with at most 9 decimals, for example 0.05 or 1000',
    available: (amount: string) => `In your wallet: ${amount}`,
    all: 'Everything that is in the wallet',
    cancel: 'Cancel',
    next: 'Continue',
    checking: 'Checking...',
    failed: 'It could not be checked. Please try again.',
  },
  review: {
    title: 'Check and confirm',
    to: 'To',
    arrives: 'Arrives',
    fee: 'Network fee',
    remains: 'Stays in your wallet',
    warning: 'What is sent does not come back. Compare the address with the one that you want to pay.',
    password: 'Password',
    back: 'Back',
    confirm: (amount: string) => `Withdraw ${amount}`,
    sending: 'Sending...',
    changed: 'Your balance or the network fee has changed: these are the new figures.',
    noAnswer:
      'No answer came, so it may be under way already. Press again: it is never paid twice. Or close this and look at the page.',
    accepted: 'Withdrawal accepted',
  },
  earlier: {
    takenUp: (amount: string, address: string) =>
      `Your earlier order was taken up: ${amount} to ${address}. No second one was made.`,
    notSent: (amount: string, address: string) =>
      `Your earlier order of ${amount} to ${address} was not paid: nothing left your wallet.`,
    failed: (amount: string, address: string, fee: string) =>
      `Your earlier order of ${amount} to ${address} was refused by the network: only its fee of ${fee} was paid.`,
    restored: (amount: string, address: string) =>
      `Your earlier order of ${amount} to ${address}: ${unsent.restored}`,
  },
  progress: {
    title: 'Withdrawal',
    steps: ['Prepared', 'Sent', 'Confirmed', 'Final'],
    label: 'How far the withdrawal is',
    states,
    unsent,
    to: (amount: string) => `${amount} to`,
    triedUntil: (time: string) =>
      `If the network does not take it, it ends by itself after ${time} and nothing is paid.`,
    explorer: 'Open in explorer',
  },
  history: {
    title: 'History',
    lead: 'What came in and went out for good, as the network has it.',
    none: 'Nothing has come in yet.',
    notFinal: 'What came in stands here once it is final, seconds later.',
    reading: 'Older entries are still being read from the network.',
    unknown: 'No node of the network answers: the newest entries may be missing.',
    donation: (name: string) => `Donation from ${name}`,
    donationFee: (name: string) => `Network fee for the donation from ${name}`,
    donationGone: 'Donation',
    withdrawal: (address: string) => `Withdrawal to ${address}`,
    otherIn: 'Received from elsewhere',
    otherOut: 'Sent by another wallet app',
    failed: 'Refused by the network, only the fee was paid',
    fee: (amount: string) => `network fee ${amount} included`,
    explorer: (date: string) => `Open in explorer: ${date}`,
    copy: (date: string) => `Copy signature: ${date}`,
    copied: 'Signature copied!',
    newest: 'Newest',
    older: 'Older',
  },
};
