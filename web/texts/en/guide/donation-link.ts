/** English: the chapter on the donation link. */
export const texts = {
  link: {
    title: 'The link',
    body: `
Your **Donation Link** stands on the [dashboard](/app). Put it in your panels, your chat commands and your profiles. It is public: it opens your donation page and nothing else. The widget address is another one, and secret.

![The card Donation Link with the address, a copy button and a button that opens it](donation-link)

Donors need no account. They may leave a name (50 letters at most) and a message (500), and add a clip of up to 15 seconds; all of it is optional, and without a name they are called Anonymous.`,
  },
  minimum: {
    title: 'The minimum',
    body: `
In Settings you choose the minimum, from 0.002 to 100 SOL. An alert comes when what was paid reaches it. A donation keeps the minimum that it was created with, so a change concerns the donations after it.

Smaller sums are not lost: parts add up until the minimum is reached, and what stays below it is passed on to you after the donation has expired, without an alert. The donations list shows how much came, and you may play such a donation yourself.

> Very small sums cannot always be moved at once. An address with less than some 0.0009 SOL cannot pay for its own transfer; it is then paid for by your generated wallet, once that holds enough.`,
  },
  presets: {
    title: 'Amounts to choose from',
    body: `
Under **Preset amounts (SOL)** in Settings you offer up to six amounts. Donors see them as buttons, with **Other amount** beside them, or a field for an amount where you offer none; what they choose stands in the wallet link and in the code. Nobody has to choose: without a choice the minimum is asked for, and whatever is paid counts.

A preset amount below your minimum is kept and not offered, and Settings say so while you type; it is back when the minimum goes down.`,
  },
  channels: {
    title: 'That the page is yours',
    body: `
Anybody can make an account with a name like yours. Under **Your channels** in Settings you name up to five places where you can be seen: Twitch, YouTube, Kick, X, or a site of your own. Your donation page shows them as links and tells donors to look whether one of them links to it. Nobody here verifies them: the proof is the link to your donation page that only you can put there, in your channel’s panels, description or profile.

Links are kept without what trackers hang on. Names with letters that only look like others are shown in the plain form that begins with xn--.`,
  },
  tokens: {
    title: 'USDC and other tokens',
    body: `
Where the operator of the server allows tokens, Settings show **Tokens**. Each is off until you switch it on, and has a minimum of its own. Donors then choose between SOL and what you take; your preset amounts are in SOL and stand there for SOL alone.

- What comes is passed on to your wallet or your payout address in the same token, all of it: the network’s fee is paid by the server.
- Alerts, the donations list, the dock, the CSV and webhooks show the amount in its token. The dashboard has totals by token, apart from the SOL: there is no rate between them here.
- Rules by amount, the minimum for clips and for reading aloud, goal and leaderboard count SOL only. A donation in a token looks and sounds as your settings say; where you set a minimum for clips, its clip is not played, and where you set one for reading aloud, it is not read.
- Switching a token off concerns donations from then on. Those that were created before are honoured.

> A token is worth what somebody gives for it. Take those that you know, and that your wallet or exchange takes.`,
  },
  hidden: {
    title: 'Donors who hide something',
    body: `
Under **Privacy on stream** a donor may hide the name, the amount, or both. Viewers then read Anonymous, or no amount: on the card, in its replay, and in the latest donations. On the leaderboard such a donation counts for nobody, so that no sum tells it. Goals and totals count it.

You and your moderators see both all the same, in the donations list, in the dock and in the CSV file, with a note of what is hidden. Programs that you tell by webhook get both, with \`hidesName\` and \`hidesAmount\`: those that show donations to viewers must heed them.`,
  },
  sharing: {
    title: 'Sharing the link',
    body: `
Where you post the link, chats and social networks show a preview: your name in the title and in a picture, your minimum, and the amounts that you offer. The language is that of whoever asks for the preview, English otherwise. Many services keep a preview for hours or days, so a change of yours may come late there.

While donations are not accepted, the preview names nobody.`,
  },
  clips: {
    title: 'Clips',
    body: `
Donors upload a file (mp3, wav, ogg, m4a or webm, at most 5 MB) or record in the page. The server measures the clip by its content, not by what its header says: more than 15 seconds is refused. Clips are deleted 24 hours after the upload; after that the default sound plays.

Settings let clips play only from an amount on. Below it the default sound plays.`,
  },
  closing: {
    title: 'Closing the page',
    body: `
Switch **Accept donations** off in Settings, and your donation page says that the link is disabled. Donations that were created before are honoured, and your overlay goes on working.`,
  },
  statuses: {
    title: 'What the statuses mean',
    body: `
| Status | What happened |
| Pending | The donation was created. Nothing, or less than the minimum, has come. |
| Received | The minimum has come and the network confirmed it. |
| Shown | Its alert is settled: shown, or skipped, dismissed, rejected or marked as shown by you. |
| Transferred | Shown, and the money is in your wallet or at your payout address. |
| Expired | Its time passed before the minimum came. The address is still watched. |
| Failed | It was paid, and the network took the payment back. It heals by itself if the payment comes back. |

**Mark as Shown** settles an alert that waits without showing it; **Replay** shows it once more.

Press a name to read what happened to its donation: each payment and the transfer with a link to the explorer, who approved, skipped, dismissed or replayed it, and when it was shown.

**Download CSV**, above the donations list, gives you every donation with nine decimals and the signatures of both transfers; with a search or a status chosen, those that the list shows.`,
  },
};
