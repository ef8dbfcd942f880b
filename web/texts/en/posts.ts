import type { PostError, PostState } from '#contract/posts.ts';

const states: Record<PostState, string> = {
  waiting: 'Waiting',
  sending: 'Sending',
  sent: 'Sent',
  given_up: 'Not sent',
};

const errors: Record<PostError, string> = {
  not_connected: 'The service could not be reached',
  limited: 'The service asked for a pause',
  service_failed: 'The service has trouble of its own',
  refused: 'The service refused it',
  dropped: 'Twitch did not show it',
  unsure: 'The connection broke; it may have arrived and is not sent again',
  too_old: 'It was older than 15 minutes',
  not_for_viewers: 'Rejected, dismissed, not approved, blocked or taken back',
  switched_off: 'Posts were switched off',
  disconnected: 'No longer connected',
};

/** English: the page of posts to Discord and Twitch. */
export const texts = {
  title: 'Posts to chat',
  lead: 'Your community hears of donations where it talks. A post says what the alert shows, and comes when the alert may: after your approval, where you approve alerts first.',
  guide: 'How it works',
  back: 'Settings',
  /** Tells apart buttons of the same name. */
  of: (action: string, place: string) => `${action}: ${place}`,
  places: {
    discord: {
      name: 'Discord',
      lead: 'Into a channel of your server, through a webhook of that channel.',
      connectedTo: 'Connected to the webhook',
    },
    twitch: {
      name: 'Twitch chat',
      lead: 'Into the chat of your own channel, in your name.',
      connectedTo: 'Connected as',
    },
  },
  states: { on: 'On', off: 'Off', notConnected: 'Not connected' },
  notOffered: 'The operator of this server has not registered it with Twitch, so it cannot post there.',
  ended: {
    discord: {
      gone: 'Discord does not know the webhook any more, so nothing is posted. Make a new one and connect it.',
      refused: 'Discord does not take posts from this webhook any more. Make a new one and connect it.',
    },
    twitch: {
      gone: 'Twitch has ended the connection, so nothing is posted. Connect it again.',
      refused: 'Twitch does not let this account post any more. Connect it again.',
    },
  },
  discord: {
    steps: [
      'In Discord open the channel’s settings: Integrations, Webhooks, New Webhook.',
      'Press Copy Webhook URL.',
      'Paste it here.',
    ],
    url: 'Webhook URL',
    urlHint: 'Whoever has this URL can post there. It is stored encrypted and not shown again.',
    connect: 'Connect Discord',
    connecting: 'Connecting...',
    connected: 'Discord is connected',
    failed: 'It could not be connected. Please try again.',
  },
  twitch: {
    connect: 'Connect Twitch',
    connecting: 'Asking Twitch...',
    typeIt: 'Open Twitch, check that it shows this code, and allow it to write into your chat.',
    code: 'Your code',
    copy: 'Copy code',
    copied: 'Code copied!',
    open: 'Open Twitch',
    stop: 'Stop',
    waiting: 'Waiting for Twitch. This page notices by itself.',
    over: 'It was not connected: the code ran out or was refused. Please try again.',
    failed: 'That did not work. Please try again.',
  },
  disconnect: 'Disconnect',
  disconnection: {
    question: (place: string) => `Disconnect ${place}?`,
    effect: {
      discord:
        'Nothing more is posted and the URL is forgotten. The webhook stays in Discord; delete it there.',
      twitch: 'Nothing more is posted, and Twitch is told to end the permission.',
    },
    keep: 'Keep it',
    confirm: 'Disconnect',
    busy: 'Disconnecting...',
    done: 'Disconnected',
    failed: 'It could not be disconnected. Please try again.',
  },
  form: {
    isOn: 'Post donations',
    isOnHint: 'Switched off, what waits is given up',
    template: 'What a post says',
    templateHint:
      'Use {name}, {amount}, {fiat}, {message} and {link}. What stands in [brackets] is left out where there is nothing to put in.',
    minimum: 'Only from (SOL)',
    minimumPlaceholder: 'Every donation',
    minimumHint: 'Left empty, every donation is posted',
    save: 'Save posts',
    saved: 'Posts saved',
    failed: 'It could not be saved. Please try again.',
    note: 'Holds for posts from now on.',
  },
  preview: {
    label: 'Preview',
    message: 'that last round was wild',
    hidden: 'When the donor hides name and amount and writes nothing:',
    unreadable: 'The text cannot be read like this yet.',
  },
  test: {
    send: 'Send a test post',
    sending: 'Sending...',
    failed: 'The test could not be sent. Please try again.',
  },
  log: {
    heading: 'Last posts',
    none: 'Nothing has been posted yet.',
    donation: 'Donation',
    test: 'Test',
    attempts: (count: number) => `${count} attempts`,
    states,
    errors,
  },
};
