import { listIgnoredNames } from '#server/settings/settings-files.ts';
import { checkAlarms } from './check-alarms.ts';
import { checkBackupPlace } from './check-backups.ts';
import { checkBooks } from './check-books.ts';
import { checkChain } from './check-chain.ts';
import { checkFeed } from './check-feed.ts';
import { checkMachine } from './check-machine.ts';
import { checkPriceSource } from './check-prices.ts';
import { checkSeed } from './check-seed.ts';
import { refusePositionals, type Command } from './command.ts';
import { attempt, type Finding, warning } from './finding.ts';
import { sayCount } from './words.ts';

const help = `Usage: npm run brava -- doctor

Looks at everything that could be wrong with this installation: machine, folders, ports, seed, database, chain, the
source of prices, the place of the back-ups, and money that does not move. Changes nothing; the server may run. Each
line says what to do. Exit code 1 on a problem.`;

const signs = { ok: '  ok       ', warning: '! warning  ', problem: '✗ PROBLEM  ' } as const;

/** Looks at everything that could be wrong. */
export const doctor: Command = {
  summary: 'look at everything that could be wrong with this installation',
  help,
  options: {},
  async run(context, input) {
    refusePositionals(input);
    const findings: Finding[] = [];
    const report = (found: readonly Finding[]): void => {
      findings.push(...found);
      for (const { level, what, todo } of found) {
        context.terminal.print(`${signs[level]}${what}${todo === undefined ? '' : `\n           → ${todo}`}`);
      }
    };
    report(
      listIgnoredNames().map((words) => warning(words, 'Correct the name (see .env.example), or remove it.')),
    );
    report(await attempt('This machine', () => checkMachine(context)));
    const seed = await checkSeed(context);
    report(seed.findings);
    const chain = await checkChain(context);
    report(chain.findings);
    report(await attempt('Hearing of changes', () => checkFeed(context, chain.slots)));
    report(await attempt('The source of prices', () => checkPriceSource(context)));
    report(
      await attempt('The database', () => checkBooks(context, { seed, genesisHash: chain.genesisHash })),
    );
    report([await checkBackupPlace(context.config), checkAlarms(context.config)]);
    const problems = findings.filter(({ level }) => level === 'problem').length;
    const warnings = findings.filter(({ level }) => level === 'warning').length;
    context.terminal.print(
      problems + warnings === 0
        ? 'All is well.'
        : `${sayCount(problems, 'problem')}, ${sayCount(warnings, 'warning')}.`,
    );
    return problems === 0 ? 0 : 1;
  },
};
