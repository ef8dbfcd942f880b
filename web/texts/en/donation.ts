/** English: a donation at its own address, from paying to 'Thank You!'. */
export const texts = {
  donationNotFound: {
    title: 'Donation Not Found',
    unreachableTitle: 'Donation Not Loaded',
    unreachable:
      'The donation could not be loaded. It is still there, and so is its address: a payment that you have sent is not lost. This page tries again by itself.',
  },
  words: {
    name: 'Name',
    message: 'Message',
    audio: 'Audio',
    /** Below the name. */
    hidden: 'Hidden on stream',
    hiddenOnStream: (isNameHidden: boolean, isAmountHidden: boolean): string => {
      if (isNameHidden && isAmountHidden) return 'Hidden on stream: your name and the amount';
      return isNameHidden ? 'Hidden on stream: your name' : 'Hidden on stream: the amount';
    },
  },
  meter: {
    label: 'Progress',
    /** Behind a step, for screen readers. */
    isDone: '(done)',
    steps: ['Waiting', 'Seen', 'Confirmed', 'On stream'] as [string, string, string, string],
  },
  payment: {
    title: 'Donation Created!',
    customAudio: 'Custom Audio',
    checking: 'Checking...',
    pill: {
      received: (amount: string) => `Received ${amount}`,
      waiting: 'Waiting for payment',
      expired: 'Expired',
      failed: 'Failed',
    },
    left: (minutes: number, seconds: string) => `${minutes}:${seconds} left`,
    expired: 'Expired',
    /** Of the day, on the donor's own clock; below the countdown. */
    validUntil: (time: string) => `until ${time}`,
    minutesLeft: (minutes: number) => (minutes === 1 ? '1 minute left' : `${minutes} minutes left`),
    scan: 'Scan with your Solana wallet',
    qrLabel: 'QR code of the payment',
    qrMissing: 'The code could not be loaded. Please copy the address instead.',
    minimum: 'Minimum amount',
    chosen: 'Your amount',
    /** In its place once a part has come. */
    stillToPay: 'Still to pay',
    /** What the network takes of the donor’s wallet besides, for one signature. */
    networkFee: 'Plus about 0.000005 SOL of network fee',
    openInWallet: 'Open in Wallet',
    noWallet: 'No wallet opened?',
    noWalletText: 'Copy the address into your wallet, or scan the code with the phone that has it.',
    copyAddress: 'Copy Address',
    addressCopied: 'Address copied!',
    walletAddress: 'Wallet Address',
    copyWalletAddress: 'Copy wallet address',
    walletAddressCopied: 'Wallet address copied!',
    network: (label: string) => `This is the ${label}.`,
    useTestSol: 'Use devnet SOL for testing.',
    testTokens: (symbol: string) => `Use devnet ${symbol} for testing.`,
    realSol: 'You pay with real SOL.',
    realTokens: (symbol: string) => `You pay with real ${symbol}.`,
    sendOnly: (symbol: string) => `Send ${symbol} on Solana only.`,
    sendOnlyMore: (symbol: string) =>
      `${symbol} on another network, such as Ethereum, does not arrive, and nothing else pays for this donation.`,
    /** The donor's wallet opens the account that the tokens arrive in. */
    needsSol: 'Your wallet also needs some 0.0025 SOL, for the network’s fee and the account it opens.',
    /** An address follows. */
    mint: (symbol: string) => `Address of this ${symbol}:`,
    inExplorer: 'See it in the explorer',
    /** Behind 'So much SOL arrived.' */
    solBeside: (symbol: string, streamer: string) =>
      `This donation is paid in ${symbol}, so SOL does not count for it. It is passed on to ${streamer} all the same.`,
    sandbox: 'It runs as a sandbox on this server: real wallets cannot reach it.',
    faucet: 'Pay from the sandbox faucet',
    faucetPaying: 'Paying from the sandbox faucet...',
    faucetFailed: 'The faucet could not pay. Please try again.',
    /** The way back to the form, while nothing has been paid. */
    changeWords: 'Change name or message',
    /** To the donation that was made shortly before. */
    paidBefore: 'Paid to the address before? See that donation',
    validFor: 'This address is valid only 10 minutes.',
    onceConfirmed: 'The donation appears on the stream once confirmed.',
    /** In its place where every donation is approved first. */
    onceApproved:
      'The streamer looks first: your name and message appear on the stream once they are approved.',
    arrived: (amount: string) => `${amount} arrived.`,
    missing: (amount: string, minimum: string) =>
      `${amount} is still missing to reach the minimum of ${minimum}. The code and the wallet button now ask for the missing part.`,
    chosenBefore: (amount: string) => `You chose ${amount}.`,
    notConnected: 'Not connected.',
    notConnectedText:
      'This is what was last known. A payment is not lost: the page goes on by itself once the connection is back.',
    unseen: 'Payments cannot be seen right now.',
    unseenText:
      'This server hears nothing new of Solana. A payment that you have sent is not lost: do not send it again. The page goes on by itself.',
    received: (amount: string) => `Donation received! ${amount}`,
    expiredToast: 'Donation expired. Please create a new one.',
    failedToast: 'Donation failed. Please try again.',
    /** The heading in place of 'Donation Created!'. */
    failedHeading: 'Donation Failed',
    failedTitle: 'The payment was taken back by the chain.',
    failedText: 'It should be in your wallet again. If it comes back here after all, it still counts.',
  },
  /** In place of the streamer's name. */
  deletedStreamer: 'a deleted account',
  success: {
    title: 'Thank You!',
    before: 'Your donation of ',
    after: ' has been received!',
    worth: (value: string) => `${value} when you paid.`,
    clipPlays: 'Your custom audio will play on the stream!',
    clipBelow: (amount: string) => `Your custom audio will not play: clips are heard from ${amount} on.`,
    clipInToken: (amount: string) =>
      `Your custom audio will not play: clips are heard from ${amount} on, and in no other currency.`,
    clipLeftOut: 'Your custom audio will not play on the stream.',
    soon: 'It will appear on the stream shortly.',
    approval: 'It is looked at first, and appears on the stream once it is approved.',
    play: 'Whether it appears on the stream is the streamer’s choice.',
    shown: 'It was shown on the stream.',
    late: 'It came after the address had expired, and counts all the same.',
    paidByYou: 'Paid by you',
    passedOn: (streamer: string) => `Passed on to ${streamer}`,
    shownOnStream: 'Shown on stream',
    notYet: 'Not yet',
    comeBack: 'You can close this page and come back: it keeps its own address.',
    another: 'Send another donation',
  },
  expired: {
    title: 'Donation Expired',
    text: 'This donation link has expired. Please create a new donation.',
    create: 'Create New Donation',
    paidTitle: 'Already paid?',
    watched: (streamer: string) =>
      `The address is still watched. A payment that comes late is passed on to ${streamer}, and it counts as a donation once the minimum is reached.`,
    /** What a wallet that is set to another network sends. */
    elsewhere: (network: string) =>
      `Only what is sent on ${network} is seen here. Look in your wallet which network it used: what was sent on another one is not lost, but only the operator of this server can search for it.`,
    part: (came: string, missing: string, minimum: string) =>
      `${came} came: ${missing} is missing to the minimum of ${minimum}. What came is passed on as well.`,
    /** Less than this is missing, and cannot be sent alone. */
    emptied: (least: string) =>
      `Each part is passed on soon after it comes, and an emptied address takes no less than ${least}: please send at least that much.`,
    again: 'I already paid: check again',
    notSeen: 'No payment has been seen yet. Please try again in a minute.',
    stillMissing: (missing: string) => `${missing} is still missing. Please try again in a minute.`,
    checkFailed: 'The donation could not be checked. Please try again.',
  },
};
