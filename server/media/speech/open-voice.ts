import { spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import type { SpeechLanguage } from '#contract/speech.ts';
import type { Voice } from '#server/app/speech-ports.ts';
import { findPrograms } from '#server/media/find-programs.ts';
import { speechWav } from './speech-wav.ts';

const timeoutMs = 5000;
const mostMemoryKiB = 2 * 1024 * 1024;
const mostCpuSeconds = 5;
/** 15 s of 48 kHz stereo and a head. */
const mostBytes = 3 * 1024 * 1024;
const mostLogCharacters = 4096;
/** Limits that the system itself keeps, where its shell knows them. What is said is never part of a command. */
const limited = `ulimit -v ${mostMemoryKiB} 2>/dev/null; ulimit -t ${mostCpuSeconds} 2>/dev/null; exec nice -n 10 "$0" "$@"`;

/** What is looked for where the operator has said nothing. */
const usual = ['espeak-ng', '--stdin', '--stdout', '-s', '165', '-v', '{language}'];

/** The program took too long, said no, wrote too much or was not there. Carries the end of what it said. */
class VoiceFailed extends Error {
  override readonly name = 'VoiceFailed';
}

/**
 * The voice of this server: the operator's command, or `espeak-ng` where it is installed; null where there is none.
 * The text comes to its standard input as UTF-8, a WAV leaves its standard output; `{language}` in its arguments is
 * replaced by 'en', 'es' and so on. It gets nothing of the server's environment but the path, no shell reads any of it,
 * and it is killed after 5 s, above 2 GiB of address space and beyond 3 MB of sound.
 */
export async function openVoice(
  command: readonly string[] | null,
  signal: AbortSignal,
): Promise<Voice | null> {
  const [program = '', ...template] = command ?? usual;
  const { value: path } = await findPrograms(program).next();
  if (path === undefined) return null;
  return async (text, language) => speechWav(await run({ path, template, signal }, text, language));
}

async function run(
  { path, template, signal }: { path: string; template: readonly string[]; signal: AbortSignal },
  text: string,
  language: SpeechLanguage,
): Promise<Buffer> {
  const options = template.map((argument) => argument.replaceAll('{language}', language));
  const [file, ...rest] =
    process.platform === 'win32' ? [path, ...options] : ['/bin/sh', '-c', limited, path, ...options];
  const child = spawn(file ?? '', rest, {
    cwd: tmpdir(),
    env: { LC_ALL: 'C.UTF-8', PATH: process.env['PATH'] ?? '' },
    stdio: ['pipe', 'pipe', 'pipe'],
    timeout: timeoutMs,
    killSignal: 'SIGKILL',
    signal,
  });
  const pieces: Buffer[] = [];
  let length = 0;
  let log = '';
  child.stdout.on('data', (piece: Buffer) => {
    length += piece.length;
    if (length > mostBytes) child.kill('SIGKILL');
    else pieces.push(piece);
  });
  child.stderr.setEncoding('utf8').on('data', (piece: string) => {
    log = (log + piece).slice(-mostLogCharacters);
  });
  // A program that does not read to the end says so by how it ends.
  child.stdin.on('error', () => undefined);
  child.stdin.end(text);
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  child.once('error', (cause) => reject(new VoiceFailed('The program did not run.', { cause })));
  child.once('close', (code) => {
    if (code === 0 && length <= mostBytes) resolve(Buffer.concat(pieces));
    else reject(new VoiceFailed(`The program ended with ${code}: ${log.trim().slice(-300)}`));
  });
  return await promise;
}
