import { validationTexts } from '#contract/validation-texts.ts';

/** English: a link's form, and what every page of a donor shares. */
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
      'It may well be right: this page tries again by itself. Nothing was charged, and a payment that you have sent is not lost.',
  },
  tryAgain: 'Try again',
  lastDonation: 'See your last donation',
  form: {
    name: 'Name',
    anonymous: 'Anonymous',
    message: 'Message',
    tooLong: {
      donatorName: validationTexts.donorNameTooLong as string,
      message: validationTexts.messageTooLong as string,
    },
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
    guide: 'New to SOL? How paying works',
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
    uploaded: (percent: number) => `Uploading audio... ${percent}%`,
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
    silent: 'Nothing can be heard in this recording. Is the microphone muted?',
    use: 'Use recording',
    again: 'Record again',
    discard: 'Discard the recording',
    notAllowed:
      'The microphone is not allowed for this page. Allow it in the browser’s settings for this page and try again.',
    notFound: 'No microphone was found. Please connect one and try again.',
    inUse: 'The microphone is used by another program. Please close it there and try again.',
    notOpened: 'The microphone could not be opened. Please try again.',
  },
};
