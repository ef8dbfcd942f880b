import { NameNotFound, RefusedAddress } from './checked-lookup.ts';

type SendFailure = 'refused_address' | 'not_found' | 'timed_out' | 'tls' | 'not_connected';

/** Why a message could not be sent at all, by what the network, TLS or the lookup threw. */
export function nameOfSendError(error: unknown): SendFailure {
  if (error instanceof RefusedAddress) return 'refused_address';
  if (error instanceof NameNotFound) return 'not_found';
  if (!(error instanceof Error)) return 'not_connected';
  if (error.name === 'TimeoutError' || error.name === 'AbortError') return 'timed_out';
  const code = 'code' in error ? String(error.code) : '';
  if (/^(ENOTFOUND|EAI_|ENODATA|ESERVFAIL)/.test(code)) return 'not_found';
  if (code === 'ETIMEDOUT') return 'timed_out';
  return /^(ERR_TLS|ERR_SSL|CERT_|DEPTH_|SELF_SIGNED|UNABLE_TO|HOSTNAME_|EPROTO)/.test(code)
    ? 'tls'
    : 'not_connected';
}
