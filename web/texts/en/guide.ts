/** English: the frame of the guide. Its chapters are sections of their own. */
export const texts = {
  title: 'Guide',
  headline: 'From the first link to the first cheer',
  lead: 'How to put your alerts on stream, what your donors see, and what happens to the money. Everything here describes the product as it runs.',
  start: 'Start with OBS Studio',
  barLabel: 'Guide',
  contents: 'Chapters',
  onThisPage: 'On this page',
  ends: 'Previous and next chapter',
  previous: 'Previous',
  next: 'Next',
  place: (number: number, of: number) => `Chapter ${number} of ${of}`,
  whitePaper: 'White paper',
  aboutPaper: 'PDF: how a donation travels, who holds the keys, what is promised and how it is tested.',
  missing: {
    title: 'No such chapter',
    text: 'The guide has no chapter at this address.',
    action: 'To the guide',
  },
  chapters: {
    obs: {
      short: 'Set up in OBS Studio',
      title: 'Set up in OBS Studio',
      about: 'Three ways to the same browser source, and a test alert to see that it works.',
    },
    'other-tools': {
      short: 'Streamlabs and other tools',
      title: 'Streamlabs Desktop and other tools',
      about: 'Whatever can show a web page in a scene can show your alerts.',
    },
    'donation-link': {
      short: 'Your donation link',
      title: 'Your donation link and minimum',
      about: 'The one link that you share, and what donors meet behind it.',
    },
    alerts: {
      short: 'Alerts and moderation',
      title: 'Alerts: controls, dock and moderation',
      about: 'Pause, skip, replay and approve: on the dashboard, in OBS, on a phone or from a Stream Deck.',
    },
    widgets: {
      short: 'Goal, leaderboard, latest',
      title: 'Widgets: goal, leaderboard, latest donations',
      about: 'Three more browser sources that show what has come in.',
    },
    paying: {
      short: 'Paying, for donors',
      title: 'Paying: for donors',
      about: 'What you need, how long it takes, and what happens if you pay late, too little or too much.',
    },
    'money-and-keys': {
      short: 'Your money and keys',
      title: 'Your money and keys',
      about: 'Who holds which key, exactly as it is, and what that means for you.',
    },
    webhooks: {
      short: 'Webhooks, for developers',
      title: 'Webhooks: for developers',
      about: 'Your own program hears of every donation: events, signatures, repeats.',
    },
    troubleshooting: {
      short: 'Troubleshooting',
      title: 'Troubleshooting',
      about: 'What you see, where to look, and what to do.',
    },
  },
  obsFields: {
    title: 'Properties of the browser source',
    url: 'URL',
    width: 'Width',
    height: 'Height',
    audio: 'Control audio via OBS',
    shutdown: 'Shutdown source when not visible',
    refresh: 'Refresh browser when scene becomes active',
    yes: 'ticked',
    caption: 'Leave the other fields as they are.',
  },
  moneyPath: {
    label: 'The way of a donation',
    stations: {
      donor: { name: 'The donor’s wallet', text: 'Signs one ordinary transfer.' },
      deposit: {
        name: 'A one-time address',
        text: 'Made for this donation. Its key is derived on the server.',
      },
      streamer: {
        name: 'Your wallet',
        text: 'The generated one or your payout address. All that arrived, less the network fee.',
      },
    },
  },
  keyTree: {
    seed: 'One master seed of 24 words',
    seedNote: 'On the operator’s server, outside the database.',
    wallet: 'Your generated wallet',
    walletNote: 'You can export this key.',
    address: 'One address for each donation',
    addressNote: 'Emptied into your wallet or payout address. These keys are never shown.',
  },
};
