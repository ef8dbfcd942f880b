import { gradientLabels } from '#contract/gradient.ts';
import { texts as alerts } from './settings/alerts.ts';
import { texts as ownAccount } from './settings/own-account.ts';
import { texts as security } from './settings/security.ts';
import { texts as twoStep } from './settings/two-step.ts';

/** English: settings. */
export const texts = {
  ...alerts,
  ...security,
  ...ownAccount,
  ...twoStep,
  title: 'Settings',
  subtitle: 'Manage your account and donation preferences',
  saved: 'Settings updated successfully',
  saveFailed: 'Failed to update settings',
  saving: 'Saving...',
  loading: 'Loading',
  cancel: 'Cancel',
  contents: { label: 'On this page', jump: 'Jump to' },
  amountRules: {
    heading: 'Alerts by amount, reading aloud',
    lead: 'Let a larger donation look, sound and stay different, and have messages read aloud.',
    open: 'Manage rules, sounds and voice',
  },
  webhooks: {
    heading: 'Webhooks',
    lead: 'Let a program of yours hear of every donation.',
    open: 'Manage webhooks',
    count: (count: number) => (count === 1 ? '1 webhook' : `${count} webhooks`),
    switchedOff: 'A webhook was switched off because nothing arrived there any more.',
    failing: 'A webhook fails at the moment. Brava keeps trying.',
  },
  posts: {
    heading: 'Posts to chat',
    lead: 'Tell a Discord channel or your Twitch chat of donations.',
    open: 'Manage posts',
  },
  donations: {
    heading: 'Donations',
    minimum: 'Minimum donation amount (SOL)',
    minimumHint: 'Donations below this amount will not be processed',
    presets: 'Preset amounts (SOL)',
    preset: (place: number) => `Preset amount ${place}`,
    presetsHint: 'Donors choose from them with one tap, or type another amount. Empty fields offer nothing.',
    presetsBelow: (amounts: string) => `Not offered, because they are below your minimum: ${amounts}`,
    accept: 'Accept donations',
    acceptHint: 'When off, your donation page says that the link is disabled.',
  },
  channels: {
    heading: 'Your channels',
    lead: 'Donors see them on your donation page, to check that it is yours. Nobody here verifies them: what proves it is that your channel links to your donation page, so put the link there.',
    links: 'Links to your channels',
    hint: (most: number) =>
      `One on a line, ${most} at most: twitch.tv/you, youtube.com/@you, kick.com/you, x.com/you, or your own site.`,
    unread: (line: string) => `This is not a link to a channel or a site: ${line}`,
    tooMany: (most: number) => `There can be at most ${most} channels`,
    save: 'Save channels',
  },
  tokens: {
    heading: 'Tokens',
    lead: 'Let donors pay in these beside SOL. What comes is passed on to your wallet in the same token, all of it.',
    guide: 'How tokens work',
    take: (symbol: string) => `Take ${symbol}`,
    /** What a token is: its name or address, and the operator's limit. */
    what: (name: string, least: string) => `${name}, from ${least} on`,
    minimum: (symbol: string) => `Minimum donation in ${symbol}`,
    save: 'Save minimum',
    saveOf: (symbol: string) => `Save minimum of ${symbol}`,
    noAmount: (decimals: number) =>
      decimals === 0
        ? 'Please enter a whole number, for example 5'
        : `Please enter an amount with at most ${decimals} decimals, for example 2.5 or 1000`,
    tooLittle: (least: string) => `The operator of this server has set at least ${least}`,
    countSol:
      'Rules by amount, the minimum for clips and for reading aloud, preset amounts, goal and leaderboard count SOL only.',
    unknownBeforeDeletion:
      'What your generated wallet holds of tokens is not known at the moment. Take its private key with you first.',
    beforeDeletion: (sums: string) =>
      `Your generated wallet also holds ${sums}. Take the private key with you first: tokens are moved with it in another wallet.`,
  },
  card: {
    heading: 'Card Background',
    primary: 'Primary color',
    style: 'Background style',
    styles: { ...gradientLabels } as Record<keyof typeof gradientLabels, string>,
    custom: 'Custom CSS gradient',
    customUnusable:
      'This is not a gradient that a card can show. It is saved as you typed it, and your cards keep their usual dark ground.',
    customHint: (example: string) => `Write a valid CSS linear or radial gradient, for example ${example}`,
    pick: (label: string) => `Pick: ${label}`,
  },
  colors: {
    heading: 'Text Colors',
    name: 'Name',
    amount: 'Amount',
    message: 'Message',
    readable: (weakest: string, ratio: string) =>
      `All three are easy to read on this background. The weakest is ${weakest} with ${ratio} to 1.`,
    unreadable: (weakest: string, ratio: string) =>
      `${weakest} is hard to read on this background: ${ratio} to 1, where 4.5 is needed.`,
    unfinished: 'Whether all three are easy to read can be told once every color is a hex color.',
    untold: 'Whether the three are easy to read on this gradient cannot be told. Please look at the preview.',
  },
  preview: {
    heading: 'Preview',
    show: 'Show Preview',
    hide: 'Hide Preview',
    scenes: 'Card over a bright, a dark and a busy picture',
    sampleName: 'CryptoFan',
    sampleMessage: 'Great stream! Keep up the amazing work!',
  },
  save: 'Save Settings',
  refreshNote: 'After saving, refresh the OBS browser-source cache.',
  overlay: {
    heading: 'Overlay and payout',
    link: 'Widget link',
    linkHint: 'Secret. Replace it when somebody else has seen it.',
    copyLink: 'Copy widget URL',
    linkCopied: 'Widget URL copied!',
    showLink: 'Show widget URL',
    payout: 'Payout address',
    payoutPlaceholder: 'Your generated wallet',
    payoutHint:
      'Donations that are forwarded from now on go there. Asks for your password, unless you have just typed it.',
    payoutForm: 'This is not an address of a normal Solana wallet. Please check it.',
    payoutReason: 'The payout address decides where your money goes, so we ask once more.',
    savePayout: 'Save payout address',
    useGenerated: 'Use the generated wallet',
    timeZone: 'Time zone',
    timeZoneHint: "Decides when 'Today' begins.",
  },
  wallet: {
    heading: 'Wallet Information',
    address: 'Wallet address',
    copyAddress: 'Copy wallet address',
    addressCopied: 'Wallet address copied to clipboard',
    open: 'Balance and withdrawals',
    warning: 'Never share your private key.',
    warningMore: 'Anyone who has it controls the wallet.',
    key: 'Private key',
    showKey: 'Show Private Key',
    hideKey: 'Hide Private Key',
    loadingKey: 'Loading the key...',
    copyKey: 'Copy private key',
    keyCopied: 'Private key copied to clipboard',
    keyFailed: 'Failed to load private key',
    reason: 'Your private key opens the wallet, so we ask once more.',
  },
  account: {
    heading: 'Account Information',
    username: 'Username',
    network: 'Network',
    networkName: 'Solana',
    language: 'Language',
    languageHint:
      'Of the pages that you see in this browser. The page is loaded anew; nothing you typed is lost.',
  },
};
