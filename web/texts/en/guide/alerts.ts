/** English: the chapter on alerts. */
export const texts = {
  queue: {
    title: 'How alerts come',
    body: `
A card leaves after seven seconds; a rule or reading aloud may keep it longer. Its clip may play on for up to 15 seconds. The next card follows half a second after both have ended, so no sound is cut off. Turn on **Stack cards** in Settings if cards should appear as they come, above each other: three at most, so that each can be read. Skip takes all of them away.

An alert stays in the queue until an overlay says that it was shown, or until you settle it. So it may come twice after a crash or a reload, and it does not get lost.

- **No overlay open, or the source hidden:** alerts wait. What waited no longer than an hour is shown by itself when the overlay is back, the oldest first and fifty at most.
- **Longer than an hour, behind the first fifty, or three times sent without an answer:** it goes to the tray on the dashboard and in the dock, where you play or dismiss it. The time of a pause does not count.`,
  },
  byAmount: {
    title: 'Alerts by amount',
    body: `
Let a larger donation look, sound and stay different: **Settings**, **Manage rules, sounds and voice**, **Add rule**.

A rule applies from an amount on, or for an exact one, as in 0.42 SOL. To each donation one rule applies: the one for its exact amount, otherwise the one with the highest amount that it reaches. Where none fits, your settings alone count.

| What a rule may change | How |
| Style | Colours and background of its own, with the card beside the form |
| Sound | The default one, one of five that come with Brava, or one of your own |
| Volume | A share of the volume on your dashboard, also for clips |
| Time | The card stands for 7 to 15 seconds |
| Message and clip | Either can be left out, for example for small amounts |

A donor’s clip goes before the sound of a rule. Your minimum for clips in Settings holds as well. All of these count SOL: a [donation in a token](/guide/donation-link#tokens) meets none of them.

**Test on stream** sends a test of that amount to your overlay: what you see and hear is what a donation of that amount brings. A rule that you change holds for alerts that still wait. **Your sounds** takes up to 20 files of at most 15 seconds and 5 MB. Only use what you may play on stream.`,
  },
  readingAloud: {
    title: 'Reading aloud',
    body: `
Off until you turn it on, on the same page. Name and message are read after the sound of the alert, never over it.

- **The voices of your overlay** cost nothing and need nothing, where your streaming tool brings voices. Many do not. Save, open your overlay, and the page says whether it has any.
- **The voice of this server** sounds the same everywhere, where the operator has installed one.

A card that is read stands for as long as that takes, 15 seconds at most. What is longer fades out. What is read is what the card shows: words that were starred out are not read, a message that a rule leaves out is not read, links are read as “link”, and emoji are left out. Where you name an amount, smaller donations are shown and not read.

**Skip**, **Pause** and **Mute** stop the voice at once, and so does **Nobody** in the settings. Alerts never wait for a voice: where it comes too late, the card goes on without it.

! A voice says what donors write. Use the word lists, or approve first, if a word could cost you your channel.`,
  },
  posts: {
    title: 'Posts to Discord and Twitch chat',
    body: `
Your community can hear of donations where it talks: **Settings**, **Manage posts**.

- **Discord.** In the channel’s settings open Integrations, Webhooks, make one, and paste its URL. It is stored encrypted and never shown again.
- **Twitch chat.** Press **Connect Twitch**, open Twitch, and allow what it asks: writing into your chat, nothing else. The operator of the server must have set this up.

You write what a post says. These stand for what is known of a donation:

| Placeholder | Becomes |
| \`{name}\` | The donor’s name, or Anonymous |
| \`{amount}\` | The amount in SOL |
| \`{fiat}\` | What it was worth, where the operator shows a currency |
| \`{message}\` | The message |
| \`{link}\` | Your donation link |

What stands in \`[brackets]\` is left out, brackets and all, where a placeholder in it has nothing to say: \`{name} donated[ {amount}][: {message}]\`.

- **Only what viewers may know.** A post comes when the alert may come: after your approval, masked by your word filter, without what the donor hides. Blocked, rejected and dismissed donations are not posted. It does not wait for an overlay, and a paused queue does not hold it back.
- **Words and nothing else.** Links of donors cannot be followed, mentions reach nobody, and no message begins a command.
- **Many at once go together.** The first comes at once, and what comes in the two seconds after it goes into one post. Of very many it names the first ones and counts the others.
- **Never twice.** Where a connection breaks in the middle, nobody knows whether a post has arrived. It is not sent again. After 15 minutes nothing is posted any more.

**Last posts** says what became of each. **Send a test post** works also while posts are off. If you delete the webhook or take the permission back, the page says so and nothing more is sent.`,
  },
  controls: {
    title: 'Controls',
    body: `
They stand on the dashboard, where the buttons show signs alone, and in the dock. The keys work in the dock, unless you switch **Keyboard shortcuts** off there; on the dashboard only while the card with the controls has the focus, as after a press on one of them. They do nothing while you type in a field, and Space presses the button that has the focus, where one has it.

| Control | Key | What it does |
| Pause, Resume | Space | Holds everything that is not on stream yet |
| Play one | N | While paused: shows the next alert that waits, and stays paused |
| Clear | none | Puts all that waits in the queue into the tray |
| Skip | S | Takes away what is on stream, its sound too, at once |
| Replay | R | Shows the last donation that was shown once more |
| Mute | M | Alerts go on without sound; the volume is kept |
| Test | T | Sends a test card |

Pressing twice does no harm. **Play one** and **Clear** stand above the alerts that wait. Clear takes nothing off the stream and loses nothing: each alert can be played from the tray, and for ten minutes **Undo** puts all of them back where they waited. Under **Recent**, which opens with **Show**, each alert can be read again and has a button that replays it, also one that was skipped.`,
  },
  dock: {
    title: 'The dock: inside OBS and on your phone',
    body: `
1. On the dashboard press **Dock for OBS**, then **Make dock link**. The link is shown once.
2. In OBS open **Docks**, **Custom Browser Docks**, give it a name, and paste the link.
3. The same link works in the browser of your phone.

![The dock with lamp, controls, volume and two alerts that wait for approval](dock)

Whoever has the link can control your alerts, and nothing else: no keys, no settings, no money. End it in Settings under **Moderators and tools**.`,
  },
  moderation: {
    title: 'Moderation',
    body: `
All of it is off until you turn it on, in Settings under **Alerts and moderation**. The list on a new dashboard offers the word filter with one press, and **Moderation** above the alerts there leads to all of it.

- **Approve every alert first:** nothing is shown before you or a moderator says yes. What waits already in the queue waits for you too, unless somebody has approved or played it; what is on stream stays, press Skip to take it away. Donors are told that you look first.
- **Hold for approval:** only what wants a look, and everything else comes by itself. **Links** in message or name, also without http and with ‘dot com’, and names on a messenger (‘Telegram @name’); **Clips**; **Long messages**, of more than 200 characters; **New donors**, until your stream has shown a donation with its text that the same wallet paid. Names are typed, so a donor is known by the wallet alone; of an exchange many people have the same one.
- **When nobody decides:** what is held goes on waiting, or is shown after some minutes without name, message and clip. The minutes count while your overlay is open; nothing goes while alerts are paused, after a pause they begin anew, and what is older than an hour goes on waiting. The log says what was let through so.
- **Word lists** in five languages, and words of your own. Words are found whole, whatever their case and accents, and also with figures or stars for letters. A found word is starred out, or the alert is held, as you choose.
- **Clips** may play only from an amount on.

![The section Alerts and moderation with its switches, word lists and fields](moderation)

What waits stands on the dashboard, in the dock and in the donations list with **Approve**, **Mask** or **Hide text**, and **Reject**. Mask shows the alert with the found words starred out. Where no list found anything the button is Hide text: name and message are left out. What your lists have starred out already is shown so by Approve. Neither a masked alert nor one with its text hidden plays a clip. Rejecting can be taken back for ten seconds.

![Two alerts that wait for approval, each with Approve, Hide text and Reject](approve)

Moderation decides what is seen, never what is paid: the money reaches you either way. While anything is held or a word list is on, donors are told before they pay that messages may be looked at; with a minimum for clips, from which amount on theirs is heard. **Never show**, in the donations list, keeps one donation off the stream until you press **Allow again**.

! No list finds everything. Words joined to others get through, and so do links with spelled-out letters, rare endings, or endings that look like a new sentence (‘Example.So’). If a word could cost you your channel, approve first.`,
  },
  blocking: {
    title: 'Blocking a donor or a word',
    body: `
Whoever keeps coming back is blocked once, and their donations make no alert from then on: no card, no sound, nothing among the latest donations or on the leaderboard. **The money still reaches you.** It counts in your totals and your goal.

- **Where:** the crossed-out circle beside an alert on the dashboard and in the dock, **Block donor** in the donations list, or **Blocked** in Settings, where you also enter words.
- **By wallet:** whatever name it uses. Many people pay from one wallet of an exchange, and all of them would be blocked.
- **By name:** the whole name, whatever case, accents and spaces, and with figures for letters. It is easily changed; ‘Anonymous’ cannot be blocked.
- **By word:** a whole word or phrase in message or name. A word list stars a word out; a blocked word takes the whole alert away.

Alerts of theirs that wait, or are on stream, are taken away in the same moment. **Undo** puts them back where they were. Moderators can block too, and take back their own for ten minutes; the log tells who did. Give each link a name of its own: of two with the same name, neither can take back.

The donations list says what blocked a donation, also after the entry is gone. **Unblock** lets one donation be replayed, **Unblock and show** plays it next. Taking an entry off the list concerns later donations.

Blocked donors are not told: they read the usual thanks. Up to 500 entries of each kind. Of a donation that came before wallets were noted, or whose donor’s details were removed, no wallet is known; block its name.`,
  },
  moderators: {
    title: 'Moderators',
    body: `
**New moderator link** in Settings makes a link with a name of its own. Who opens it sees the queue and may approve, mask, reject, block donors, play, dismiss, clear the queue, skip, pause, replay, mute, change the volume and send a test. You choose whether amounts are shown. Moderators read messages as they were written.

![The section Moderators and tools with a tool and a moderator, each with End](moderators)

The link is shown once. End it at any time: it stops at once, also where it is open. The log in Settings tells who did what.`,
  },
  tools: {
    title: 'Stream Deck, Streamer.bot and other tools',
    body: `
Every control is one HTTP call. Make a token with **New API token** in Settings. With **control alerts** alone it opens the controls and nothing else.

\`\`\`
curl -X POST https://YOUR-SERVER/api/alerts/skip -H "Authorization: Bearer brava_…"
\`\`\`

| Call | What it does |
| \`POST /api/alerts/test\` | Test card |
| \`POST /api/alerts/pause\`, \`…/resume\` | Hold, go on |
| \`POST /api/alerts/next\` | While paused: show one that waits |
| \`POST /api/alerts/clear\`, \`…/put-back\` | All that waits into the tray, and back |
| \`POST /api/alerts/skip\` | Take away what is on stream |
| \`POST /api/alerts/replay\` | The last one that was shown, once more |
| \`PUT /api/alerts/sound\` | \`{"isMuted":true}\` or \`{"volume":40}\` |
| \`GET /api/alerts\` | What is on stream, what waits, how loud it is |

- **Stream Deck:** any plugin that sends HTTP requests. Enter method, address and the header \`Authorization: Bearer brava_…\`. No body is needed except for sound.
- **Streamer.bot:** for the presses use ‘Execute C# Code’ with \`HttpClient\`, or a program that runs \`curl\`; ‘Fetch URL’ reads.

Each call answers with the whole state, so a key can show it. A token may make 120 presses and 1,200 looks a minute. The full list is at [/api/docs](/api/docs).`,
  },
};
