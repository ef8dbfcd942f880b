/** English: the chapter on money and keys. */
export const texts = {
  path: {
    title: 'The way of the money',
    body: `
:: money-path

Each donation gets an address of its own. Once it is paid, or expired with something on it, and the network can no longer take the payment back, the server sends all of it on: to your **payout address** if you set one, otherwise to your generated wallet. The alert and the money do not wait for each other.`,
  },
  custody: {
    title: 'Who holds the keys',
    body: `
To be exact: this is a **hot wallet on a server**. The operator of the server you are using holds one master seed, and every key here is derived from it: yours and those of all one-time addresses.

:: key-tree

That means:

- The operator **could** move everything that lies in your generated wallet, and every donation on its way. You trust whoever runs the server, and their care.
- No private key is stored in the database. A stolen database or back-up holds no key.
- A stolen **seed** is all of it: whoever has it has every wallet.
- With a payout address of your own, only what is on its way at the moment is in the server’s reach. That is the safest way to use this.

If that is not good enough for you, run your own server: then the operator is you.`,
  },
  payout: {
    title: 'Your own payout address',
    body: `
Set it in Settings under **Overlay and payout**. It asks for your password unless you typed it within the last 15 minutes. It must be an ordinary wallet: addresses of programs, and donation addresses, are refused. Transfers that are signed afterwards go there; one that is under way finishes where it was signed for. What already lies in your generated wallet stays there until you withdraw it.

![The section Overlay and payout with the field for the payout address](payout)

! Take a wallet whose key you hold. The address that an exchange gave you may change or may not accept small sums, and nobody here can bring back what was sent.`,
  },
  withdrawing: {
    title: 'Withdrawing from your wallet',
    body: `
The page **Wallet** (in the menu, and under **Wallet Information** on the dashboard and in Settings) shows what is in your generated wallet, straight from the network, and what came and went. Where no node of the network answers it says that the balance is unknown; your money is where it was.

1. Press **Withdraw**, paste the address, and type an amount or choose everything.
2. Look at what arrives, what the network takes and what stays. Compare the address letter by letter at both ends.
3. Type your password, and a code where two-step protection is on, and confirm. It is asked for each time.

The page follows it until it is final, a quarter of a minute as a rule, with a link to the explorer. Pressing twice, a lost connection or a server that restarts never pays twice. What the network does not take within ten minutes ends by itself, and nothing is paid.

The network lets no address hold less than about 0.00089 SOL, unless it is nothing at all. So leave that much or withdraw everything, and send at least that much to an address that is new. Money that arrives while everything is being withdrawn stays for the next time.

The history names donations and withdrawals; what came from elsewhere it does not. Never copy an address from a history, here or in an explorer: swindlers send dust from addresses that look like yours.`,
  },
  tokens: {
    title: 'Tokens in your wallet',
    body: `
Donations in USDC or another token arrive in the same wallet, in an account of their own that the server opens for you. The page **Wallet** shows what is there of each token.

**Withdraw** moves SOL only. Tokens you move with another wallet: import your private key there, and keep a little SOL for the network’s fee. Or set a payout address of your own, and tokens go straight there from then on, too.

The server pays for passing tokens on. When the account that it pays from is empty, tokens wait on their one-time addresses until the operator fills it; they are not lost, and go on by themselves. Whoever issues a token may freeze accounts of it; what is frozen waits until that ends.`,
  },
  key: {
    title: 'Taking your key with you',
    body: `
The private key of your generated wallet is shown when you register, and at any time in Settings under **Wallet Information**. It asks for your password unless you typed it within the last 15 minutes. It is in the form that Solana wallets such as Phantom import.

With the key you can move what is in that wallet without this server and without your account. It does not open the one-time addresses: what is still there is passed on by the server.

! Never share it, never show it on stream. Exporting does not take the key from the server: it can still be derived there.`,
  },
  password: {
    title: 'A lost password',
    body: `
There is no e-mail here. Press **Lost your password?** where you sign in, and prove that the account is yours, in one of three ways:

- The **recovery code** that you were shown when you registered. It works once; with the new password you get the next one. In Settings under **Password and sessions** you can make another at any time.
- The **private key** of your generated wallet. It stays in your browser, where it only signs a message.
- A **wallet in your browser** into which you have imported that key. It signs the same message, which moves no money.

The new password signs out every other browser. Two-step protection, if you turned it on, stays on: your withdrawals, your private key and your payout address still ask for a code.

If you have none of these, the operator can set a new password; they must be sure that it is you. With the exported key you reach what is in your wallet without an account, too.

A password opens your account, and with it the private key, unless two-step protection is on. Use one that you use nowhere else. In Settings under **Password and sessions** you change it, and see and end the sessions in other browsers.`,
  },
  twoSteps: {
    title: 'A second step for what matters',
    body: `
A stolen password opens your account. **Two-step protection** in Settings keeps it from your money: your withdrawals, your private key, your payout address and your password then also need a code from an authenticator app on your phone. Signing in still asks for the password alone.

1. Press **Turn on**, and scan the code with any authenticator app that shows six digits.
2. Type the code that it shows.
3. Keep the ten recovery codes somewhere else than on that phone. They are shown only then, and each works once in place of the app.

A code works once. After five wrong ones in a row you wait a minute, then longer each time, an hour at most; a recovery code works all the same.

If you lose the phone, type a recovery code, turn it off and set it up again. If you lose both, the operator can turn it off; they must be sure that it is you.

! It does not protect you from the operator of the server, who holds the seed, nor from whoever already has your exported key.`,
  },
  leaving: {
    title: 'Your data, and leaving',
    body: `
In Settings under **Your data**:

- **Download everything** gives you one JSON file with your profile, settings, donations, payments and transfers. No secret is in it, so keep your private key separately.
- **Remove donors’ names and messages** after 30, 90 or 365 days. Amounts, times and transfers stay, and payments disappear from lists and exports. On the chain they stay public for good.

**Delete account** closes your donation link and your overlay at once. For seven days you can sign in and press **Keep my account**: a source that stayed in OBS shows alerts again within a minute, by itself. After that your name, settings, tokens and all that donors wrote are removed.

! Before the seven days are over, withdraw what is in your generated wallet, and set a payout address or export the wallet’s key, also when the wallet is empty: what a donor pays late goes to your payout address, or without one into that wallet, which then only its key opens. Nobody can sign in for it later.

What stays are the books: amounts, addresses, signatures and times. The server can still derive the keys, so what a donor pays late is passed on. Nobody can register your name for a year. Back-ups that the operator made before hold what was there then.`,
  },
  server: {
    title: 'If the server dies',
    body: `
What happens depends on what is left:

| What is left | What comes back |
| The server’s disk | Everything. What was paid meanwhile is found when it runs again. |
| The seed and a back-up | Accounts and donations as of the back-up. Money on addresses given out after it is found on the chain and passed on. |
| The seed alone | All money that can be moved, into each streamer’s generated wallet. Names, messages and settings are gone. |
| Your exported key alone | What is in your generated wallet. |
| Nothing | What lay on one-time addresses is lost. What was passed on to a payout address of your own is yours. |

Whether there is a copy of the seed, and of the back-ups away from the server’s disk, only the operator knows. Ask them.`,
  },
  backups: {
    title: 'Back-ups',
    body: `
Unless the operator switched it off, the server backs its database up once a day. A back-up counts only after it was restored as a trial and nothing was missing.

| In a back-up | Not in it |
| Your account, settings and links | The seed, and so no key: a stolen back-up opens no money |
| Donations, messages, totals and the books | Audio clips, which are deleted after 24 hours anyway |

The last of each of seven days, four weeks and six months stays, unless the operator chose otherwise. So long does a text exist there that you had removed.

If you run the server yourself: the page **Operator** shows when the last good one was made, what failed, and has **Back up now**. Put them on another disk or into a store: on the disk of the database they help against mistakes, not against a lost disk. Restoring, step by step, is in docs/operate/backups.md.`,
  },
  fiat: {
    title: 'What it is worth in your currency',
    body: `
Where the operator of the server has set a currency, the amounts named here are followed by about what they are worth, with the sign ≈; wallet and widgets show SOL alone. What counts is the SOL: minimum, totals and transfers know nothing else.

- Now: the minimum, the amount to pay, and your total are reckoned with the price of the moment. A price that is some minutes old says of when it is; one that is too old is not shown.
- When it was paid: each donation keeps the value that it had at its payment. It does not change with the price. It stands in the donations list, at the alerts, in the CSV with the price that it was reckoned with, and in webhooks.
- A donation that was paid while no price was known has no value, and gets none later.

On stream the value is off. Turn it on in Settings under **Alerts and moderation**, then save and send a test alert.

! It is for information. It is not the rate at which you can exchange your SOL, and whether it is good enough for your tax return only somebody who knows your country’s rules can say.`,
  },
  fees: {
    title: 'Fees',
    body: `
Passing a donation on costs the network’s fee of 0.000005 SOL and at most another 0.000005 SOL so that it is taken sooner, taken from the donation. Where an address holds too little to pay for its own transfer, your generated wallet pays. A withdrawal costs the same, on top of what arrives. Nothing else is taken. From tokens nothing is taken at all: the server pays for their transfer.`,
  },
};
