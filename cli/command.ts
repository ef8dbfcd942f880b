import type { ParseArgsOptionsConfig } from 'node:util';
import type { Config } from '#server/settings/config.ts';
import { Misuse } from './refusal.ts';
import type { Terminal } from './terminal.ts';

/** What every command is given. What it opens it defers to `cleanUp`, which is disposed of at its end. */
export interface CommandContext {
  config: Config;
  terminal: Terminal;
  cleanUp: AsyncDisposableStack;
}

/** What was typed after the command's name. */
export interface CommandInput {
  positionals: string[];
  values: Record<string, string | boolean | undefined>;
}

/** A command of `npm run brava --`. */
export interface Command {
  /** One line for the list of commands. */
  summary: string;
  /** What `--help` prints: how it is called, then what it does and its options. */
  help: string;
  options: ParseArgsOptionsConfig;
  /** Returns the exit code: 0 when all is well. Throws `Refusal` with a sentence for the person, `Misuse` when it was typed wrong. */
  run(context: CommandContext, input: CommandInput): Promise<number>;
}

/** The one positional that a command needs. */
export function getOnly(input: CommandInput, what: string): string {
  const [value, ...rest] = input.positionals;
  if (value === undefined || rest.length > 0)
    throw new Misuse(`${what} is needed, and nothing else. See --help.`);
  return value;
}

/** Refuses positionals where a command takes none. */
export function refusePositionals(input: CommandInput): void {
  const [first] = input.positionals;
  if (first !== undefined) throw new Misuse(`"${first}" is not understood. See --help.`);
}

/** A whole number of an option, or null when it was not given. */
export function readCount(input: CommandInput, option: string): number | null {
  const value = input.values[option];
  if (value === undefined) return null;
  if (typeof value !== 'string' || !/^\d{1,9}$/.test(value)) {
    throw new Misuse(`--${option} must be a whole number, for example --${option} 1000.`);
  }
  return Number(value);
}
