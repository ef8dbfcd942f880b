import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { writeFile } from 'node:fs/promises';
import { parentPort, workerData } from 'node:worker_threads';

/**
 * Asks an address every so often until `ending` is set, whatever became of the questions before: one that waits for the
 * last answer would not notice that a server stands still. In a thread of its own, so that other load does not delay its
 * clock. How many milliseconds each answer took goes into the file, as JSON.
 */
const { url, everyMs, ending, file } = workerData as {
  url: string;
  everyMs: number;
  ending: Int32Array;
  file: string;
};
// One connection, opened before the crowd comes: a new one would stand in a row with theirs.
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

async function ask(start = performance.now()): Promise<number> {
  return await new Promise<number>((resolve, reject) => {
    const call = request(url, { agent }, (response) => {
      response.resume();
      response.once('end', () =>
        response.statusCode === 200
          ? resolve(performance.now() - start)
          : reject(new Error(`It answered ${response.statusCode}`)),
      );
    });
    call.once('error', (error) => {
      // The server ends kept connections that nobody used for a while; one that was just taken up again is replaced.
      if (call.reusedSocket && 'code' in error && error.code === 'ECONNRESET') resolve(ask(start));
      else reject(error);
    });
    call.end();
  });
}

await ask();
parentPort?.postMessage('asking', []);
const asked: Promise<number>[] = [];
let dueAt = performance.now();
while (Atomics.load(ending, 0) === 0) {
  asked.push(ask());
  dueAt += everyMs;
  await sleep(Math.max(0, dueAt - performance.now()));
}
await writeFile(file, JSON.stringify(await Promise.all(asked)));
agent.destroy();
