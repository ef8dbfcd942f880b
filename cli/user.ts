import { randomInt } from 'node:crypto';
import { username as usernameRules } from '#contract/account.ts';
import { createPasswordHasher } from '#server/app/accounts/password-hasher.ts';
import { createUserStore } from '#server/postgres/accounts/user-store.ts';
import type { Command, CommandContext } from './command.ts';
import { openDatabaseOf } from './open-database.ts';
import { Misuse, Refusal } from './refusal.ts';
import { firstOf, sayCount } from './words.ts';

const help = `Usage: npm run brava -- user list [TEXT] | reset NAME [--second-factor] | rename NAME NEW

The accounts of streamers, for whoever runs this installation. The server may run.

  list [TEXT]        names, wallets and numbers of donations; only those whose name or wallet contains TEXT
  reset NAME         gives the account a new password, shows it once, on a terminal only, takes its recovery code away
                     and signs it out everywhere; two-step protection stays on
  reset NAME --second-factor
                     turns two-step protection off, for whoever lost the device and the recovery codes; the password
                     and what is signed in stay
  rename NAME NEW    gives the account another name; link codes, wallet and password stay

To give a recovered wallet back: the streamer tells the address of their wallet (it is in their own records, or in an
explorer as where their donations went), "user list ADDRESS" finds the account "recovered-EPOCH-NUMBER", "user rename"
gives it their old name back and "user reset" a password. Make sure that it is them: whoever has the password has the
money of that wallet.`;

/** No letters and digits that look alike. */
const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789';
const passwordGroups = 4;
const groupLength = 5;

type Users = ReturnType<typeof createUserStore>;
type Step = (context: CommandContext, users: Users, names: string[]) => Promise<void>;

const secondFactor = 'second-factor';

const steps: Record<string, { step: Step; least: number; most: number }> = {
  list: { step: list, least: 0, most: 1 },
  reset: { step: reset, least: 1, most: 1 },
  rename: { step: rename, least: 2, most: 2 },
};

/** Lists accounts, renames them, gives them new passwords, and turns two-step protection off. */
export const user: Command = {
  summary: 'list accounts, rename them, give them a new password, turn two-step protection off',
  help,
  options: { [secondFactor]: { type: 'boolean' } },
  async run(context, { positionals, values }) {
    const [name = '', ...names] = positionals;
    const chosen = Object.hasOwn(steps, name) ? steps[name] : undefined;
    if (chosen === undefined || names.length < chosen.least || names.length > chosen.most)
      throw new Misuse('Say what: user list [TEXT], user reset NAME or user rename NAME NEW. See --help.');
    const isFactor = values[secondFactor] === true;
    if (isFactor && chosen.step !== reset)
      throw new Misuse('--second-factor goes with user reset NAME only.');
    const { db } = await openDatabaseOf(context, { current: true });
    await (isFactor ? resetSecondFactor : chosen.step)(context, createUserStore(db), names);
    return 0;
  },
};

async function list({ terminal }: CommandContext, users: Users, [text = '']: string[]): Promise<void> {
  const found = await users.list(text);
  const lines = found.map(
    ({ username, walletAddress, recoveredWallet, donations }) =>
      `  ${username.padEnd(20)}  ${walletAddress.padEnd(44)}  ${sayCount(donations, 'donation')}` +
      (recoveredWallet === null ? '' : `, passed on to ${recoveredWallet}`),
  );
  for (const line of firstOf(lines, 1000)) terminal.print(line);
  terminal.print(`${sayCount(found.length, 'account')}.`);
}

async function reset({ terminal }: CommandContext, users: Users, [name = '']: string[]): Promise<void> {
  if (!terminal.isInteractive) {
    throw new Refusal(
      'The new password is shown on a terminal only: piped or redirected it would end up in a file or a log.',
    );
  }
  const account = await get(users, name);
  const isSure = await terminal.confirm(
    `${account.username} gets a new password and is signed out everywhere. Whoever has it has the money of the account's wallet.`,
    'reset',
  );
  if (!isSure) throw new Refusal('Nothing was changed.');
  const password = drawPassword();
  const ended = await users.resetPassword(account.id, await createPasswordHasher().hash(password));
  terminal.print(`New password of ${account.username}:  ${password}`);
  terminal.print(
    `It is shown only now, so pass it on in a safe way. ${sayCount(ended, 'session')} ended; whoever was signed in has to sign in again.`,
  );
}

async function resetSecondFactor(
  { terminal }: CommandContext,
  users: Users,
  [name = '']: string[],
): Promise<void> {
  if (!terminal.isInteractive)
    throw new Refusal('This is confirmed on a terminal only. Nothing was changed.');
  const account = await get(users, name);
  const isSure = await terminal.confirm(
    `${account.username} then needs the password alone for the private key and the payout address. Make sure that it is them.`,
    'reset',
  );
  if (!isSure) throw new Refusal('Nothing was changed.');
  const wasOn = await users.resetSecondFactor(account.id);
  terminal.print(
    wasOn
      ? `Two-step protection of ${account.username} is off. They can turn it on again in Settings.`
      : `Two-step protection of ${account.username} was not on.`,
  );
}

async function rename(
  { terminal }: CommandContext,
  users: Users,
  [name = '', wanted = '']: string[],
): Promise<void> {
  const account = await get(users, name);
  const checked = usernameRules.safeParse(wanted);
  if (!checked.success) throw new Refusal(`${checked.error.issues[0]?.message}. Nothing was changed.`);
  if (wanted === account.username) throw new Refusal(`"${wanted}" is its name already. Nothing was changed.`);
  if (!(await users.rename(account.id, { from: account.username, to: wanted })))
    throw new Refusal(`There is an account "${wanted}" already. Nothing was changed.`);
  terminal.print(`${account.username} is now ${wanted}.`);
}

async function get(users: Users, name: string): Promise<{ id: string; username: string }> {
  const account = await users.find(name);
  if (account === null)
    throw new Refusal(`There is no account "${name}". To see them all: npm run brava -- user list`);
  return account;
}

/** Some 100 bits, in groups that can be read out. */
function drawPassword(): string {
  return Array.from({ length: passwordGroups }, drawGroup).join('-');
}

function drawGroup(): string {
  return Array.from({ length: groupLength }, () => alphabet[randomInt(alphabet.length)]).join('');
}
