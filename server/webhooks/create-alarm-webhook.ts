import { lookup } from 'node:dns/promises';
import type { KeyVault } from '#server/app/chain-ports.ts';
import { alarmKeys } from '#server/app/alarms/alarm-keys.ts';
import type { AlarmMessage, AlarmWay, TellOutcome } from '#server/app/alarms/alarm-ports.ts';
import type { Secret } from '#server/app/secret.ts';
import { signMessage } from '#server/app/webhooks/webhook-secret.ts';
import { isDelivered } from '#server/domain/webhooks/retry.ts';
import { NameNotFound } from './checked-lookup.ts';
import { nameOfSendError } from './name-of-send-error.ts';
import { postOnce } from './post-once.ts';

const usualTimeoutMs = 10_000;

/**
 * Posts alarms as JSON to the operator's address, signed as streamers' webhooks are. `text` and `content` hold the same
 * sentences, under the names by which Slack and Discord read them.
 *
 * The operator chose the address, so it may be one of this machine or network, and names are looked up as this machine
 * does; redirects are not followed, so nobody else chooses one. `place` is the host alone: the rest may hold a key.
 */
export function createAlarmWebhook(
  url: Secret<string>,
  vault: Pick<KeyVault, 'deriveSecret'>,
  timeoutMs = usualTimeoutMs,
): AlarmWay {
  const target = new URL(url.reveal());
  return {
    way: 'webhook',
    place: target.hostname,
    async send(message, ending) {
      const payload = presentAlarm(message);
      const { id, at } = message;
      const headers = {
        ...signMessage(vault, { id, payload, keys: alarmKeys, now: at }),
        'content-type': 'application/json',
        'user-agent': 'Brava-Alarms/1',
      };
      const how = { resolve: resolveAsMachine, isAllowed: () => true, timeoutMs, ending };
      try {
        return judge(await postOnce({ target, headers, payload, ...how }));
      } catch (error) {
        const why = nameOfSendError(error);
        return {
          isDelivered: false,
          why: why === 'refused_address' ? 'not_connected' : why,
          status: null,
          retryAfterMs: null,
        };
      }
    },
  };
}

function judge(answer: Awaited<ReturnType<typeof postOnce>>): TellOutcome {
  if (isDelivered(answer)) return { isDelivered: true, refusedSome: false };
  const { status, retryAfterMs } = answer;
  const isMoved = status !== null && status >= 300 && status < 400;
  return { isDelivered: false, why: isMoved ? 'moved' : 'status', status, retryAfterMs };
}

/** The body, as it is signed and sent. */
function presentAlarm({ kind, at, title, shortText, link, items }: AlarmMessage): string {
  return JSON.stringify({
    version: 1,
    type: kind,
    timestamp: at.toISOString(),
    title,
    text: shortText,
    content: shortText,
    link,
    alarms: items,
  });
}

async function resolveAsMachine(host: string): Promise<string[]> {
  const found = await lookup(host, { all: true }).catch((cause: unknown) => {
    throw new NameNotFound(`No address of ${host} was found.`, { cause });
  });
  return found.map(({ address }) => address);
}
