import { Secret as OtpSecret, TOTP } from 'otpauth';
import type { Ports } from '#server/app/ports.ts';

/** Which secret: an account's, of one generation. */
interface TotpOf {
  userId: string;
  generation: string;
}

/** RFC 6238 as every authenticator app has it: SHA-1, six digits, 30 seconds, and the 160 bits that RFC 4226 asks for. */
const form = { issuer: 'Brava', algorithm: 'SHA1', digits: 6, period: 30 };
const secretBytes = 20;
/** Clocks may be one step apart: 30 seconds either way. */
const skewSteps = 1;

/** What an authenticator app needs: the secret in base32, and the address that its QR code holds. */
export function authenticatorEntry(
  ports: Pick<Ports, 'vault'>,
  of: TotpOf,
  username: string,
): { secret: string; uri: string } {
  const totp = totpOf(ports, of, username);
  return { secret: totp.secret.base32, uri: totp.toString() };
}

/**
 * The time step of a six-digit code that is right now, or one step earlier or later; null when it is wrong. Compared in
 * constant time. Whether that step was used before is for the caller to ask.
 */
export function stepOfCode(ports: Pick<Ports, 'vault' | 'clock'>, of: TotpOf, code: string): number | null {
  // Other digits than these would be as long in letters and longer in bytes.
  if (!/^\d{6}$/.test(code)) return null;
  const totp = totpOf(ports, of, of.userId);
  const timestamp = ports.clock.now().getTime();
  const delta = totp.validate({ token: code, timestamp, window: skewSteps });
  return delta === null ? null : totp.counter({ timestamp }) + delta;
}

function totpOf({ vault }: Pick<Ports, 'vault'>, { userId, generation }: TotpOf, label: string): TOTP {
  const derived = vault.deriveSecret(`totp:${userId}:${generation}`).reveal();
  const { buffer } = Uint8Array.from(derived.subarray(0, secretBytes));
  return new TOTP({ ...form, label, secret: new OtpSecret({ buffer }) });
}
