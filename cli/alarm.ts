import { randomUUID } from 'node:crypto';
import type { TellFailure } from '#contract/alarms.ts';
import { alarmKeys } from '#server/app/alarms/alarm-keys.ts';
import type { AlarmWay, TellOutcome } from '#server/app/alarms/alarm-ports.ts';
import { composeTest } from '#server/app/alarms/compose-message.ts';
import { webhookSecret } from '#server/app/webhooks/webhook-secret.ts';
import { createAlarmMail } from '#server/mail/create-alarm-mail.ts';
import { openAlarmWays } from '#server/composition/open-alarm-ways.ts';
import { type Command, type CommandContext, getOnly } from './command.ts';
import { openVaultOf } from './open-vault.ts';
import { Misuse, Refusal } from './refusal.ts';

const help = `Usage: npm run brava -- alarm test | secret

  test    sends a test by every way by which you are told of trouble (ALARM_WEBHOOK_URL, ALARM_MAIL_TO) and says what
          came of it. Exit code 1 when one did not get through to all, or none is set.
  secret  prints the secret with which messages to ALARM_WEBHOOK_URL are signed (Standard Webhooks). It follows from
          the master seed: for the program that receives them, and nobody else.

Neither needs the server or the database.`;

/** What to do about a message that did not get through, by the way and by what came of it. */
const advice: Record<TellFailure, Record<AlarmWay['way'], string>> = {
  timed_out: both('It did not answer in time. Does a firewall hold the connection up?'),
  not_found: {
    webhook: 'Its name leads nowhere. Is the host in ALARM_WEBHOOK_URL right?',
    mail: 'Its name leads nowhere. Is the host in SMTP_URL right?',
  },
  not_connected: {
    webhook: 'It cannot be reached. Are host and port in ALARM_WEBHOOK_URL right?',
    mail: 'It cannot be reached. Are host and port in SMTP_URL right? Many providers close port 25.',
  },
  tls: {
    webhook: 'Its certificate is not good for this name.',
    mail: 'It does not speak TLS as it should, or its certificate is not good for this name. smtps:// is for ports like 465, smtp:// for 587.',
  },
  moved: both('It redirects, which is not followed: put the address where it leads into ALARM_WEBHOOK_URL.'),
  status: both('It does not take the message. Is the whole address right, with its key?'),
  login_refused: both('It refuses user or password of SMTP_URL.'),
  address_refused: both('It does not take mail from SMTP_FROM, or not for ALARM_MAIL_TO.'),
  refused: both('It refuses the mail.'),
};

/** Tries the ways by which the operator is told of trouble. */
export const alarm: Command = {
  summary: 'try the ways by which you are told of trouble; show the secret of the webhook',
  help,
  options: {},
  async run(context, input) {
    const act = getOnly(input, 'What to do (test or secret)');
    if (act === 'secret') return await printSecret(context);
    if (act !== 'test') throw new Misuse(`"${act}" is not understood. See --help.`);
    const ways = await openWays(context);
    if (ways.length === 0)
      throw new Refusal(
        'Nobody is told of trouble: set ALARM_WEBHOOK_URL or ALARM_MAIL_TO (see .env.example).',
      );
    const { publicUrl } = context.config;
    const message = composeTest({ id: randomUUID(), now: new Date(), publicUrl });
    const never = new AbortController().signal;
    const outcomes = await Promise.all(ways.map((way) => way.send(message, never)));
    for (const [index, way] of ways.entries()) context.terminal.print(say(way, outcomes[index]));
    return outcomes.every((outcome) => outcome.isDelivered && !outcome.refusedSome) ? 0 : 1;
  },
};

async function printSecret(context: CommandContext): Promise<number> {
  context.terminal.print(webhookSecret(await openVaultOf(context), alarmKeys).reveal());
  return 0;
}

/** Mail needs no key, so an encrypted seed is not asked for where there is no webhook. */
async function openWays(context: CommandContext): Promise<AlarmWay[]> {
  const { webhookUrl, mail } = context.config.alarms;
  if (webhookUrl !== null) return openAlarmWays(context.config.alarms, await openVaultOf(context));
  return mail === null ? [] : [createAlarmMail(mail)];
}

function say({ way, place }: AlarmWay, outcome: TellOutcome | undefined): string {
  const name = way === 'webhook' ? `The webhook at ${place}` : `The mail server ${place}`;
  if (outcome?.isDelivered === true && outcome.refusedSome)
    return `${name} took the test for some of ALARM_MAIL_TO only, and refused the others.`;
  if (outcome === undefined || outcome.isDelivered) return `${name} took the test.`;
  const status = outcome.status === null ? '' : ` (it answered ${outcome.status})`;
  return `${name} did not take the test${status}. ${advice[outcome.why][way]}`;
}

function both(words: string): Record<AlarmWay['way'], string> {
  return { webhook: words, mail: words };
}
