import { access, constants, stat, statfs } from 'node:fs/promises';
import { connect } from 'node:net';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { levelOfDisk } from '#server/app/operator/judge-operation.ts';
import { findFfmpeg } from '#server/media/normalise/normalise-clip.ts';
import { openVoice } from '#server/media/speech/open-voice.ts';
import { askSandbox } from './ask-sandbox.ts';
import type { CommandContext } from './command.ts';
import { ok, problem, warning, type Finding } from './finding.ts';

const webPage = fileURLToPath(new URL('../dist/index.html', import.meta.url));
const oldestNode = 24;
const answerMs = 3000;
/** Nothing answered in that time. */
const silent = Symbol('silent');

/** Node, folders, disk, ports, web build, programs. */
export async function checkMachine({ config }: CommandContext): Promise<Finding[]> {
  const sandboxPort =
    config.nodes === null && config.sandboxUrl === null ? [await checkSandbox(config.sandboxPort)] : [];
  return [
    checkNode(process.version),
    await checkFolder(config.dataDir),
    await checkSpace(config.dataDir),
    await checkPort(config.host, config.port),
    ...sandboxPort,
    ...(await checkShedding(config.host, config.port)),
    await checkWebBuild(),
    await checkFfmpeg(),
    await checkVoice(config),
  ];
}

function checkNode(version: string): Finding {
  const major = Number(/^v(\d+)/.exec(version)?.[1]);
  if (major >= oldestNode) return ok(`Node ${version}`);
  return problem(
    `Node ${version} is too old`,
    'Run commands by npm (npm start, npm run brava --): it brings its own Node.',
  );
}

/** The folder, or before the first start the one in which it will be made. */
async function findNearest(folder: string): Promise<string> {
  const isThere = await stat(folder).then(
    () => true,
    () => false,
  );
  return isThere ? folder : await findNearest(dirname(folder));
}

async function checkFolder(dataDir: string): Promise<Finding> {
  const nearest = await findNearest(dataDir);
  if (!(await stat(nearest)).isDirectory())
    return problem(`${nearest} is no folder`, 'Set DATA_DIR to a folder.');
  const refusal = await access(nearest, constants.R_OK | constants.W_OK | constants.X_OK).then(
    () => null,
    (error: NodeJS.ErrnoException) => error.code,
  );
  const isMade = nearest === dataDir;
  if (refusal === null)
    return ok(isMade ? `The data folder is ${dataDir}` : `${dataDir} is made at the first start`);
  if (refusal === 'EROFS')
    return problem(
      `The disk of ${nearest} is read-only`,
      'Make it writable, or choose another with DATA_DIR.',
    );
  return problem(
    `This user may not use ${nearest}`,
    isMade
      ? `Run as its owner, or give it to this user: chown -R ${process.geteuid?.()} "${dataDir}"`
      : `Make ${dataDir} as a user who may, and give it to this one, or choose another with DATA_DIR.`,
  );
}

async function checkSpace(dataDir: string): Promise<Finding> {
  const disk = await statfs(await findNearest(dataDir));
  const freeBytes = disk.bavail * disk.bsize;
  const what = `${(freeBytes / 1e9).toFixed(1)} GB free for ${dataDir}`;
  const level = levelOfDisk({ freeBytes, totalBytes: disk.blocks * disk.bsize });
  if (level === 'problem') return problem(what, 'Make room now: a full disk stops the database.');
  return level === 'warning' ? warning(what, 'Make room soon.') : ok(what);
}

async function checkPort(host: string, port: number): Promise<Finding> {
  const asked = askedHost(host);
  if (!(await isTaken(asked, port))) return free(port);
  const isOurs = await isBrava(urlOf(asked, port));
  if (isOurs === silent) {
    return problem(
      `Port ${port} is taken, and nothing answers there`,
      `If it is Brava, it hangs or stands still: start it again. Otherwise stop what it is, or choose another port with PORT.`,
    );
  }
  return isOurs ? ok(`Port ${port} is served by Brava`) : takenByOthers(port, 'PORT');
}

async function checkSandbox(port: number): Promise<Finding> {
  if (!(await isTaken('127.0.0.1', port))) return free(port);
  const state = await askSandbox(urlOf('127.0.0.1', port));
  if (state === 'silent') {
    return problem(
      `The sandbox chain on port ${port} does not answer: it hangs`,
      'No payment is seen and no money moves until it does. Its server ends it within half a minute and starts it anew. If this lasts, end what holds the port and restart the server; nothing is lost by that.',
    );
  }
  return state === 'answers' ? ok(`Port ${port} is served by Brava`) : takenByOthers(port, 'SANDBOX_PORT');
}

const free = (port: number): Finding => ok(`Port ${port} is free: nothing runs there now`);

function takenByOthers(port: number, setting: string): Finding {
  return problem(
    `Port ${port} is used by another program`,
    `Stop that one, or choose another port with ${setting}.`,
  );
}

/** Whether the server that runs on this machine refuses new donations; nothing where none runs, or all is well. */
async function checkShedding(host: string, port: number): Promise<Finding[]> {
  const answer = await askJson(`${urlOf(askedHost(host), port)}/readyz`);
  const reasons =
    typeof answer === 'object' && answer !== null && 'shedding' in answer ? answer.shedding : [];
  if (!Array.isArray(reasons) || reasons.length === 0) return [];
  return [
    problem(
      `The server has too much to do and refuses new donations (${reasons.join(', ')})`,
      'What has begun goes on. If it lasts, see "Past capacity" in docs/operate/limits.md.',
    ),
  ];
}

function askedHost(host: string): string {
  return host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
}

function urlOf(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

function isTaken(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: answerMs });
    const end = (answer: boolean): void => {
      socket.destroy();
      resolve(answer);
    };
    socket.once('connect', () => end(true));
    socket.once('error', () => end(false));
    socket.once('timeout', () => end(true));
  });
}

async function isBrava(url: string): Promise<boolean | typeof silent> {
  const answer = await askJson(`${url}/api/config`);
  if (answer === silent) return silent;
  return typeof answer === 'object' && answer !== null && 'network' in answer;
}

async function askJson(url: string, request: RequestInit = {}): Promise<unknown> {
  try {
    return await (await fetch(url, { ...request, signal: AbortSignal.timeout(answerMs) })).json();
  } catch (error) {
    // Whatever speaks there, it is not ours; what says nothing may be.
    return error instanceof Error && error.name === 'TimeoutError' ? silent : null;
  }
}

async function checkWebBuild(): Promise<Finding> {
  const isThere = await access(webPage).then(
    () => true,
    () => false,
  );
  return isThere
    ? ok('The web app is built')
    : warning('The web app is not built', 'Run: npm run build (npm start does it by itself)');
}

async function checkFfmpeg(): Promise<Finding> {
  const ffmpeg = await findFfmpeg();
  if (ffmpeg !== null) {
    return ok(
      `ffmpeg ${ffmpeg.version} evens out every clip and makes it anew: no donor's file reaches viewers`,
    );
  }
  return ok(
    'There is no ffmpeg (optional): clips are played as they were uploaded, and the overlay evens their loudness',
  );
}

/** The program is asked to say a word: that it is there does not say that it can speak. */
async function checkVoice({ speech }: CommandContext['config']): Promise<Finding> {
  if (!speech.isOn) return ok('SPEECH_COMMAND=off: this server reads nothing aloud');
  const voice = await openVoice(speech.command, AbortSignal.timeout(2 * answerMs));
  if (voice === null && speech.command === null)
    return ok('There is no espeak-ng (optional): only the voices of overlays can read aloud');
  const why = await (
    voice === null ? Promise.reject(new Error('it is not there')) : voice('Brava', 'en')
  ).then(
    () => null,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
  if (why === null) return ok('This server has a voice and can read aloud');
  return problem(
    `The program that reads aloud does not speak: ${why}`,
    'Correct SPEECH_COMMAND (see .env.example), or set it to off.',
  );
}
