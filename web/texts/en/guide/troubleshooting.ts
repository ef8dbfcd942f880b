/** English: the chapter on what goes wrong. */
export const texts = {
  noCard: {
    title: 'No card appears',
    body: `
Begin with the lamp on your [dashboard](/app), then press **Send test alert**.

| Look at | Do this |
| Lamp says **No overlay** | Nothing has the widget open. Is OBS running, and is the source in the scene? Compare the address of the source with the one on the dashboard: after **Replace the widget link** the old one shows nothing. |
| Lamp says **Holding** | The source is hidden. See [below](#hidden-source). |
| Lamp says **Paused** | Press Resume, the first sign beside **Send test alert**. |
| Lamp says **On air**, and no card | Is the source behind another one, or outside the picture? Move it up in the list of sources. Is it 400 × 600? Cards stand at its bottom right. |
| The test comes, a donation does not | Is it **Received** in the donations list? Does it wait for approval, or in the tray? Is it **Blocked**? |`,
  },
  noSound: {
    title: 'No sound',
    body: `
| Look at | Do this |
| Mute and volume on the dashboard | Unmute, turn it up, send a test alert. |
| Properties of the source | With **Control audio via OBS** ticked the sound is in the mixer of OBS: look whether it is muted there. Without it, the sound goes to the desktop’s device. |
| You hear nothing, viewers do | In Advanced Audio Properties choose Monitor and Output for the source. |
| The widget in an ordinary browser tab | Browsers allow sound only after a click: click into the page. The preview that the dashboard opens begins muted: its button **Click to enable sound** turns the sound on. |
| The default sound instead of a clip | The clip is older than 24 hours, the donation is below your minimum for clips or in a token while you have one, a rule by amount leaves clips out, or the alert was masked. |`,
  },
  hiddenSource: {
    title: 'The lamp says Holding',
    body: `
OBS has told the overlay that nobody sees it: the eye beside the source is off, or its scene is not live. Alerts wait, and the card that was being shown comes again later.

![The card of the overlay with the lamp Holding](holding)

1. Switch to the scene with the source, or turn its eye on.
2. In Studio Mode the program counts, not the preview; a source that the preview loads anew cannot tell them apart.
3. If several overlays are open, one that is visible is enough.`,
  },
  disconnected: {
    title: 'The dashboard says Disconnected',
    body: `
The live connection of this browser to the server is away. What you see stays, and may be old. It tries again by itself, every few seconds.

| Look at | Do this |
| Your own connection | Open another page. |
| The server | If it has gone, alerts and payments go on when it is back. |
| A proxy or company network | It must let WebSocket connections through. |

The overlay has a connection of its own. It can be on air while your dashboard is not.`,
  },
  twice: {
    title: 'A card came twice',
    body: `
After a reload or a lost connection an alert whose end nobody confirmed is shown once more. That is on purpose: better twice than not at all. It is one donation, and it is counted once.`,
  },
  oldLook: {
    title: 'The card still looks as before',
    body: `
Open overlays take over saved changes at once. If one does not:

1. Did you press **Save Settings**? The bar at the bottom says when something is not saved.
2. In the properties of the source press **Refresh cache of current page**.`,
  },
  oneClick: {
    title: 'Add to OBS does not work',
    body: `
The dialog says what is wrong. The usual reasons:

| It says | Do this |
| OBS did not answer | Start OBS 29 or newer on this computer, tick Enable WebSocket server, and press OK there. |
| OBS refused the password | Copy it again from Show Connect Info. |
| The browser does not let this page talk to this computer | Allow it in the site settings beside the address, then try again. |
| This OBS has no browser source | Some Linux packages lack it. Install OBS from obsproject.com or Flathub. |

Dragging the link, and adding the source by hand, always remain.`,
  },
  expired: {
    title: 'A donor says: it expired, and I paid',
    body: `
| Look at | Do this |
| Their donation page | **I already paid: check again** has the address looked at within seconds. |
| The amount there | Less than the minimum came? It is passed on, without an alert. The list shows it; you may play it. |
| The network in their wallet | Main network, Devnet and the sandbox are different chains. What was sent on another one never arrives here. The operator can search for it with the seed. |
| Their wallet’s own history | Did the transfer succeed, and to exactly this address? |
| The tray on your dashboard | More than an hour late, it waits there for your yes. |`,
  },
  notTransferred: {
    title: 'Received, but not in my wallet',
    body: `
| Look at | Do this |
| How long ago it was | The transfer waits until the network can no longer take the payment back, usually within half a minute. |
| Your payout address | If you set one, the money goes there. |
| The amount | Less than some 0.0009 SOL waits until your generated wallet can pay the fee. |
| The status | **Transferred** needs both: shown, and passed on. The donation’s page has the signature as soon as the transfer is final. |

If it stays away, tell the operator: \`reconcile\` names what cannot be moved, and why.`,
  },
  clipRefused: {
    title: 'A clip is refused',
    body: `
At most 15 seconds, 5 MB, one sound track and no film (a cover picture is fine), as mp3, wav, ogg, m4a or webm. What plays in a browser may still be refused: plain AAC and FLAC files, for example. Convert it to mp3, or record it in the page.`,
  },
  ownServer: {
    title: 'You run the server yourself',
    body: `
Then you are the operator, and the server can tell you when something is wrong: money that does not move, nodes that do not answer, a disk that fills up, a database that is away.

1. Put an address into \`ALARM_WEBHOOK_URL\`: a webhook of Slack, Discord or ntfy. Or have it send mail: \`ALARM_MAIL_TO\`, \`SMTP_URL\` and \`SMTP_FROM\`.
2. Restart the server.
3. Run \`npm run brava -- alarm test\`. It says whether the test got through.

You hear of each trouble once, again after an hour and then every six (of a mere warning once a day), and when it is over. What it means and what to do stands in the message. The operator’s page lists what stands and the last twenty; \`docs/operate/alarms.md\` has the rest.`,
  },
};
