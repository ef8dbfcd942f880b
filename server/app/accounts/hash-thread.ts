import { type Argon2Parameters, argon2Sync } from 'node:crypto';
import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';

/** Behind what serves people, but not so far that nobody gets in while the machine is full of other work. */
const lowPriority = 10;

// Of this very thread: only Linux gives threads priorities of their own. Elsewhere it would be that of the server.
if (process.platform === 'linux') setPriority(0, lowPriority);

parentPort?.on('message', (parameters: Argon2Parameters) => {
  parentPort?.postMessage(argon2Sync('argon2id', parameters), []);
});
