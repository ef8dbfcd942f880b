import { openByteClient } from './byte-client.ts';

/** A crowd that is told to sign in: so many people, each over a connection of their own. */
export interface LoginOrder {
  port: number;
  usernames: readonly string[];
  password: string;
  /** Each from a network address of their own, told by X-Forwarded-For. */
  isPublic: boolean;
}

/** How many were signed in, how many were told to wait, and when the last of them had an answer. */
export interface SignIns {
  in: number;
  busy: number;
  tookMs: number;
}

/** Has all of them sign in at the same moment. Throws on any answer but 'signed in' and 'wait'. */
async function signInAtOnce({ port, usernames, password, isPublic }: LoginOrder): Promise<SignIns> {
  const requests = usernames.map((username, index) => {
    const body = JSON.stringify({ username, password });
    const address = `198.51.${Math.floor(index / 250)}.${1 + (index % 250)}`;
    const from = isPublic ? `x-forwarded-for: ${address}\r\n` : '';
    return (
      `POST /api/auth/login HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\ncontent-type: application/json\r\n${from}` +
      `content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
    );
  });
  const signIns: SignIns = { in: 0, busy: 0, tookMs: 0 };
  const startedAt = performance.now();
  const signIn = async (request: string): Promise<void> => {
    const client = await openByteClient(port);
    const answer = await client.ask(request);
    client.close();
    if (answer.startsWith('HTTP/1.1 200 ')) signIns.in += 1;
    else if (/^HTTP\/1\.1 (?:429|503) /.test(answer)) signIns.busy += 1;
    else throw new Error(`A login was answered otherwise: ${answer}`);
  };
  await Promise.all(requests.map(signIn));
  return { ...signIns, tookMs: performance.now() - startedAt };
}

process.on('message', (order: LoginOrder) => {
  void signInAtOnce(order).then(
    (result) => process.send?.(result),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
