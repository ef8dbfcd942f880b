import * as z from 'zod';
import { Secret } from '#server/app/secret.ts';
import type { AlarmMailSettings, MailServer } from '#server/mail/create-alarm-mail.ts';

/** By which ways the operator is told of trouble; null: not by this one. */
export interface AlarmConfig {
  /** It may hold a key: those of Slack and Discord do. */
  webhookUrl: Secret<string> | null;
  mail: AlarmMailSettings | null;
}

const optional = <T extends z.ZodType>(schema: T) =>
  z.preprocess((text) => (text === '' ? undefined : text), schema.optional());

const address = /^[^\s@<>,"]+@[^\s@<>,"]+$/;
const namedAddress = /^[^<>"\r\n,]{0,100}<[^\s@<>,"]+@[^\s@<>,"]+>$/;
const mostReceivers = 10;
const usualPort = 587;
const usualTlsPort = 465;

/** The variables about being told of trouble. All of them are empty where nobody is to be told. */
export const alarmVariables = {
  ALARM_WEBHOOK_URL: optional(
    z
      .url({
        protocol: /^https?$/,
        error: 'must be a web address that takes a POST, for example https://hooks.example/alarms',
      })
      .refine((text) => !URL.parse(text)?.username, 'must not hold a user and password before the host'),
  ),
  ALARM_MAIL_TO: optional(
    z
      .string()
      .transform((text) => text.split(',').map((part) => part.trim()))
      .refine(
        (parts) => parts.every((part) => address.test(part)),
        'must be mail addresses with commas between, for example you@example.com,them@example.com',
      )
      .refine((parts) => parts.length <= mostReceivers, `must be ${mostReceivers} addresses at most`),
  ),
  SMTP_URL: optional(
    z
      .string()
      .refine(
        isMailServer,
        'must be like smtps://user:password@mail.example:465 or smtp://mail.example:587; what is no letter or digit in user and password is written as %40 for @ and so on',
      ),
  ),
  SMTP_FROM: optional(
    z
      .string()
      .refine(
        (text) => address.test(text) || namedAddress.test(text),
        'must be a mail address, for example brava@example.com or Brava <brava@example.com>',
      ),
  ),
};

type AlarmEnvironment = { [K in keyof typeof alarmVariables]?: z.infer<(typeof alarmVariables)[K]> };

/** What is half set: mail needs to know to whom, from whom, and by which server. */
export function listAlarmFaults(env: AlarmEnvironment): { path: keyof AlarmEnvironment; message: string }[] {
  const named = ['ALARM_MAIL_TO', 'SMTP_URL', 'SMTP_FROM'] as const;
  const missing = named.filter((name) => env[name] === undefined);
  if (missing.length === named.length) return [];
  return missing.map((path) => ({
    path,
    message: `must be set together with ${named.filter((name) => name !== path).join(' and ')}`,
  }));
}

/** The ways that are set. */
export function readAlarms(env: AlarmEnvironment): AlarmConfig {
  const { ALARM_WEBHOOK_URL: url, ALARM_MAIL_TO: to, SMTP_URL: server, SMTP_FROM: from } = env;
  return {
    webhookUrl: url === undefined ? null : new Secret(url),
    mail:
      to === undefined || server === undefined || from === undefined
        ? null
        : { to, from, server: readMailServer(server) },
  };
}

/** A scheme, a host, perhaps a port, user and password; what else may stand in such an address has settings of its own. */
function isMailServer(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, pathname, search, hash, username, password } = new URL(text);
  const isPlain = (pathname === '' || pathname === '/') && search === '' && hash === '';
  const isWhole = (username === '') === (password === '') && canDecode(username) && canDecode(password);
  return /^smtps?:$/.test(protocol) && hostname !== '' && isPlain && isWhole;
}

function canDecode(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

function readMailServer(text: string): MailServer {
  const { protocol, hostname, port, username, password } = new URL(text);
  const isTls = protocol === 'smtps:';
  const host = hostname.replace(/^\[|\]$/g, '');
  return {
    host,
    port: port === '' ? (isTls ? usualTlsPort : usualPort) : Number(port),
    isTls,
    isLoopback: host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host),
    login:
      username === ''
        ? null
        : { user: decodeURIComponent(username), password: new Secret(decodeURIComponent(password)) },
  };
}
