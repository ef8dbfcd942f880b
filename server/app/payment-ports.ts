/** A payment from a wallet to the address of a donation. */
export interface Transfer {
  payer: string;
  destination: string;
  lamports: bigint;
}

/** A transfer that its payer has signed; `raw` is the whole transaction. */
export interface SignedTransfer extends Transfer {
  signature: string;
  raw: Uint8Array;
}

/** What is known of a transfer that was sent. Nothing here says that a donation is paid. */
export type SentState = 'seen' | 'sent' | 'unknown';

/**
 * Payments from wallets in the browser. Anyone may cause these calls, so all of them together, and each client, get
 * only a part of the nodes' budget: `Problem('busy')` when it is used up.
 */
interface PaymentChain {
  /**
   * A transaction for the wallet to sign, tried on a node first. Throws `Problem` when it could not land:
   * `address_not_payable`, `amount_not_payable`, `wallet_balance_too_low`, `wallet_remainder_too_small`,
   * `payment_refused`. Throws `Transient` when no node answered.
   */
  build(transfer: Transfer, client: string): Promise<Uint8Array>;
  /**
   * What signed bytes would do. Throws `Problem`: `payment_unreadable` when they are no transaction, `payment_unsigned`
   * when a signature is missing or false, `payment_changed` when they do anything but one transfer from the one who
   * signed and pays the fee. Asks no node.
   */
  read(raw: Uint8Array): Promise<SignedTransfer>;
  /**
   * Whether this process is sending these bytes, or a node may have them from a sending of the last two minutes: then
   * they are one payment with what comes now, and may be paid although nothing is recorded yet. Asks no node.
   */
  isUnderway(signature: string): boolean;
  /**
   * Sends the bytes, and again until they are seen, are refused or can no longer land, also after this has answered.
   * Returns after a few seconds at the latest; no answer is `unknown`, never a refusal, and so is a refusal of bytes
   * that another node may have. The same bytes again are the same payment. Throws `Problem`: those of `build`,
   * `payment_expired` when they came too late to land, and `payment_failed` when they are in a block and failed there.
   */
  send(transfer: SignedTransfer, client: string): Promise<SentState>;
}

/** What paying from a wallet needs besides the donations. */
export interface PaymentPorts {
  chain: PaymentChain;
  /** Makes the address of a donation due to be read at once. */
  lookNow(donationId: string): Promise<void>;
}
