import { createInterface } from 'node:readline/promises';
import { text } from 'node:stream/consumers';
import { Secret } from '#server/app/secret.ts';
import { BrokenOff, Refusal } from './refusal.ts';

/** What a command says and asks. Results go to standard output, everything else to standard error. */
export interface Terminal {
  /** A line of the result. */
  print(line: string): void;
  /** A line about what is going on. */
  tell(line: string): void;
  /** How far long work is: overwrites itself on a terminal; elsewhere a line every ten seconds. */
  progress(line: string): void;
  /** True only when a person types and reads: nothing is piped in or out. */
  readonly isInteractive: boolean;
  /** True when a person types, wherever the results go. */
  readonly isTyped: boolean;
  /** Asks, on standard error, without showing what is typed. Refuses where nobody types; `BrokenOff` as for `confirm`. */
  askSecret(question: string): Promise<Secret<string>>;
  /** Whether the person typed exactly this word. False where nobody types. Throws `BrokenOff` at Ctrl+C and Ctrl+D. */
  confirm(question: string, word: string): Promise<boolean>;
  /** All of what was piped in. */
  readInput(): Promise<Secret<string>>;
}

/** What a process has of a terminal. */
export type Streams = Pick<NodeJS.Process, 'stdin' | 'stdout' | 'stderr'>;

const progressEveryMs = 10_000;
const repaintMs = 100;

/** The terminal that this process was started in. */
export function createTerminal({ stdin, stdout, stderr }: Streams = process): Terminal {
  const isInteractive = stdin.isTTY && stdout.isTTY;
  // Elsewhere, work that is quick says nothing.
  let lastAt = stderr.isTTY ? -Infinity : performance.now();
  let isPainted = false;
  const clear = (): void => {
    if (isPainted) stderr.write('\r\u001B[K');
    isPainted = false;
  };
  return {
    isInteractive,
    isTyped: stdin.isTTY,
    print(line) {
      clear();
      stdout.write(`${line}\n`);
    },
    tell(line) {
      clear();
      stderr.write(`${line}\n`);
    },
    progress(line) {
      const now = performance.now();
      if (now - lastAt < (stderr.isTTY ? repaintMs : progressEveryMs)) return;
      lastAt = now;
      clear();
      stderr.write(stderr.isTTY ? line.slice(0, stderr.columns - 1) : `${line}\n`);
      isPainted = stderr.isTTY;
    },
    async askSecret(question) {
      if (!stdin.isTTY) throw new Refusal('This must be typed into a terminal.');
      return new Secret(await askHidden({ stdin, stderr }, question));
    },
    async confirm(question, word) {
      if (!isInteractive) return false;
      const lines = createInterface({ input: stdin, output: stdout });
      try {
        const answer = await lines.question(`${question}\nType "${word}" to go on: `);
        return answer.trim() === word;
      } catch (cause) {
        // The line reader takes the keys itself, and gives up.
        stdout.write('\n');
        throw cause instanceof Error && cause.name === 'AbortError' ? new BrokenOff() : cause;
      } finally {
        lines.close();
      }
    },
    readInput: async () => new Secret(await text(stdin)),
  };
}

/** Arrows, Home, Del and the like come as several characters. */
const movingKey = /(?!\t)\p{Cc}(?:\[[\d;]*[A-Za-z~]|O[A-Z])/gu;
const takeAllBack = '\u0015';
const breakOff = ['\u0003', '\u0004'];

/** What stands there after a key; one that writes nothing changes nothing, because nobody would see that it did. */
function press(typed: string, key: string): string {
  if (key === '\u007F' || key === '\b') return typed.slice(0, -1);
  if (key === takeAllBack) return '';
  // Words out of a table come with tabs.
  return /(?!\t)\p{Cc}/u.test(key) ? typed : typed + key;
}

/** Reads a line key by key, because a line reader would echo it. Throws `BrokenOff` at Ctrl+C and Ctrl+D. */
async function askHidden({ stdin, stderr }: Omit<Streams, 'stdout'>, question: string): Promise<string> {
  // Before the question: who answers at once, or pastes, must not be shown either.
  stdin.setRawMode(true);
  stderr.write(question);
  stdin.setEncoding('utf8');
  let typed = '';
  try {
    for await (const keys of stdin.iterator({ destroyOnReturn: false }) as AsyncIterable<string>) {
      if (breakOff.some((key) => keys.includes(key))) throw new BrokenOff();
      const [line = '', ...more] = keys.replaceAll(movingKey, '').split(/[\r\n]/);
      typed = Array.from(line).reduce(press, typed);
      if (more.length > 0) return typed;
    }
    return typed;
  } finally {
    stdin.setRawMode(false);
    stdin.pause();
    stderr.write('\n');
  }
}
