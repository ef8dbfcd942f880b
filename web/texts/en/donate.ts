/** English: the donor's pages, from the form to 'Thank You!'. */
export const texts = {
  loading: 'Loading',
  poweredBy: 'Powered by Solana',
  titles: { loading: 'Donate', page: (streamer: string) => `Support ${streamer}` },
  heading: (streamer: string) => `Support ${streamer}`,
  subtitle: 'Send a Solana donation with optional custom audio',
  subtitleWithoutClips: 'Send a Solana donation',
  linkNotFound: {
    toast: 'Donation link not found',
    title: 'Donation Link Not Found',
    text: 'This donation link is invalid or has been disabled.',
    hint: 'Check the link with the streamer you want to support.',
    unreachable: 'The server could not be reached, so the link could not be checked.',
    unchecked: 'The server has a problem, so the link could not be checked.',
    /** Behind either. */
    nothingLost:
      'It may well be right: please try again in a moment. Nothing was charged, and a payment that you have sent is not lost.',
  },
  donationNotFound: {
    title: 'Donation Not Found',
    unreachableTitle: 'Donation Not Loaded',
    unreachable:
      'The donation could not be loaded. It is still there, and so is its address: a payment that you have sent is not lost.',
  },
  tryAgain: 'Try again',
  form: {
    name: 'Name',
    anonymous: 'Anonymous',
    message: 'Message',
    minimum: 'Minimum donation',
    minimumNote: 'You can send any amount equal or greater than the minimum',
    amount: 'Amount',
    otherAmount: 'Other amount',
    otherAmountLabel: 'Amount in SOL',
    /** SOL, or a token that the streamer takes. */
    currency: 'Pay in',
    tokenAmount: (symbol: string) => `Amount in ${symbol}`,
    /** `minimum` ends with ' SOL' or the symbol of a token. */
    amountErrors: {
      noAmount: 'Please enter an amount with at most 9 decimals, for example 0.05 or 1000',
      noTokens: (decimals: number) =>
        decimals === 0
          ? 'Please enter a whole number, for example 5 or 1000'
          : `Please enter an amount with at most ${decimals} decimals, for example 2.5 or 1000`,
      tooLittle: (minimum: string) => `Please enter at least ${minimum}`,
      tooMuch: 'Please enter at most 1000000 SOL',
      tooMany: (most: string) => `Please enter at most ${most}`,
    },
    privacy: {
      open: 'Privacy on stream',
      summary: (isNameHidden: boolean, isAmountHidden: boolean): string => {
        if (isNameHidden && isAmountHidden) return 'Your name and the amount are hidden';
        if (isNameHidden) return 'Your name is hidden';
        return isAmountHidden ? 'The amount is hidden' : 'Viewers see your name and the amount';
      },
      hidesName: 'Hide my name on stream',
      hidesNameHint: 'Viewers read ‘Anonymous’. You are on no leaderboard.',
      hidesAmount: 'Hide the amount on stream',
      hidesAmountHint: 'It is on no card and no leaderboard. Goals and totals count it.',
      streamerSees: (streamer: string) =>
        `${streamer} and their moderators still see both. A message or a clip is shown as it is.`,
    },
    moderated:
      'The streamer may look at messages before they appear on stream. The money reaches them either way.',
    approvedFirst:
      'The streamer looks first: your name and message appear on stream once they are approved. The money reaches them either way.',
    create: 'Create Donation',
    creating: 'Creating Donation...',
    created: 'Donation created! Send Solana to the address below.',
    createdWithClip: 'Donation created with custom audio! Send Solana to the address below.',
    createdInToken: (symbol: string, hasClip: boolean) =>
      `Donation created${hasClip ? ' with custom audio' : ''}! Send ${symbol} to the address below.`,
    failed: 'Failed to create donation',
    /** Said below the button when no answer came, or the server has too much to do. */
    kept: {
      offline: 'You are not connected. What you typed is kept: please try again once you are online.',
      away: 'The server cannot be reached right now. What you typed is kept: please try again in a moment.',
      timeout: 'The server took too long to answer. What you typed is kept: please try again.',
      at_capacity:
        'The server has too much to do at this moment. What you typed is kept: please press again in about 20 seconds.',
      unreadable: 'Something went wrong on the way. What you typed is kept: please try again.',
    },
    soundNote:
      'If no audio is uploaded, the default sound plays. Otherwise your custom audio plays when the donation appears.',
    deletionNote: 'Audio files are automatically deleted after 24 hours.',
    soundNoteWithoutClips: 'A default sound plays when your donation appears.',
  },
  trust: {
    whoTitle: (streamer: string) => `It goes to ${streamer}`,
    who: 'You pay to a one-time address; what arrives is passed on to the streamer’s wallet, less the network fee. You cannot take a payment back.',
    whoInToken: (symbol: string) =>
      `You pay to a one-time address; what arrives is passed on to the streamer’s wallet, every ${symbol} of it. You cannot take a payment back.`,
    channelsTitle: (streamer: string) => `Is this ${streamer}’s page?`,
    channels:
      'The streamer names these channels; nobody here has verified them. Look whether one of them links to this page before you pay.',
    lateTitle: 'Late or too little?',
    late: 'The address is watched after it expires. Parts add up until the minimum is reached, and what arrives is passed on.',
    accountTitle: 'No account needed',
    account: 'Pay from any Solana wallet. Your name and message are optional.',
  },
  clip: {
    group: 'Custom audio',
    add: 'Add custom audio (optional)',
    drop: 'Drop audio file here',
    limits: 'Max 15 seconds, 5 MB. mp3, wav, ogg, m4a, webm',
    file: 'Audio file',
    uploading: 'Uploading audio...',
    processing: 'Please wait while we process your file',
    progress: 'Uploading audio',
    /** For screen readers, at every quarter. */
    uploaded: (percent: number) => `Uploading audio... ${percent} %`,
    cancel: 'Cancel the upload',
    done: 'Audio uploaded successfully!',
    failed: 'Failed to upload audio',
    /** Ends 'Play …' and 'Pause …'. */
    yours: 'your clip',
    remove: 'Remove your clip',
    size: { kilobytes: (figure: string) => `${figure} KB`, megabytes: (figure: string) => `${figure} MB` },
    seconds: (figure: string) => `${figure} s`,
    plays: 'Audio will play when your donation is shown on stream',
    heardFrom: (amount: string) => `Your clip is heard from ${amount} on`,
    heardOnlyFrom: (amount: string) =>
      `Clips are heard from ${amount} on. In another currency the default sound plays.`,
    gone: 'Your clip did not come along. Please add it again.',
    missing:
      'The audio uploader could not be loaded. You can donate without a clip, or reload the page to add one.',
    held: {
      sending: 'Your audio is still uploading. Please wait a moment, or cancel the upload.',
      recording: 'Your recording is not added yet. Please use or discard it first.',
    },
  },
  recorder: {
    record: 'Record',
    missing: 'The recorder could not be loaded. Please check your connection and try again.',
    allow: 'Please allow the microphone in your browser.',
    cancel: 'Cancel',
    stop: 'Stop recording',
    left: (seconds: number) => `${seconds} s left`,
    running: 'Recording. It stops by itself after 15 seconds.',
    ending: '5 seconds left',
    yours: 'your recording',
    use: 'Use recording',
    again: 'Record again',
    discard: 'Discard the recording',
    notAllowed:
      'The microphone is not allowed for this page. Allow it in the browser’s settings for this page and try again.',
    notFound: 'No microphone was found. Please connect one and try again.',
    inUse: 'The microphone is used by another program. Please close it there and try again.',
    notOpened: 'The microphone could not be opened. Please try again.',
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
