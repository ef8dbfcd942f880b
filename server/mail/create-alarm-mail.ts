import type { AlarmMessage, AlarmWay } from '#server/app/alarms/alarm-ports.ts';
import type { Secret } from '#server/app/secret.ts';
import { outcomeOfMailError } from './outcome-of-mail-error.ts';

/** Where mail is handed in. */
export interface MailServer {
  host: string;
  port: number;
  /** TLS from the first byte on. */
  isTls: boolean;
  /** Nobody stands between this machine and itself: its mail server may go without TLS. */
  isLoopback: boolean;
  login: { user: string; password: Secret<string> } | null;
}

/** From whom to whom. */
export interface AlarmMailSettings {
  server: MailServer;
  from: string;
  to: readonly string[];
}

/** All of it, from the name to the last answer. */
const timeoutMs = 20_000;

/**
 * Sends alarms as plain text mail, one mail to all. A password never goes over a line that others can read: where the
 * server does not speak TLS it is not sent. The library is loaded with the first mail, so that who sends none does not
 * carry it.
 */
export function createAlarmMail({ server, from, to }: AlarmMailSettings): AlarmWay {
  return {
    way: 'mail',
    place: server.host,
    async send(message, ending) {
      const { createTransport } = await import('nodemailer');
      const { host, port, isTls, isLoopback, login } = server;
      const transport = createTransport({
        host,
        port,
        secure: isTls,
        ignoreTLS: !isTls && isLoopback,
        requireTLS: !isTls && !isLoopback && login !== null,
        ...(login !== null && { auth: { user: login.user, pass: login.password.reveal() } }),
        connectionTimeout: timeoutMs / 2,
        greetingTimeout: timeoutMs / 2,
        socketTimeout: timeoutMs / 2,
        dnsTimeout: timeoutMs / 2,
        disableFileAccess: true,
        disableUrlAccess: true,
      });
      const timeout = AbortSignal.timeout(timeoutMs);
      const signal = AbortSignal.any([timeout, ending]);
      try {
        const info = await transport.sendMail({ ...write(message, from), to: [...to], signal });
        return { isDelivered: true, refusedSome: info.rejected.length > 0 };
      } catch (error) {
        return outcomeOfMailError(error, timeout.aborted);
      } finally {
        transport.close();
      }
    },
  };
}

function write({ id, at, title, text }: AlarmMessage, from: string) {
  return {
    from,
    subject: title,
    text,
    date: at,
    // The same news sent twice is one mail to programs that go by this.
    messageId: `<${id}@${new URL(`smtp://${from.replace(/^.*@|>$/g, '')}`).hostname}>`,
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
  };
}
