/** English: the pages on privacy and terms. They say what the running product does; nothing else. */
export const texts = {
  lead: 'What this says is what the software does. It is written for people, not for a court; the operator may have more to say.',
  operator: {
    heading: 'Who runs this server',
    name: (name: string) => `This server is run by ${name}.`,
    contact: (contact: string) => `Questions and requests: ${contact}`,
    none: 'The operator of this server has named no contact. Ask whoever gave you the link to it.',
  },
  other: { privacy: 'Read about privacy', terms: 'Read the terms' },
  privacy: {
    title: 'Privacy',
    parts: [
      {
        heading: 'In short',
        lines: [
          'Donors need no account, no e-mail address and no wallet connection.',
          'There are no trackers, no advertising, no analytics and no scripts or fonts from elsewhere on these pages.',
          'Payments happen on the Solana network, which is public and never forgets.',
        ],
      },
      {
        heading: 'When you donate',
        lines: [
          'Stored: the name and message that you type, both optional; the address that was made for your donation; amounts, times and signatures of its payments; and whether and when it was shown.',
          'Your name, message, clip and amount are meant for a public stream: the streamer, their moderators and everybody who watches may see and hear them, and recordings keep them. Receivers that the streamer has set up get them as well, and where the streamer posts donations to Discord or Twitch, those services do, without what you hide.',
          'An audio clip is deleted 24 hours after it was uploaded, or after an hour if no donation took it.',
          'Which wallet paid is written down with the payment, so that a streamer can block it. It goes from there with your name and message. What a streamer blocks, a wallet, a name or a word, stays on their list until they take it off or their account is deleted. The payment’s signature stays, and with it anybody can look the wallet up on the chain.',
        ],
      },
      {
        heading: 'When you stream',
        lines: [
          'Stored: your username, a hash of your password, settings, the address and key number of your generated wallet, your payout address, the tokens and webhooks that you create, what Discord and Twitch give us to post in your name (encrypted), and where you are signed in, as browser and system.',
          'A log keeps what matters for your safety: sign-ins, changes of password and payout, what was done at the desk. Operators of this server can read it, and see your account and donations.',
          'In Settings you can download everything, choose how long donors’ texts stay, and delete your account.',
        ],
      },
      {
        heading: 'How long',
        lines: [
          'Names and messages of donors stay until the streamer’s account is deleted, or as long as the streamer or the operator has chosen: 30, 90 or 365 days.',
          'Messages to programs that a streamer has set up hold name and message, too. They are kept for 30 days after they were made; where the texts go sooner they go with them, those that still wait once they have arrived or were given up.',
          'Logs of what was done in an account and at its desk stay as long as the account; attempts that were refused, for 90 days. Of a deleted one only what was done in it and when stays, and which payout addresses were set.',
          'A deleted account can be kept again for 7 days. After that its name, settings, secrets and all texts are removed. Amounts, addresses, signatures and times stay, because they are the books of the money.',
          'The name of a deleted account stays as a keyed hash for a year, so that nobody else takes it.',
          'Back-ups that were made before hold what was there then, until they are replaced or the operator deletes them.',
        ],
      },
      {
        heading: 'The chain is public',
        lines: [
          'Wallets, amounts and times of all payments stand on the Solana network for good. Nobody, neither we nor the streamer, can remove or hide them there.',
          'To find payments, this server asks Solana nodes about the addresses of donations. It tells them nothing about people.',
        ],
      },
      {
        heading: 'Cookies, storage and network addresses',
        lines: [
          'One cookie, only if you choose a language: it remembers which, for a year.',
          'In your browser’s own storage: for streamers the session and a few switches; for donors what was typed into the form, until the tab is closed, and which donation was made last, to which the page leads back for a day.',
          'Your network address is used to keep floods away, and is not written to the database or the log: counts lie under keyed hashes of it, for as long as the limits look back: an hour, unless whoever runs this server chose more. One of it and your account is kept for 30 days after each sign-in, so that you can still sign in while others guess at your password. One is kept with a donation while it waits to be paid, and with a clip until it is deleted.',
        ],
      },
    ],
  },
  terms: {
    title: 'Terms',
    parts: [
      {
        heading: 'What this is',
        lines: [
          'Brava takes donations in SOL for streamers, and in tokens where the operator and the streamer allow them, and shows them on their streams. Its operator is not a bank, and a donation is a gift: nothing is sold.',
          'A donation is sent on to the streamer, less the network fee. The operator takes no part of it.',
        ],
      },
      {
        heading: 'If you donate',
        lines: [
          'A payment on the chain is final. Nobody here can take it back; only the streamer could send you something in return.',
          'What you pay after the time is up, or below the minimum, still goes to the streamer, but may not be shown.',
          'The streamer decides what is shown. A message or clip may be changed, held back or left out; that does not touch the money.',
          'Write and upload only what you may: nothing unlawful, no hatred, no threats, and no private things of others.',
        ],
      },
      {
        heading: 'If you stream',
        lines: [
          'Keys are held by this server: whoever runs it could move what lies in your generated wallet and what is on its way. A payout address of your own keeps that as little as possible.',
          'Keep your password, recovery code and private key. Without all of them the operator may not be able to help.',
          'You answer for your stream and for taxes on what you receive. The lists and the download are there for that.',
          'The operator can close a donation link that is misused. Money that was paid before is still yours and is passed on.',
        ],
      },
      {
        heading: 'No promise',
        lines: [
          'The service is offered as it is. It can be late, stop or end; the network can be slow or change.',
          'Should the server stand still, money that was sent is not lost: what arrives is found and passed on once it is back.',
        ],
      },
    ],
  },
};
