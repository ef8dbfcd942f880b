import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { largeWav } from './large-wav.ts';

/** What the thread is told: where to send the largest file, and how often at once. */
interface Task {
  url: string;
  count: number;
}

/** What became of uploads: how long each that was taken took, in ms, and how many were refused as busy. */
export interface SentUploads {
  times: number[];
  refused: number;
}

/**
 * Uploads the largest file so many times at once. A thread of its own does it: sending megabytes would hold up whatever
 * else the caller measures. Throws when one is refused for any other reason than that the server is busy.
 */
export function sendUploads(url: string, count: number): Promise<SentUploads> {
  const thread = new Worker(new URL(import.meta.url), { workerData: { url, count } satisfies Task });
  return new Promise((resolve, reject) => {
    thread.once('message', resolve);
    thread.once('error', reject);
  });
}

function formWithLargeWav(): Buffer {
  const head =
    '--edge\r\ncontent-disposition: form-data; name="audio"; filename="large.wav"\r\ncontent-type: audio/wav\r\n\r\n';
  return Buffer.concat([Buffer.from(head), largeWav(), Buffer.from('\r\n--edge--\r\n')]);
}

function upload(url: string, body: Buffer, agent: Agent): Promise<number | null> {
  const headers = { 'content-type': 'multipart/form-data; boundary=edge', 'content-length': body.length };
  const startedAt = performance.now();
  return new Promise((resolve, reject) => {
    const sent = request(`${url}/api/files/audio/upload`, { method: 'POST', headers, agent }, (response) => {
      text(response).then((answer) => {
        if (response.statusCode === 201) resolve(performance.now() - startedAt);
        else if (response.statusCode === 429) resolve(null);
        else reject(new Error(`An upload was answered with ${response.statusCode}: ${answer}`));
      }, reject);
    });
    sent.once('error', reject);
    sent.end(body);
  });
}

if (!isMainThread) {
  const { url, count } = workerData as Task;
  const body = formWithLargeWav();
  const agent = new Agent({ maxSockets: count });
  const uploads = Array.from({ length: count }, () => upload(url, body, agent));
  const times = (await Promise.all(uploads)).filter((time) => time !== null);
  parentPort?.postMessage({ times, refused: count - times.length } satisfies SentUploads, []);
}
