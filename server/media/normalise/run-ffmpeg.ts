import { spawn } from 'node:child_process';

const timeoutMs = 10_000;
const mostMemoryKiB = 1024 * 1024;
const mostCpuSeconds = 10;
const mostLogCharacters = 64 * 1024;
/** Limits that the system itself keeps, where its shell knows them; and a server that answers goes before. */
const limited = `ulimit -v ${mostMemoryKiB} 2>/dev/null; ulimit -t ${mostCpuSeconds} 2>/dev/null; exec nice -n 10 "$0" "$@"`;
const always = [
  '-nostdin',
  '-hide_banner',
  '-nostats',
  '-max_alloc',
  String(64 * 1024 * 1024),
  '-threads',
  '1',
];

/** An ffmpeg on this machine. */
export interface Ffmpeg {
  path: string;
  version: string;
}

/** ffmpeg said no, took too long or was not there. Carries the end of what it said. */
export class FfmpegFailed extends Error {
  override readonly name = 'FfmpegFailed';
}

/**
 * Runs ffmpeg in this folder, with nothing of the server's environment, and returns what it logged. It is
 * killed after 10 s, above 1 GiB of address space, and with the signal. Throws `FfmpegFailed`, or the
 * reason of the signal.
 */
export async function runFfmpeg(
  ffmpeg: Ffmpeg,
  run: { options: string[]; folder: string; signal?: AbortSignal | undefined },
): Promise<string> {
  const options = [...always, ...run.options];
  const [file, ...rest] =
    process.platform === 'win32'
      ? [ffmpeg.path, ...options]
      : ['/bin/sh', '-c', limited, ffmpeg.path, ...options];
  const child = spawn(file ?? '', rest, {
    cwd: run.folder,
    env: { LC_ALL: 'C' },
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: timeoutMs,
    killSignal: 'SIGKILL',
    ...(run.signal === undefined ? {} : { signal: run.signal }),
  });
  let log = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    log = (log + text).slice(-mostLogCharacters);
  });
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  child.once('error', (cause) => reject(new FfmpegFailed('ffmpeg did not run.', { cause })));
  child.once('close', (code) => {
    if (code === 0) resolve(log);
    else reject(new FfmpegFailed(`ffmpeg ended with ${code}: ${log.trim().slice(-300)}`));
  });
  try {
    return await promise;
  } catch (error) {
    run.signal?.throwIfAborted();
    throw error;
  }
}
