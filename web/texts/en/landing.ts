/** English: the landing page. */
export const texts = {
  /** Title of the tab and of links that are shared; the product's name follows. */
  title: 'Accept Solana donations on your stream',
  description:
    'A donation link for your viewers, a card with a sound on your stream, and the SOL in your own wallet. No platform fees.',
  bar: {
    label: 'Main',
    openMenu: 'Open menu',
    closeMenu: 'Close menu',
    whitePaper: 'White paper',
    social: 'Follow us',
    guide: 'Guide',
    signIn: 'Sign In',
    getStarted: 'Get Started',
    /** In the place of both for whoever is signed in. */
    dashboard: 'Dashboard',
  },
  hero: {
    heading: 'Accept Solana donations on your stream',
    lead: 'A viewer pays, the network confirms, your stream cheers. Instant, real-time donations that land in OBS as a card with a sound.',
    start: 'Start Accepting Donations',
    /** Beside the network's name where that is no real one. */
    testMoney: 'Test money only: donations here are paid in test SOL, which is worth nothing.',
    quiet: 'One minute of a stream',
    cheer: '0.1 SOL arrives',
  },
  picture: {
    description: 'A stream with a New Donation card of 0.1 SOL in the corner',
    live: 'Live',
    newDonation: 'New Donation',
    message: 'That jump! The whole train car is staring at me now.',
  },
  why: {
    heading: 'Why choose Brava?',
    steps: ['Waiting', 'Seen', 'Confirmed', 'On stream'],
    instant: 'Instant Donations',
    instantText:
      'Real-time alerts with OBS integration. The card appears as soon as the network confirms the payment, and it waits for you if OBS is closed.',
    secure: 'Secure & Decentralized',
    secureText:
      'Funds go straight to your wallet: each donation has an address of its own, and what arrives there is passed on, less only the network fee.',
    oneTimeAddress: 'One-time address',
    yourWallet: 'Your wallet',
    global: 'Global Access',
    globalText: 'Anyone with a Solana wallet can give, from anywhere, without payment processors.',
    fees: 'Low Fees',
    feesText:
      'No platform fees other than network fees. No chargebacks: once a payment is final, nobody can take it back.',
  },
  how: {
    heading: 'How it works',
    create: 'Create Account',
    createText: 'Choose a username and a password. A Solana wallet is generated for you automatically.',
    share: 'Share Link',
    shareText: 'Put your donation link in your panels and chat. Donors need no account.',
    add: 'Add to OBS',
    addText: 'Paste the widget URL as a browser source. New donations appear automatically.',
  },
  closing: {
    join: 'Join thousands of streamers',
    heading: 'Your next cheer is one link away',
    create: 'Create Your Account',
  },
  builtOn: 'Built on Solana blockchain',
};
