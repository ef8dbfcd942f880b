import { connect } from 'node:net';

/** After an answer, another one would come within this time. */
const quietMs = 400;
/** Where no answer comes: the proxy waits for more, and so could anybody. */
const silenceMs = 1000;

/** Sends bytes on a connection of its own and returns all that came back, by the end of the connection or a silence. */
export function exchange(
  port: number,
  bytes: Uint8Array,
  { localAddress = '127.0.0.1' } = {},
): Promise<string> {
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect({ port, host: '127.0.0.1', localAddress }, () => void socket.write(bytes));
    const finish = (): void => {
      clearTimeout(timer);
      socket.destroy();
      resolve(answer);
    };
    let timer = setTimeout(finish, silenceMs);
    socket.setEncoding('latin1').on('data', (text: string) => {
      answer += text;
      clearTimeout(timer);
      timer = setTimeout(finish, quietMs);
    });
    socket.once('close', finish);
    // Whoever refuses may cut the connection while we still send.
    socket.on('error', () => {});
  });
}

/** The status codes of the answers in a stream of bytes; interim ones do not count. */
export function statusesIn(answer: string): number[] {
  return [...answer.matchAll(/HTTP\/1\.[01] (\d{3})/g)]
    .map((match) => Number(match[1]))
    .filter((status) => status >= 200);
}
