import { networkInterfaces } from 'node:os';
import { isLoopbackAddress, isPublicAddress } from '#server/app/webhooks/public-address.ts';
import type {
  OutgoingMessage,
  SendOutcome,
  WebhookRules,
  WebhookSender,
} from '#server/app/webhooks/webhook-ports.ts';
import { isAllowedUrl, isLoopbackName } from '#server/app/webhooks/webhook-url.ts';
import { createResolve, type Resolve } from './checked-lookup.ts';
import { nameOfSendError } from './name-of-send-error.ts';
import { postOnce } from './post-once.ts';

/** All of an attempt: name, connection, TLS, request and answer. */
const timeoutMs = 10_000;

/** Stand-ins for tests; the product's own by default. */
interface SenderParts {
  resolve?: Resolve;
  /** Judges the addresses that names lead to, instead of 'public ones alone'. */
  isAllowedAddress?: (address: string) => boolean;
  /** Of this machine. */
  listInterfaces?: typeof networkInterfaces;
  timeoutMs?: number;
}

/**
 * Sends messages of webhooks: to allowed URLs, over connections to addresses that were judged at that moment, following
 * no redirect, and for ten seconds at most. No proxy of the environment is used: it would do the resolving.
 */
export function createWebhookSender(rules: WebhookRules, parts: SenderParts = {}): WebhookSender {
  const resolveName = parts.resolve ?? createResolve({ timeoutMs });
  const listInterfaces = parts.listInterfaces ?? networkInterfaces;
  const isAllowed = parts.isAllowedAddress ?? ((address) => isAllowedAddress(address, rules, listInterfaces));
  const limitMs = parts.timeoutMs ?? timeoutMs;
  const resolve: Resolve = async (host) =>
    rules.mayReachLoopback && isLoopbackName(host) ? ['127.0.0.1'] : await resolveName(host);

  const attempt = async (
    { url, headers, payload }: OutgoingMessage,
    ending: AbortSignal | undefined,
  ): Promise<Omit<SendOutcome, 'durationMs'>> => {
    const target = URL.canParse(url) ? new URL(url) : null;
    if (target === null || !isAllowedUrl(target, rules))
      return { status: null, error: 'refused_url', retryAfterMs: null };
    try {
      const how = { resolve, isAllowed, timeoutMs: limitMs, ending };
      const answer = await postOnce({ target, headers, payload, ...how });
      return { ...answer, error: null };
    } catch (error) {
      return { status: null, error: nameOfSendError(error), retryAfterMs: null };
    }
  };
  return {
    async send(message, ending) {
      const startedAt = performance.now();
      const outcome = await attempt(message, ending);
      return { ...outcome, durationMs: performance.now() - startedAt };
    },
  };
}

/** Public addresses; not those of this machine's own interfaces, which reach it past its firewall. */
function isAllowedAddress(
  address: string,
  { mayReachLoopback }: WebhookRules,
  listInterfaces: typeof networkInterfaces,
): boolean {
  if (isLoopbackAddress(address)) return mayReachLoopback;
  const own = Object.values(listInterfaces()).flatMap((addresses) => addresses ?? []);
  return isPublicAddress(address) && !own.some((mine) => mine.address === address);
}
