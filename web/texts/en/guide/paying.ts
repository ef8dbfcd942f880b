/** English: the chapter for donors. */
export const texts = {
  need: {
    title: 'What you need',
    body: `
A Solana wallet with enough SOL for your donation and the network’s fee. No account and no e-mail.

Look at the network beside the logo first:

| The page says | What that is |
| **Solana Devnet** | Solana’s test network. Its SOL has no worth. Set your wallet to Devnet. |
| **Sandbox** beside it | A test chain on this server alone. Real wallets cannot reach it; pay with the button **Pay from the sandbox faucet**. |
| **Solana Mainnet** | The main network. You pay with real SOL. |

Test SOL for Devnet comes free from [faucet.solana.com](https://faucet.solana.com). Real SOL is bought: at an exchange, or in a wallet that sells it. Have a little more than you want to give, for the network’s fee.

! The code and the wallet link name an address and an amount, but not the network. A wallet that is set to the main network would send real SOL to the same address.`,
  },
  steps: {
    title: 'How to pay',
    body: `
1. Open the streamer’s link. Add a name, a message and a clip if you like, choose an amount or leave it at the minimum, and press **Create Donation**.
2. Scan the code with your wallet, press **Open in Wallet** on a phone, or copy the address.
3. Send at least the minimum. Any amount above it is welcome too.

![The payment page on a phone: countdown, steps, amount, buttons, code and address](donate-payment)

If this browser has a Solana wallet, a button with its name stands there too, such as ‘Pay with Phantom’: enter an amount, and confirm it in the wallet. The server prepares the transfer, your wallet signs it, and the server sends it, so it goes to the network that this page shows and to no other. The wallet is asked to connect and to sign this one transfer, nothing else.

The page follows the payment by itself: **Waiting**, **Seen**, **Confirmed**, **On stream**. You may close it and open it again: it has an address of its own. In the same browser the streamer’s link leads back to it for a day, under **See your last donation**.`,
  },
  exchange: {
    title: 'Paying from an exchange',
    body: `
On **Solana Mainnet** you need no wallet of your own: an exchange can send SOL from your account there straight to the donation’s address.

1. Create the donation, press **Copy Address**, and paste it as the address of a withdrawal at your exchange.
2. Choose Solana as the network. No memo and no tag is needed.
3. Look at what will arrive. Many exchanges take their fee off it, and send nothing below a minimum of their own: what arrives must be the donation’s minimum at least.

An exchange may look at a withdrawal first, and send it after the 10 minutes of the address. The money is passed on all the same, and counts: see [too late](#late).

! Exchanges know no test network. Where the page says **Solana Devnet**, theirs would be real SOL, and the donation would never see it.`,
  },
  tokens: {
    title: 'Paying in USDC or another token',
    body: `
Where a streamer takes tokens, the form also asks what you want to **Pay in**: SOL, or one of the tokens beside it. Type an amount or leave it empty, which asks for the minimum. It cannot be changed afterwards: make a new donation for another currency.

1. Scan the code, press **Open in Wallet**, or copy the address and choose the token in your wallet yourself. The address is a wallet; yours finds the account for the token by itself.
2. Have some 0.0025 SOL in your wallet as well. It pays the network’s fee, and opens the account that the tokens arrive in.
3. The page follows it as ever. Tokens are seen two or three seconds later than SOL.

! Send the token on Solana only. USDC on another network, such as Ethereum, does not arrive here and nobody can fetch it. Compare the address of the token on the page: anybody can make a token that is called USDC.

Only that token pays for the donation. SOL that comes to the same address is passed on to the streamer and pays for nothing; another token waits for the operator of the server.`,
  },
  duration: {
    title: 'How long it takes',
    body: `
A payment counts when the Solana network has confirmed it, usually a few seconds after your wallet sent it. The card then waits for its turn: while another one is on stream, while the streamer has paused alerts, or until a moderator has approved it. If the streamer’s overlay is closed, it waits until it is opened.

![The page after a payment: Thank You, the steps, and both transfers](donate-success)

Afterwards the page shows your payment, how it was passed on to the streamer, and when it was on stream.`,
  },
  late: {
    title: 'Too late, too little, too much',
    body: `
| You paid … | What happens |
| … less than the minimum | The page says how much came and how much is missing, and its code asks for the rest. Parts add up. If the time ends before, there is no alert, and what came is passed on to the streamer. |
| … more | All of it counts and is passed on. |
| … twice | Both are added up and passed on. There is one alert. |
| … after the 10 minutes | The address is still watched. The money is passed on, and the donation counts once the minimum is reached. Up to an hour late the alert comes by itself; later the streamer decides. |
| … and closed the page | Nothing changes. The network knows of your payment, not the page. |

On an expired donation press **I already paid: check again**: the server then looks at the address within seconds, whatever its turn. Nothing is ever sent back by itself: the sender of a transfer may be an exchange, and what goes back there may not be yours again. Talk to the streamer.`,
  },
  costs: {
    title: 'What it costs',
    body: `
You pay the network’s fee for your own transfer, 0.000005 SOL plus what your wallet adds for speed. The transfer to the streamer is paid from what arrived. Brava takes nothing.

The network refuses to put less than its rent minimum, some 0.0009 SOL, on a new address. The smallest minimum here is above that.`,
  },
  privacy: {
    title: 'What others can see',
    body: `
Name, message and clip are heard and seen on stream unless the streamer decides otherwise. Your payment is public on Solana like any other: who knows your wallet can find it. Do not write anything that you would not say on stream.

Under **Privacy on stream** you may hide your name, the amount, or both. Viewers read Anonymous then, or no amount, and you are on no leaderboard; goals and totals count what you gave. The streamer and their moderators see both. A message or a clip is shown as it is, so do not write your name into it.

A clip is deleted after 24 hours. Name and message stay until the streamer’s account is deleted, or as long as the streamer or the operator has chosen: 30, 90 or 365 days.`,
  },
};
