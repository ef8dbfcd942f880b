import { randomBytes, timingSafeEqual } from 'node:crypto';
import { createGate } from '#server/app/gate.ts';
import { createHashThreads, type DeriveTag } from './hash-threads.ts';
import type { PasswordHasher } from '#server/app/ports.ts';

/** Cost of one hash, and how many may run and wait at the same time. */
export interface HashingLimits {
  memoryKiB: number;
  passes: number;
  running: number;
  waiting: number;
}

/** OWASP's argon2id minimum, about 35 ms here; two at once are all that two cores can do. */
const defaultLimits: HashingLimits = { memoryKiB: 19_456, passes: 2, running: 2, waiting: 20 };

const saltBytes = 16;
const tagBytes = 32;
const stored = /^\$argon2id\$v=19\$m=(?<memory>\d+),t=(?<passes>\d+),p=1\$(?<salt>[\w+/]+)\$(?<tag>[\w+/]+)$/;

/**
 * Argon2id in the usual PHC text form, gated: what comes beyond the queue is refused with `Problem('busy')`.
 *
 * Passwords are compared in NFC, so that the same word typed on another keyboard is the same password. A missing
 * hash costs as much as a real one.
 */
export function createPasswordHasher(changed: Partial<HashingLimits> = {}): PasswordHasher {
  const limits = { ...defaultLimits, ...changed };
  const gated = createGate(limits);
  const derive = createHashThreads();
  return {
    hash: (password) =>
      gated(async () => {
        const salt = randomBytes(saltBytes);
        const tag = await tagOf(derive, { password, salt, memory: limits.memoryKiB, passes: limits.passes });
        return `$argon2id$v=19$m=${limits.memoryKiB},t=${limits.passes},p=1$${unpadded(salt)}$${unpadded(tag)}`;
      }),
    verify: (password, hash) =>
      gated(async () => {
        if (hash !== null) return await matches(derive, password, hash);
        const salt = randomBytes(saltBytes);
        await tagOf(derive, { password, salt, memory: limits.memoryKiB, passes: limits.passes });
        return false;
      }),
  };
}

async function matches(derive: DeriveTag, password: string, hash: string): Promise<boolean> {
  const parts = stored.exec(hash)?.groups;
  if (parts === undefined)
    throw new Error('A stored password hash is not of the form that this server writes.');
  const expected = Buffer.from(parts['tag'] ?? '', 'base64');
  const salt = Buffer.from(parts['salt'] ?? '', 'base64');
  const tag = await tagOf(derive, {
    password,
    salt,
    memory: Number(parts['memory']),
    passes: Number(parts['passes']),
  });
  return tag.length === expected.length && timingSafeEqual(tag, expected);
}

function tagOf(
  derive: DeriveTag,
  { password, salt, memory, passes }: { password: string; salt: Buffer; memory: number; passes: number },
): Promise<Buffer> {
  const message = password.normalize('NFC');
  return derive({ message, nonce: salt, parallelism: 1, tagLength: tagBytes, memory, passes });
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}
