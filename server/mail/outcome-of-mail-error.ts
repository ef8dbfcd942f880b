import type { TellFailure } from '#contract/alarms.ts';
import type { TellOutcome } from '#server/app/alarms/alarm-ports.ts';

/** By the codes of the library; what a server answered in words is not told on, it may repeat what it was sent. */
const whyOf: Record<string, TellFailure> = {
  ETIMEDOUT: 'timed_out',
  EDNS: 'not_found',
  ECONNECTION: 'not_connected',
  ESOCKET: 'not_connected',
  ETLS: 'tls',
  EAUTH: 'login_refused',
  ENOAUTH: 'login_refused',
  EENVELOPE: 'address_refused',
  EMESSAGE: 'refused',
};

/** How sending a mail ended that the library gave up on. */
export function outcomeOfMailError(error: unknown, isTimeUp: boolean): TellOutcome {
  const status =
    error instanceof Error && 'responseCode' in error && typeof error.responseCode === 'number'
      ? error.responseCode
      : null;
  return { isDelivered: false, why: isTimeUp ? 'timed_out' : nameOf(error), status, retryAfterMs: null };
}

function nameOf(error: unknown): TellFailure {
  if (!(error instanceof Error) || !('code' in error)) return 'refused';
  // What TLS refuses comes as trouble of the socket.
  if (error.code === 'ESOCKET' && /certificate|self.signed|TLS|SSL|altnames/i.test(error.message))
    return 'tls';
  return whyOf[String(error.code)] ?? 'refused';
}
