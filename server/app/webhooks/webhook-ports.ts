import type {
  DeliveryError,
  DeliveryEvent,
  DisabledWhy,
  Webhook,
  WebhookDelivery,
  WebhookEvent,
} from '#contract/webhooks.ts';

/** Whose webhooks, and who acts: the streamer, or a token by its name. It stands in the audit log. */
export interface AccountCaller {
  userId: string;
  tokenName: string | null;
}

/** What of a webhook changes; what is left out stays. */
export interface WebhookChange {
  url?: string | undefined;
  events?: readonly WebhookEvent[] | undefined;
  isActive?: boolean | undefined;
}

/** What its secrets are derived from. */
export interface WebhookKeys {
  id: string;
  generation: number;
  /** When this generation replaced the one before it; null for the first. */
  replacedAt: Date | null;
}

/**
 * Webhooks as their streamer manages them. Each change is one transaction with its line in the audit log. What is not
 * this streamer's does not exist: `Problem('webhook_not_found')`, `Problem('webhook_delivery_not_found')`.
 */
export interface WebhookStore {
  list(userId: string): Promise<Webhook[]>;
  /** The same again within five minutes is the same one, for who was not answered. Throws `Problem('too_many_webhooks')`. */
  create(by: AccountCaller, webhook: { url: string; events: readonly WebhookEvent[] }): Promise<Webhook>;
  /** Switched on again it begins anew; switched off, what waits is given up. */
  change(by: AccountCaller, id: string, change: WebhookChange): Promise<Webhook>;
  /** It is gone at once; its rows are cleared away later, so that no payment waits for that. */
  remove(by: AccountCaller, id: string): Promise<void>;
  keys(userId: string, id: string): Promise<WebhookKeys>;
  /** Raises the generation. */
  replaceKeys(by: AccountCaller, id: string): Promise<WebhookKeys>;
  /** Throws `Problem('too_many_webhook_tests')` while one waits or is under way. */
  addTest(by: AccountCaller, id: string, payload: string): Promise<WebhookDelivery>;
  listDeliveries(
    userId: string,
    id: string,
    page: { limit: number; offset: number },
  ): Promise<{ data: WebhookDelivery[]; found: number }>;
  findDelivery(userId: string, id: string): Promise<WebhookDelivery>;
  /** Throws `Problem('webhook_switched_off')`. */
  redeliver(by: AccountCaller, id: string): Promise<WebhookDelivery>;
}

/** A delivery that a worker holds, with all that sending it needs. The lease is on its webhook. */
export interface ClaimedDelivery {
  id: string;
  event: DeliveryEvent;
  payload: string;
  /** Attempts so far, this one included. */
  attempts: number;
  webhook: WebhookKeys & {
    userId: string;
    url: string;
    fence: bigint;
    /** Failures in a row, and since when; and whether anything ever arrived there. */
    failures: number;
    failingSince: Date | null;
    isProven: boolean;
  };
}

/** What an attempt came to, and what follows from it. */
export interface AttemptResult {
  at: Date;
  isDelivered: boolean;
  status: number | null;
  error: DeliveryError | null;
  durationMs: number;
  /** Null: delivered or given up. */
  nextAt: Date | null;
  /** Until when the whole webhook is let alone; null when it is not. */
  restUntil: Date | null;
  disabledWhy: DisabledWhy | null;
}

/** The worker's side. */
export interface WebhookQueue {
  /**
   * Takes the first due delivery of each of at most `most` webhooks that nobody else holds, with a lease. `provenOnly`:
   * only of webhooks whose last delivery arrived.
   */
  claim(wish: { now: Date; leaseMs: number; most: number; provenOnly: boolean }): Promise<ClaimedDelivery[]>;
  /** Writes down how an attempt ended and frees the webhook. Of a worker whose lease is lost only a success counts. */
  finish(claimed: ClaimedDelivery, result: AttemptResult): Promise<void>;
  /** Makes due, and frees, what a clock that was set back has put off for longer than anything is. */
  wakeOverslept(now: Date): Promise<void>;
  /** Clears a batch of old deliveries and of deleted webhooks away; true when there may be more. */
  tidy(now: Date): Promise<boolean>;
}

/** What a message is sent with. */
export interface OutgoingMessage {
  url: string;
  headers: Record<string, string>;
  payload: string;
}

/** How sending went: a status, or why there is none. Never rejects. */
export interface SendOutcome {
  status: number | null;
  error: DeliveryError | null;
  retryAfterMs: number | null;
  durationMs: number;
}

/** Sends to addresses that are allowed, and to no others. */
export interface WebhookSender {
  /** Gives up where there is no answer yet when `ending` is aborted. */
  send(message: OutgoingMessage, ending?: AbortSignal): Promise<SendOutcome>;
}

/** Where webhooks may go on this installation. */
export interface WebhookRules {
  /** The server's own origin: nothing is sent there. */
  publicUrl: string;
  /** Only where the installation itself is on a loopback address: for trying out. */
  mayReachLoopback: boolean;
}

/** Everything that the composition root hands out for webhooks. */
export interface WebhookPorts {
  store: WebhookStore;
  queue: WebhookQueue;
  sender: WebhookSender;
  rules: WebhookRules;
}
