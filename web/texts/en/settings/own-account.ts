/** English: the part of settings about donors' texts, taking everything along, and the end of the account. */
export const texts = {
  data: {
    heading: 'Your data',
    retention: 'Remove donors’ names and messages',
    retentionHint:
      'Amounts, times and transfers stay. Payments are left out of lists then, but the chain itself is public for good.',
    never: 'Never',
    after: (days: number) => (days === 365 ? 'After a year' : `After ${days} days`),
    byOperator: (days: number | null) =>
      days === null ? 'As the server has it: never' : `As the server has it: after ${days} days`,
    question: (days: number) => `Remove texts that are older than ${days} days?`,
    effect:
      'Names and messages of older donations are removed for good, within a minute or two, and from then on day by day.',
    keep: 'Leave them',
    confirm: 'Remove them',
    busy: 'Saving...',
    saved: 'Saved',
    failed: 'It could not be saved. Please try again.',
    download: 'Download everything',
    downloadHint:
      'One JSON file: profile, settings, donations with payments and transfers, sessions, tokens and webhooks without their secrets, and the log. Clips are links while they live.',
    downloadAct: 'Download',
    downloadBusy: 'Downloading...',
    downloadReason: 'The file holds everything that donors wrote to you, so we ask once more.',
    downloaded: 'Download complete',
    downloadFailed: 'The download did not work. Please try again.',
  },
  deletion: {
    heading: 'Delete account',
    lead: (days: number) =>
      `Your links close at once. For ${days} days you can sign in and keep the account; after that it is gone for good, with its name, settings, tokens and all that donors wrote.`,
    stays:
      'What stays are the books of the money: amounts, addresses, signatures and times. The server still finds money that comes late, and passes it on to your payout address, or without one into your generated wallet, which then only its private key opens. So set a payout address or take the key with you, also when the wallet is empty.',
    act: 'Delete account',
    title: 'Delete your account?',
    open: (count: number) =>
      count === 1
        ? 'A donor may still be paying 1 donation. What arrives is passed on to you.'
        : `Donors may still be paying ${count} donations. What arrives is passed on to you.`,
    onTheWay: (amount: string) => `${amount} is on its way to you. It is passed on first.`,
    wallet: (amount: string) =>
      `${amount} is in your generated wallet. Withdraw it, or take the private key with you first: nobody can sign in for it later.`,
    walletUnknown:
      'No node answers at the moment, so what is in your generated wallet is not known. Take its private key with you first.',
    toWallet: 'Open the wallet',
    noMoney: 'No money of yours is left on this server.',
    download: 'Have you downloaded everything? It cannot be brought back.',
    typeName: (username: string) => `Type ${username} to confirm`,
    confirm: 'Delete account',
    busy: 'Deleting...',
    cancel: 'Keep account',
    failed:
      'No answer came. If this account is about to be deleted, the top of the page says so; if not, please try again.',
  },
  closing: {
    title: (date: string) => `This account is deleted on ${date}`,
    dueTitle: 'This account is about to be deleted',
    due: 'It goes as soon as no money is on its way to you any more, after seven more days at the latest.',
    text: 'Your donation link and overlay are closed. Until then you can download everything, take money out of your wallet, or keep the account.',
    keep: 'Keep my account',
    busy: 'Keeping...',
    kept: 'Your account stays. A source that is open in OBS shows alerts again within a minute.',
    failed: 'It did not work. Please try again.',
  },
};
