/** Every refusal that a client can meet, with its HTTP status and its words for a person. */
export const problems = {
  invalid_request: [400, 'Something in this request is not right. Please check it and try again.'],
  webhook_url_refused: [
    400,
    'Webhooks go to public https addresses only: a host name, port 443 or above 1023, no user name, not this server.',
  ],
  discord_url_refused: [
    400,
    'This is not the URL of a Discord webhook. It begins with https://discord.com/api/webhooks/ and comes from the channel’s settings.',
  ],
  discord_webhook_gone: [
    400,
    'Discord does not know this webhook. It may have been deleted: please make a new one and paste its URL.',
  ],
  malformed_body: [400, 'The request could not be read. Please send valid JSON.'],
  invalid_link_code: [404, 'This donation link is invalid or has been disabled.'],
  clip_not_found: [
    400,
    'This audio clip is no longer available. Please upload it again or go on without it.',
  ],
  uploads_closed: [404, 'This server does not take audio clips. The default sound will play.'],
  address_not_payable: [400, 'This is not an address of a normal Solana wallet. Please check it.'],
  address_of_donation: [
    400,
    'This is a donation’s one-time address: what is sent there would be a donation. Please give the address of your own wallet.',
  ],
  amount_not_payable: [
    400,
    'The chain does not take this amount: an address that is new needs about 0.0009 SOL at least. Please pay more.',
  ],
  withdrawal_to_own_wallet: [
    400,
    'This is the wallet that the money is in. Please give the address of another one.',
  ],
  withdrawal_too_small: [
    400,
    'This address is empty, and the network lets nothing below about 0.0009 SOL stand there. Please withdraw more.',
  ],
  payment_too_small: [400, 'This is less than what is missing to the minimum. Please pay more.'],
  amount_below_minimum: [
    400,
    'This is below the streamer’s minimum, which may just have changed. Please choose a higher amount.',
  ],
  token_not_accepted: [
    400,
    'This streamer does not take this token, or no longer does. Please choose another currency.',
  ],
  token_amount_refused: [
    400,
    'This token does not have that many decimals, or there cannot be that much of it. Please check the amount.',
  ],
  token_minimum_too_small: [
    400,
    'The operator of this server has set a higher least amount for this token. Please choose at least that.',
  ],
  payment_unreadable: [400, 'This is not a Solana transaction. Nothing was paid; please try again.'],
  payment_unsigned: [
    400,
    'The wallet’s signature is missing or not right. Nothing was paid; please try again.',
  ],
  payment_changed: [
    400,
    'The wallet changed this payment into something else than one transfer to this donation, so it was not sent. Nothing was paid.',
  ],
  audio_missing: [400, 'There is no audio file in this upload. Please choose one and try again.'],
  audio_not_recognised: [400, 'This is not an mp3, wav, ogg, m4a or webm audio file.'],
  audio_too_long: [400, 'Audio must be 15 seconds or less'],
  audio_unplayable: [
    400,
    'Browsers cannot play the kind of sound in this file. Please export it as mp3 and try again.',
  ],
  audio_damaged: [
    400,
    'This audio file is damaged or holds something besides one sound track. Please export it again as mp3.',
  ],
  audio_silent: [
    400,
    'Nothing can be heard in this audio. Please choose another file, or look whether the microphone is muted and record again.',
  ],
  unauthorized: [401, 'Please sign in to continue.'],
  wrong_credentials: [401, 'The username or password is not right.'],
  insufficient_scope: [
    403,
    'This token does not open this call: it takes one of another scope. Make one in Settings, under ‘Moderators and tools’.',
  ],
  session_needed: [
    403,
    'No API token and no moderator’s link opens this call: it takes the token that signing in gives.',
  ],
  wrong_password: [403, 'This password is not right.'],
  wrong_recovery_code: [
    403,
    'This recovery code is not that of this account, or was used before. Please check both.',
  ],
  wrong_wallet_proof: [
    403,
    'This is not the wallet of this account, or too much time has passed since you began. Please try again.',
  ],
  confirm_password: [403, 'Please type your password again to continue.'],
  confirm_second_factor: [403, 'Please type your password and a code of your authenticator app to continue.'],
  wrong_code: [403, 'This code is not right or was used before. Apps show a new one every 30 seconds.'],
  other_site: [
    403,
    'A page of another site asked for this. Please open this server’s own page and try again there.',
  ],
  not_found: [404, 'There is nothing at this address.'],
  donation_not_found: [404, 'This donation does not exist.'],
  alert_not_found: [404, 'This alert does not exist.'],
  block_not_found: [404, 'This entry is not in your block list any more.'],
  access_token_not_found: [404, 'This token does not exist or has ended.'],
  alert_rule_not_found: [404, 'This rule does not exist.'],
  alert_sound_not_found: [404, 'This sound does not exist.'],
  webhook_not_found: [404, 'This webhook does not exist.'],
  webhook_delivery_not_found: [404, 'This delivery does not exist or is no longer kept.'],
  streamer_not_found: [404, 'This account does not exist.'],
  token_not_found: [404, 'This server does not take this token.'],
  withdrawal_not_found: [404, 'This withdrawal does not exist.'],
  sandbox_only: [404, 'This is only available on the sandbox.'],
  username_differs: [400, 'This is not your username. Please type it exactly as it stands there.'],
  retention_not_offered: [
    400,
    'The operator of this server keeps donors’ texts for a shorter time. Please choose one of the times that are offered.',
  ],
  method_not_allowed: [405, 'This address does not answer that kind of request.'],
  username_taken: [409, 'This username is already taken. Please choose another one.'],
  account_closing: [
    409,
    'This account is about to be deleted. Keep it first; then donations can be accepted again.',
  ],
  backups_off: [409, 'Back-ups are switched off on this server (BACKUPS=off).'],
  own_account: [409, 'You cannot suspend your own account. Another operator can.'],
  too_many_blocks: [
    409,
    'There are 500 entries of this kind already. Please remove one that is no longer needed.',
  ],
  name_not_blockable: [
    400,
    'Everybody who gives no name is called Anonymous, so this name cannot be blocked.',
  ],
  word_not_blockable: [400, 'A word to block needs a letter or a figure.'],
  payer_unknown: [
    409,
    'Which wallet paid this is not known: nothing has come yet, it came before wallets were noted, or what was known of its donor was removed. Block the name instead.',
  ],
  not_your_block: [403, 'Only the streamer can take this off the block list.'],
  too_many_access_tokens: [409, 'There are 50 tokens already. Please end one that is no longer used.'],
  second_factor_on: [409, 'Two-step protection is on already.'],
  second_factor_off: [409, 'Two-step protection is not on. Please start again.'],
  alert_rule_exists: [409, 'There is a rule for this amount already. Please change that one.'],
  too_many_alert_rules: [409, 'There are 10 rules already. Please delete one first.'],
  too_many_alert_sounds: [409, 'There are 20 sounds already. Please delete one first.'],
  speech_unavailable: [409, 'This server has no voice. Please choose the voices of your overlay.'],
  too_many_webhooks: [409, 'There are 5 webhooks already. Please delete one that is no longer used.'],
  twitch_not_offered: [409, 'Posts to Twitch are not set up on this server. Its operator can do that.'],
  post_not_connected: [409, 'This is not connected yet. Please connect it first.'],
  too_many_test_posts: [409, 'A test is on its way already. Please wait a moment.'],
  too_many_webhook_tests: [409, 'A test is on its way already. Please wait a moment.'],
  webhook_switched_off: [409, 'This webhook is switched off. Please switch it on first.'],
  alert_already_settled: [409, 'Somebody else has already decided about this alert.'],
  nothing_to_replay: [409, 'No donation has been shown yet.'],
  paid_in_a_token: [
    409,
    'This donation is paid in a token. Please scan the code or use the link; nothing was paid.',
  ],
  donation_already_paid: [409, 'This donation is already paid.'],
  donation_expired: [409, 'This donation has expired. Please create a new one.'],
  donation_failed: [
    409,
    'The chain took a payment of this donation back. Please create a new donation instead of paying again.',
  ],
  wallet_balance_too_low: [
    409,
    'This wallet does not hold enough for this payment and the network fee. Nothing was paid.',
  ],
  wallet_remainder_too_small: [
    409,
    'This payment would leave less in the wallet than the chain lets stand. Nothing was paid; please pay a little less, or from another wallet.',
  ],
  payment_expired: [
    409,
    'Too much time passed before this payment was signed. Nothing was paid; please try again.',
  ],
  payment_refused: [409, 'The chain does not take this payment. Nothing was paid.'],
  payment_failed: [409, 'The chain took this payment up and refused it. Only the network fee was paid.'],
  wallet_empty: [
    409,
    'There is too little in your wallet to pay the network fee for a withdrawal. Nothing was sent.',
  ],
  withdrawal_above_balance: [
    409,
    'Your wallet does not hold that much and the network fee. Please withdraw less, or all of it.',
  ],
  withdrawal_remainder_too_small: [
    409,
    'This would leave less in your wallet than the network lets stand, about 0.0009 SOL. Please withdraw a little less, or all of it.',
  ],
  withdrawal_changed: [
    409,
    'Your balance or the network fee has changed meanwhile. Nothing was sent; please look at the new figures.',
  ],
  withdrawal_under_way: [
    409,
    'A withdrawal is under way. Nothing more was sent; please wait until it has arrived.',
  ],
  donation_not_paid: [409, 'This donation has not been paid yet.'],
  request_timeout: [408, 'The request took too long to arrive. Please try again.'],
  headers_too_large: [431, 'The headers of this request are too large.'],
  precondition_failed: [
    412,
    'This file has changed, or is not as it was asked for. Please load the page again.',
  ],
  audio_too_large: [413, 'File size must be less than 5MB'],
  body_too_large: [413, 'This request is too large.'],
  unsupported_media: [415, 'Please send the request as JSON.'],
  range_not_satisfiable: [416, 'This part lies beyond the end of the file.'],
  too_many_requests: [429, 'That was a little fast. Please wait a moment and try again.'],
  too_many_wrong_codes: [
    429,
    'Too many wrong codes were typed. Please wait, an hour at most, or type a recovery code instead.',
  ],
  too_many_sockets: [
    429,
    'Too many pages are open from here at the moment. Please close some; this one tries again by itself.',
  ],
  audio_quota: [
    429,
    'Too many audio clips came from your connection. Please try again later or go on without one.',
  ],
  too_many_open_donations: [
    429,
    'There are too many unpaid donations at the moment. Please pay or let one expire, then try again.',
  ],
  busy: [429, 'The server is busy. Please try again in a few seconds.'],
  at_capacity: [
    503,
    'The server has too much to do at this moment. Nothing was created and nothing was paid; please try again in about 20 seconds.',
  ],
  chain_silent: [
    503,
    'The Solana network does not answer at the moment. Nothing was sent; please try again in a minute.',
  ],
  chat_silent: [
    503,
    'The service does not answer at the moment. Nothing was changed; please try again in a minute.',
  ],
  unavailable: [
    503,
    'The server cannot store anything at the moment. Nothing was lost; please try again soon.',
  ],
  internal: [500, 'Something went wrong on our side. Nothing was lost; please try again.'],
} as const satisfies Record<string, readonly [status: number, message: string]>;

/** Stable name of a refusal. Clients branch on it, never on the message. */
export type ProblemCode = keyof typeof problems;

/** Body of every error reply. */
export interface ProblemBody {
  message: string;
  code: ProblemCode;
  /** With `internal` alone: by it the operator finds the request in the log. */
  id?: string;
}

/**
 * An expected refusal. Carries its code; the HTTP status and default words come from `problems`.
 * `message` replaces the words where the place knows better ones (a validation text of the spec).
 */
export class Problem extends Error {
  readonly code: ProblemCode;

  constructor(code: ProblemCode, message?: string) {
    super(message ?? problems[code][1]);
    this.name = 'Problem';
    this.code = code;
  }

  /** HTTP status of this refusal. */
  get status(): number {
    return problems[this.code][0];
  }
}
