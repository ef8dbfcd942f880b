/** English: the part of settings about two-step protection. */
export const texts = {
  twoStep: {
    heading: 'Two-step protection',
    lead: 'With it, your withdrawals, your private key, your payout address and your password also need a code from an app on your phone. A stolen password is then not enough to take your money.',
    signIn: 'Signing in still asks for the password alone.',
    turnOn: 'Turn on',
    done: 'Two-step protection is on',
    failed: 'That did not work. Please try again.',
    reason: 'This decides how your wallet is protected, so we ask once more.',
    on: (date: string) => `On since ${date}.`,
    left: (count: number) =>
      count === 0
        ? 'No recovery code is left.'
        : count === 1
          ? '1 recovery code is left.'
          : `${count} recovery codes are left.`,
    few: 'Make new ones before you need them.',
    code: {
      app: 'Code from your app',
      appHint: 'Six digits, new every 30 seconds.',
      recovery: 'Recovery code',
      recoveryHint: 'One of the ten that you kept. It works once.',
      useRecovery: 'Type a recovery code instead',
      useApp: 'Type a code from the app instead',
      missing: 'Please type the code',
    },
    setup: {
      title: 'Turn on two-step protection',
      scan: 'Scan this with an authenticator app. Any that shows six-digit codes will do.',
      qr: 'QR code for your authenticator app',
      open: 'Open in an app on this device',
      secret: 'Or type this key into the app',
      copy: 'Copy key for the app',
      copied: 'Key for the app copied',
      busy: 'Turning on...',
    },
    codes: {
      title: 'Your recovery codes',
      lead: 'Each stands in for the app once, should you lose your phone. They are shown only now: keep them somewhere else than on that phone.',
      copy: 'Copy all',
      copied: 'Recovery codes copied',
      download: 'Download',
      kept: 'I have kept them',
      fileHead: (username: string, host: string) =>
        `Brava recovery codes of ${username} on ${host}. Each works once.`,
    },
    replace: {
      act: 'New recovery codes',
      question: 'Make new recovery codes?',
      effect: 'The ones that you have now stop working at once.',
      keep: 'Keep them',
      busy: 'Making...',
    },
    off: {
      act: 'Turn off',
      question: 'Turn off two-step protection?',
      effect:
        'The password alone is then enough for your withdrawals, your private key and your payout address. Your recovery codes stop working, and turning it on again needs a new scan.',
      keep: 'Keep it on',
      busy: 'Turning off...',
      done: 'Two-step protection is off',
    },
  },
};
