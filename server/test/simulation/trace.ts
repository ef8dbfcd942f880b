import { createHash } from 'node:crypto';

const kept = 120;

/** The last steps of a run, and a digest of all of them, by which two runs of a seed are compared. */
export class Trace {
  readonly #lines: string[] = [];
  readonly #hash = createHash('sha256');
  readonly #beginsAtMs: number;
  readonly #print: ((line: string) => void) | null;

  constructor(beginsAtMs: number, print: ((line: string) => void) | null) {
    this.#beginsAtMs = beginsAtMs;
    this.#print = print;
  }

  note(nowMs: number, who: string, what: string): void {
    const line = `${((nowMs - this.#beginsAtMs) / 1000).toFixed(3).padStart(9)} ${who.padEnd(6)} ${what}`;
    this.#hash.update(line);
    this.#print?.(line);
    this.#lines.push(line);
    if (this.#lines.length > kept) this.#lines.shift();
  }

  /** The last steps, oldest first. */
  get lines(): readonly string[] {
    return this.#lines;
  }

  digest(): string {
    return this.#hash.copy().digest('hex').slice(0, 16);
  }
}
