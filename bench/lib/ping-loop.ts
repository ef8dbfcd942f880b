import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { writeFile } from 'node:fs/promises';
import { parentPort, workerData } from 'node:worker_threads';

/**
 * Asks an address every so often until `ending` is set, in a thread of its own: other load must not delay its clock.
 * How many milliseconds each answer took goes into the file, as JSON.
 */
const { url, everyMs, ending, file } = workerData as {
  url: string;
  everyMs: number;
  ending: Int32Array;
  file: string;
};
const agent = new Agent({ keepAlive: true });
const times: number[] = [];

async function ping(): Promise<void> {
  const start = performance.now();
  await new Promise<void>((resolve, reject) => {
    const call = request(url, { agent }, (response) => {
      response.resume();
      response.once('end', () =>
        response.statusCode === 200 ? resolve() : reject(new Error(`It answered ${response.statusCode}`)),
      );
    });
    call.once('error', reject);
    call.end();
  });
  times.push(performance.now() - start);
}

// The connection that is kept is opened before the crowd comes: a new one would stand in a row with theirs.
await ping();
parentPort?.postMessage('asking', []);
while (Atomics.load(ending, 0) === 0) {
  await ping();
  await sleep(everyMs);
}
agent.destroy();
await writeFile(file, JSON.stringify(times));
