/** English: paying from a wallet in the browser. */
export const texts = {
  payWith: (wallet: string) => `Pay with ${wallet}`,
  payWithWallet: 'Pay with wallet',
  amount: 'Amount in SOL',
  noAmount: 'Please enter an amount of SOL with at most 9 decimals, for example 0.05 or 1000',
  tooLittle: (missing: string) => `Please pay at least ${missing}`,
  tooMuch: 'Please pay at most 1000000 SOL',
  stages: {
    connecting: (wallet: string) => `Connecting to ${wallet}...`,
    preparing: () => 'Preparing the payment...',
    signing: (wallet: string) => `Please confirm in ${wallet}...`,
    sending: () => 'Sending the payment...',
  },
  stop: 'Stop waiting',
  nothingPaid: 'Nothing was paid.',
  noAccount: (wallet: string, network: string) =>
    `${wallet} offers no account on ${network}. Nothing was paid.`,
  notConnected: (wallet: string) => `${wallet} could not be connected. Nothing was paid.`,
  notSigned: (wallet: string, network: string) =>
    `${wallet} did not sign the payment. Nothing was paid. Please check that it is set to ${network}.`,
  notBuilt: 'The server could not prepare the payment. Nothing was paid; please try again.',
  sent: 'Your payment is on its way. This page shows it as soon as the chain has confirmed it.',
  unknown:
    'It is not known yet whether your payment arrived. This page keeps watching; please do not pay again unless your wallet shows no payment.',
  notSeen: 'Your payment has not been seen yet. If your wallet shows none, you can pay again.',
  payAgain: 'Pay again',
  sandbox:
    'This page runs on a sandbox that real wallets cannot reach, so you cannot pay with your wallet here.',
};
