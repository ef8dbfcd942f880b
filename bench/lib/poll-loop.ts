import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

/** Asks for the status of donations, evenly over each second, in a thread of its own. Messages are ids to ask for too. */
const { url, perSecond, kept } = workerData as { url: string; perSecond: number; kept: number };
const agent = new Agent({ keepAlive: true });
const ids: string[] = [];
parentPort?.on('message', (id: string) => {
  ids.push(id);
  if (ids.length > kept) ids.shift();
});

const startedAt = performance.now();
for (let count = 0; ; count += 1) {
  await sleep(Math.max(0, startedAt + (count * 1000) / perSecond - performance.now()));
  const id = ids[count % Math.max(ids.length, 1)];
  if (id === undefined) continue;
  request(`${url}/api/donations/status/${id}`, { agent }, (response) => response.resume())
    .once('error', () => undefined)
    .end();
}
