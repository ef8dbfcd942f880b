import { parseArgs } from 'node:util';
import { readConfig, readEnvironment } from '#server/settings/config.ts';
import { commands } from './commands.ts';
import { endOnSignals } from './end-on-signals.ts';
import { explain, isMistyped } from './explain.ts';
import { BrokenOff } from './refusal.ts';
import { createTerminal } from './terminal.ts';

/** Exit codes: the command found a problem or refused; it was typed wrong; it was broken off at a question. */
const failed = 1;
const misused = 2;
const brokenOff = 130;

function listCommands(): string {
  const lines = Object.entries(commands).map(([name, { summary }]) => `  ${name.padEnd(14)}${summary}`);
  return [
    'Usage: npm run brava -- COMMAND [--help]',
    '',
    ...lines,
    '',
    'Settings come from the environment and .env, as for the server.',
  ].join('\n');
}

async function main([name, ...rest]: string[], cleanUp: AsyncDisposableStack): Promise<number> {
  const terminal = createTerminal();
  const command = name !== undefined && Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command === undefined) {
    const isAsked = name === undefined || ['help', '--help', '-h'].includes(name);
    if (isAsked) terminal.print(listCommands());
    else terminal.tell(`There is no command "${name}".\n\n${listCommands()}`);
    return isAsked ? 0 : misused;
  }
  const { values, positionals } = parseArgs({
    args: rest,
    allowPositionals: true,
    options: { ...command.options, help: { type: 'boolean', short: 'h' } },
  });
  if (values['help'] === true) {
    terminal.print(command.help);
    return 0;
  }
  const config = readConfig(readEnvironment());
  const input = { positionals, values: values as Record<string, string | boolean | undefined> };
  return await command.run({ config, terminal, cleanUp }, input);
}

function exitCodeOf(error: unknown): number {
  if (error instanceof BrokenOff) return brokenOff;
  return isMistyped(error) ? misused : failed;
}

const cleanUp = new AsyncDisposableStack();
const ending = endOnSignals(cleanUp);
try {
  await using _ = cleanUp;
  process.exitCode = await main(process.argv.slice(2), cleanUp);
} catch (error) {
  if (!ending.aborted) console.error(explain(error));
  process.exitCode = exitCodeOf(error);
}
// What ends it exits by itself, once all is given back.
if (ending.aborted) await new Promise<never>(() => {});
// Kept HTTP connections would hold the process for a while.
process.exit();
