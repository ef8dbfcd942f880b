import { nodeExample, pythonExample } from '#web/texts/webhook-examples.ts';

/** English: the chapter on webhooks, for developers. */
export const texts = {
  about: {
    title: 'What a webhook is',
    body: `
Brava calls a URL of yours when something happens to a donation. A bot can say thanks in the chat, a lamp can light up, a table can keep the books. This chapter is for whoever writes the program behind that URL.

1. Open **Settings**, then **Webhooks**, and add the URL.
2. Choose what it is to hear of.
3. Copy its signing secret into your program.
4. Press **Send test**: the answer of your program is shown at once.

> The URL must be a public https address, on port 443 or above 1023. Brava looks at the address behind the name at every call, and sends nothing to private networks. An installation on your own machine may call \`http://localhost\` as well.`,
  },
  events: {
    title: 'What it hears of',
    body: `
| Event | When |
| \`donation.received\` | The payments have reached your minimum |
| \`donation.shown\` | Its alert is settled; \`settledHow\` says how: \`overlay\`, \`marked\`, \`skipped\`, \`dismissed\` or \`rejected\` |
| \`donation.transferred\` | The money has arrived in your wallet |
| \`donation.failed\` | The chain has taken a payment back |
| \`donation.restored\` | A payment that was taken back is there again |
| \`test\` | You pressed **Send test** |

Each event comes once for a donation, and anew, with another \`webhook-id\`, only where it was undone and happened again: then the newest message counts. A message is a POST with JSON:

\`\`\`
{
  "version": 1,
  "type": "donation.received",
  "timestamp": "2026-11-21T20:15:04.512Z",
  "data": {
    "id": "6f1d0c1e-8d0f-4c8e-9a53-0f4f1f0a7c11",
    "donatorName": "Ana",
    "message": "Bravo!",
    "amount": 0.1,
    "amountLamports": "100000000",
    "fiat": { "currency": "EUR", "value": "15.12", "price": "151.2045" },
    "hidesName": false,
    "hidesAmount": false,
    "status": "RECEIVED",
    "late": false,
    "hasAudio": false,
    "isBlocked": false,
    "blockedFor": null,
    "settledHow": null,
    "createdAt": "2026-11-21T20:14:31.000Z",
    "paidAt": "2026-11-21T20:15:02.000Z",
    "shownAt": null,
    "transferredAt": null,
    "failedAt": null,
    "paymentSignatures": ["5Nf…"],
    "transferSignature": null
  }
}
\`\`\`

\`amountLamports\` is exact; \`amount\` is the same in SOL. \`fiat\` is what the payments were worth when they were made, in the operator’s currency; it is null where no price was known. With a donation in a token \`token\` stands there too, with \`mint\`, \`symbol\`, \`decimals\`, \`amount\` and \`amountUnits\`, both exact and as text; \`amount\` in SOL is then 0, or SOL that came beside it and pays for nothing. \`isBlocked\` is true for what is kept off the stream: leave it out of what your program shows; \`blockedFor\` names the entry of your block list that did it. With \`hidesName\` or \`hidesAmount\` the donor wants viewers not to see the name or the amount: leave it out of whatever you show them. Fields may be added later, so let your program pass over those that it does not know. Name and message are what the donor wrote: treat them as text from a stranger.`,
  },
  verify: {
    title: 'Verify the signature',
    body: `
Anybody can call your URL. Messages from Brava are signed as [Standard Webhooks](https://www.standardwebhooks.com) say, so a library of that name does all of this for you. The header \`webhook-signature\` holds \`v1,\` and the HMAC-SHA256 of \`id.timestamp.body\`, in base64. The key is what follows \`whsec_\` in your secret, decoded from base64. Sign the body as it came, before you parse it, and refuse times that are more than five minutes away.

In Node, with nothing installed:

\`\`\`
${nodeExample}
\`\`\`

In Python:

\`\`\`
${pythonExample}
\`\`\`

You can replace the secret at any time. For 24 hours the header then holds two signatures, for the new and for the old secret, with a space between them: one that is right is enough, and both programs above know that.`,
  },
  retries: {
    title: 'Answers and repeats',
    body: `
Answer with any status from 200 to 299 within 10 seconds, and do the work afterwards. Anything else counts as failed; redirects are not followed.

- **Repeats.** What failed comes again after 5 seconds, 1, 5 and 30 minutes, 2, 5, 10, 14, 20 and 24 hours, a little earlier or later. Then it is given up. \`Retry-After\` is honoured, up to 6 hours.
- **At least once.** The same message may come twice. It has the same \`webhook-id\` then: keep the ids that you have dealt with.
- **Any order.** What failed comes later than what followed it. Go by \`status\` and the times in the message.
- **One at a time.** A webhook gets its next message when the one before is answered.
- **Switched off.** A webhook that answers 410 is switched off at once, and one that fails for five days as well. The page says so. What waited is given up; **Redeliver** sends it again.

Deliveries are kept for 30 days, of tests the last 20. The amount of donations and their way to your wallet never wait for a webhook.`,
  },
  tokens: {
    title: 'Asking instead of listening',
    body: `
A tool can also ask. Under **Settings**, **Moderators and tools**, make an API token and choose what it may do: control alerts, read donations, read totals, or manage webhooks. It never reaches keys, settings, sessions, other tokens or the secrets of webhooks; a call that it does not open answers 403 and says what it takes. All calls are described in the [API](/api/docs).`,
  },
};
