import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

/** Asks an address every so often until it is told to end, in a thread of its own: other load must not delay its clock. */
const { url, everyMs } = workerData as { url: string; everyMs: number };
const agent = new Agent({ keepAlive: true });
const times: number[] = [];
let isEnding = false;
parentPort?.once('message', () => (isEnding = true));

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

while (!isEnding) {
  await ping();
  await sleep(everyMs);
}
agent.destroy();
parentPort?.postMessage(times);
