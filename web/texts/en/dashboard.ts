/** Why OBS could not be set up, each with what a person can do about it. */
const obsProblems = {
  unreachable:
    'OBS did not answer. Start OBS 29 or newer, open Tools, WebSocket Server Settings, tick Enable WebSocket server, press OK, and check the port.',
  not_permitted:
    'Your browser does not let this page talk to programs on this computer. Allow access to apps on this device (or the local network) in the site settings beside the address, then try again.',
  reload: 'This page was opened in a way that keeps it from talking to OBS. Reload it and try again.',
  password_missing:
    'OBS asks for a password. In OBS open Tools, WebSocket Server Settings, Show Connect Info, and copy the server password.',
  wrong_password:
    'OBS refused the password. In OBS open Tools, WebSocket Server Settings, Show Connect Info, and copy the server password again.',
  no_browser_source:
    'This OBS has no browser source. It is missing in some Linux packages: install OBS from obsproject.com or Flathub, then try again.',
  name_taken: 'There is already something else of this name in OBS. Rename it in OBS, then try again.',
  too_old:
    'This version of OBS is too old for this, or its WebSocket server is. Update OBS to version 29 or newer.',
  too_new:
    'The WebSocket server of this OBS speaks a newer language than this page. Drag the link into OBS instead.',
  timeout:
    'OBS took too long to answer. Look whether OBS or your browser is asking you something, answer it, and try again.',
  refused: 'OBS refused a step. Drag the link into OBS instead, or add a browser source by hand.',
};

/** English: the dashboard. */
export const texts = {
  title: 'Dashboard',
  welcome: (username: string) => `Welcome back, ${username}`,
  connected: 'Connected',
  disconnected: 'Disconnected',
  /** Of the two above, on hovering. */
  liveConnection: 'Live connection to Brava',
  loadFailed: {
    toast: 'Failed to load dashboard data',
    title: 'Your figures and links could not be loaded',
    advice: 'Alerts go on meanwhile. Check your connection and try again.',
  },
  tryAgain: 'Try again',
  cancel: 'Cancel',
  done: 'Done',
  overlay: {
    label: 'Overlay',
    lastAlert: 'Last alert',
    onStreamNow: 'On stream now',
    cannotBeUsed: 'The controls cannot be used at the moment.',
    test: 'Send test alert',
    testTitle: (key: string) => `Send a test alert (${key})`,
    on: (visible: number) =>
      visible === 1 ? '1 overlay is open and visible' : `${visible} overlays are open and visible`,
    holding: 'The overlay is hidden. Alerts wait until it shows again.',
    paused: 'Alerts wait until you resume them.',
    none: 'No overlay is open. Alerts wait for it.',
    noneAndPaused: (waiting: number) =>
      `No overlay, and paused: ${waiting === 0 ? 'no' : waiting} ${waiting < 2 ? 'alert waits' : 'alerts wait'}.`,
    unknown: 'There is no live connection to the server.',
  },
  suspended: {
    title: 'Your donation link is suspended',
    text: 'Whoever runs this server has closed it: your donation page says that the link is invalid or disabled. Donations made before are still shown and passed on to you, and your overlay works. Please ask them why, and what you can do.',
  },
  /** Closed by the streamer. */
  closed: {
    title: 'You do not accept donations at the moment',
    text: 'Your donation page says that the link is invalid or disabled. Donations made before are still shown and passed on to you, and your overlay works.',
    accept: 'Accept again',
    accepted: 'You accept donations again',
    failed: 'This could not be saved. Please try again.',
  },
  stats: {
    totalDonations: 'Total Donations',
    totalAmount: 'Total Amount',
    today: 'Today',
    /** After what the total is worth: '≈ €1,866.40 now'. */
    now: 'now',
    inTokens: 'In tokens',
    /** Behind an amount of a token. */
    donations: (count: number, shown: string) => (count === 1 ? '1 donation' : `${shown} donations`),
    solAlone: 'Total amount and chart are SOL alone; the numbers of donations count all.',
  },
  alerts: {
    title: 'Alerts',
    /** Leads to the settings of what is held and starred out. */
    moderation: 'Moderation',
    silence: 'Silence the sound for new alerts',
    sound: 'Play a sound for new alerts',
    nothingWaits: 'Nothing waits.',
  },
  chart: {
    title: (days: number) => `Last ${days} days`,
    view: 'View',
    chart: 'Chart',
    table: 'Table',
    /** The name of the slider; its value is `spoken`. */
    day: 'Day',
    donations: (count: number, shown: string) =>
      count === 0 ? 'no donations' : count === 1 ? '1 donation' : `${shown} donations`,
    spoken: (day: string, amount: string, donations: string) => `${day}: ${amount}, ${donations}`,
    nothing: (days: number) => `No paid donations in these ${days} days.`,
    /** Donations came, all of them in tokens. */
    noSol: (days: number) => `No SOL in these ${days} days: every donation was in a token.`,
    tableLabel: 'Donations by day',
    amount: 'Amount',
    count: 'Donations',
    loading: 'Loading the chart',
    failed: 'The chart could not be loaded.',
  },
  recent: {
    title: 'Recent donations',
    all: 'All donations',
    none: "You haven't received any donations yet.",
  },
  ready: {
    title: 'Get ready for your first donation',
    /** Once it is there although a step is left. */
    almost: 'Almost ready',
    progress: (done: number, all: number) => `${done} of ${all} done`,
    isDone: '(done)',
    overlay: 'Open the overlay in OBS',
    test: 'Show a test alert',
    link: 'Share your donation link',
    donation: 'Receive your first donation',
  },
  /** Below the steps, while nothing looks at what donors write. */
  filter: {
    text: 'What donors write goes on stream as it is. The word filter stars out insults and slurs.',
    turnOn: 'Turn on word filter',
    on: 'The word filter is on. Its lists are in Settings.',
    failed: 'The word filter could not be turned on. Please try again.',
  },
  donationLink: {
    title: 'Donation Link',
    copy: 'Copy donation link',
    copied: 'Donation link copied!',
    open: 'Open donation page in a new tab',
    hint: 'Share it in your panels and chat.',
    closedHint: 'Closed at the moment: nobody can donate by it.',
  },
  widget: {
    title: 'OBS Widget',
    copy: 'Copy widget URL',
    copied: 'Widget URL copied!',
    show: 'Show widget URL',
    preview: 'Preview the widget in a new tab',
    hint: 'Recommended size: 400x600px',
  },
  dock: {
    button: 'Dock for OBS',
    title: 'Your alerts inside OBS',
    how: 'In OBS open Docks, Custom Browser Docks, and paste the link. The same link works on your phone.',
    power: 'Whoever has the link can control your alerts and nothing else. You can end it in Settings.',
    copy: 'Copy dock link',
    copied: 'Dock link copied!',
    show: 'Show dock link',
    once: 'You can copy it only now. You can always make another one.',
    make: 'Make dock link',
    making: 'Making the link...',
    failed: 'The dock link could not be made. Please try again.',
    /** How the link is called in Settings. */
    tokenName: 'OBS dock',
  },
  setup: {
    title: 'Set up OBS Studio',
    steps: {
      open: 'Open OBS Studio',
      source: 'Add a Browser Source',
      url: 'Paste the widget URL',
      size: 'Set width 400 and height 600',
      place: 'Position it in your scene',
    },
    isDone: '(done)',
    progress: (done: number, all: number) => `${done} of ${all} done`,
    works: 'Overlay works',
    noneOpen: 'No overlay open',
    worksAdvice:
      'Your overlay is open and has shown alerts. Look in OBS whether its size and place are right.',
    openAdvice: 'Your overlay is open. Send a test alert to see it in your scene.',
    noneOpenAdvice: 'Alerts were shown before. Open OBS; if you replaced the widget link, paste the new one.',
    drag: 'Drag this into OBS',
    dragTitle: 'Drag this into the scene in OBS: it adds the browser source with its name and size',
    sketch: 'The widget, 400 by 600, in the corner of a scene',
  },
  obs: {
    add: 'Add to OBS',
    adding: 'Asking OBS...',
    title: 'Add your alerts to OBS',
    doneTitle: 'Your alerts are in OBS',
    how: 'In OBS on this computer open Tools, WebSocket Server Settings, tick Enable WebSocket server, and copy the password from Show Connect Info. It is sent to OBS alone.',
    password: 'Server password',
    port: 'Port',
    badPort: 'Please enter a port from 1 to 65535',
    /** Stands before the name of the scene, `place` behind it. */
    created: 'The browser source was added in the scene ',
    renewed: 'The browser source was brought up to date in the scene ',
    place: ', at the bottom right. Send a test alert to see it.',
    notHeard:
      'To hear alerts yourself, open Advanced Audio Properties in OBS and choose Monitor and Output for it.',
    problems: obsProblems,
  },
  tips: {
    title: 'Pro Tips',
    corner: 'Place the widget in a corner',
    source: "Enable 'Shutdown source when not visible' and 'Refresh browser when scene becomes active'",
    resize: 'Resize freely',
    automatic: 'New donations appear automatically',
  },
  wallet: {
    title: 'Wallet Information',
    address: 'Wallet address',
    copy: 'Copy wallet address',
    copied: 'Wallet address copied!',
    payouts: 'Donations go to',
    here: 'This wallet',
    choose: 'Use your own wallet',
    network: 'Network',
    minimum: 'Minimum Donation',
    open: 'Balance and withdrawals',
  },
};
