import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

/** A mail as it was handed in. */
interface Mail {
  from: string;
  to: string[];
  /** Headers and text, with the encoding of long lines undone. */
  content: string;
}

/** A mail server on a loopback address. */
export interface MailReceiver {
  port: number;
  mails: Mail[];
  /** What was tried as user and password. */
  logins: string[];
  close(): Promise<void>;
}

/**
 * Starts a mail server without TLS that takes every mail, from who signs in as `login` where that is given, but for
 * receivers whose name begins with `nobody`.
 */
export async function startMailServer(login: string | null = null): Promise<MailReceiver> {
  const mails: Mail[] = [];
  const logins: string[] = [];
  const server = new SMTPServer({
    logger: false,
    disabledCommands: login === null ? ['STARTTLS', 'AUTH'] : ['STARTTLS'],
    authOptional: login === null,
    allowInsecureAuth: true,
    onAuth({ username, password }, _, done) {
      logins.push(`${username}:${password}`);
      if (`${username}:${password}` === login) done(null, { user: username });
      else done(new Error('5.7.8 No, not with that password'));
    },
    onRcptTo({ address }, _, done) {
      done(address.startsWith('nobody') ? new Error('No such mailbox') : null);
    },
    onData(stream, { envelope }, done) {
      void text(stream).then((content) => {
        const to = envelope.rcptTo.map(({ address }) => address);
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
        mails.push({ from, to, content: readable(content) });
        done();
      });
    },
  });
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  return {
    port: (listening.address() as AddressInfo).port,
    mails,
    logins,
    close: () => new Promise((done) => server.close(() => done())),
  };
}

function readable(content: string): string {
  const [head = '', ...body] = content.split('\r\n\r\n');
  const plain = body
    .join('\n\n')
    .replace(/=\r\n/g, '')
    .replace(/(?:=[\dA-F]{2})+/g, (run) => Buffer.from(run.replaceAll('=', ''), 'hex').toString('utf8'));
  return `${head.replace(/\r\n[ \t]+/g, ' ')}\n\n${plain.replaceAll('\r\n', '\n')}`;
}
