import { createOperatorRoles, type RoleChange } from '#server/postgres/operator/operator-roles.ts';
import type { Command, CommandContext } from './command.ts';
import { openDatabaseOf } from './open-database.ts';
import { Misuse, Refusal } from './refusal.ts';
import { sayCount } from './words.ts';

const help = `Usage: npm run brava -- admin list | grant NAME | revoke NAME [--last]

Who may open the operator's page (/admin): health, money in flight, streamers, their sessions, and the audit log. The
server may run; a change works at once, and stands in the audit log.

  list            the accounts that have the role, and since when
  grant NAME      gives the role to an account: first make one in the browser (/register)
  revoke NAME     takes it away; the account stays signed in as a streamer
    --last        also when nobody has the role afterwards

An operator sees every streamer's name, wallet, sums and sessions, and can suspend their links. Give the role to people,
each to an account of their own with a long password.`;

type Roles = ReturnType<typeof createOperatorRoles>;

/** Lists, grants and revokes the operator's role. */
export const admin: Command = {
  summary: "say who may open the operator's page (/admin)",
  help,
  options: { last: { type: 'boolean' } },
  async run(context, { positionals, values }) {
    const [step = '', name, ...rest] = positionals;
    const isComplete = rest.length === 0 && (step === 'list') === (name === undefined);
    if (!isComplete || !['list', 'grant', 'revoke'].includes(step))
      throw new Misuse('Say what: admin list, admin grant NAME or admin revoke NAME. See --help.');
    const mayBeLast = values['last'] === true;
    if (mayBeLast && step !== 'revoke')
      throw new Misuse('--last goes with admin revoke NAME only. See --help.');
    const { db } = await openDatabaseOf(context, { current: true });
    const roles = createOperatorRoles(db);
    if (name === undefined) await list(context, roles);
    else if (step === 'grant') await grant(context, roles, name);
    else await revoke(context, roles, { name, mayBeLast });
    return 0;
  },
};

async function list({ terminal }: CommandContext, roles: Roles): Promise<void> {
  const operators = await roles.list();
  for (const { username, operatorSince } of operators)
    terminal.print(`  ${username.padEnd(20)}  since ${operatorSince.toISOString().slice(0, 16)}Z`);
  terminal.print(
    operators.length === 0
      ? 'Nobody has the role yet. To give it: npm run brava -- admin grant NAME'
      : `${sayCount(operators.length, 'operator')}.`,
  );
}

async function grant({ terminal, config }: CommandContext, roles: Roles, name: string): Promise<void> {
  const change = assertKnown(await roles.grant(name), name);
  terminal.print(
    change === 'unchanged'
      ? `${name} has the role already.`
      : `${name} is an operator now: ${config.publicUrl}/admin`,
  );
}

async function revoke(
  { terminal }: CommandContext,
  roles: Roles,
  { name, mayBeLast }: { name: string; mayBeLast: boolean },
): Promise<void> {
  const change = assertKnown(await roles.revoke(name, mayBeLast), name);
  if (change === 'last')
    throw new Refusal(
      `${name} is the only operator: nobody could open /admin any more. Give the role to somebody else first, or add --last. Nothing was changed.`,
    );
  terminal.print(
    change === 'unchanged' ? `${name} does not have the role.` : `${name} is no operator any more.`,
  );
}

function assertKnown(change: RoleChange, name: string): RoleChange {
  if (change === 'unknown')
    throw new Refusal(
      `There is no account "${name}". Make it in the browser first (/register), or see them all: npm run brava -- user list`,
    );
  return change;
}
