import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Streamer } from '#server/app/account-ports.ts';
import type { Ports } from '#server/app/ports.ts';

type Needs = Pick<Ports, 'vault' | 'clock' | 'settings'>;

/** How long a message may wait for its signature. */
const validMs = 10 * 60_000;
const timeLine = /^Time: (.{1,40})$/m;

/** Whose account a message is about: the name as it was typed, and the account if there is one. */
interface About {
  username: string;
  streamer: Streamer | null;
}

/**
 * The message that a wallet signs to prove an account. Nothing is stored for it: what it ends with is a keyed hash over
 * name, time and the password's hash, so that only this server makes it and the next password makes it worthless. For a
 * name that nobody has it looks the same.
 */
export function writeRecoveryMessage(ports: Needs, about: About): string {
  return compose(ports, about, ports.clock.now().toISOString());
}

/** Whether this server wrote a message about that account, not long ago and for the password that it still has. */
export function isOwnRecoveryMessage(ports: Needs, about: About, message: string): boolean {
  const time = timeLine.exec(message)?.[1] ?? '';
  const ageMs = ports.clock.now().getTime() - Date.parse(time);
  if (!(ageMs >= 0 && ageMs <= validMs)) return false;
  const own = Buffer.from(compose(ports, about, time));
  const given = Buffer.from(message);
  return own.length === given.length && timingSafeEqual(own, given);
}

function compose({ vault, settings }: Needs, { username, streamer }: About, time: string): string {
  const proof = createHmac('sha256', vault.deriveSecret('account-recovery').reveal())
    .update(JSON.stringify([username, time, streamer?.id ?? null, streamer?.passwordHash ?? null]))
    .digest('base64url');
  return [
    'Set a new password for my Brava account.',
    '',
    `Account: ${username}`,
    `Site: ${settings.publicUrl}`,
    `Time: ${time}`,
    `Proof: ${proof}`,
    '',
    'Signing this costs nothing and moves no money.',
  ].join('\n');
}
