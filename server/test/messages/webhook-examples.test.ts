import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { presentTest } from '#server/app/webhooks/present-message.ts';
import { signMessage, webhookSecret } from '#server/app/webhooks/webhook-secret.ts';
import { Secret } from '#server/app/secret.ts';
import { createKeyVault } from '#server/solana/key-vault.ts';
import { nodeExample, pythonExample } from '#web/texts/webhook-examples.ts';
import { freePort } from '#server/test/free-port.ts';
import { until } from '#server/test/test-client.ts';

const vault = await createKeyVault(
  new Secret('legal winner thank year wave sausage worth useful legal winner thank yellow'),
);
const keys = { id: 'hook', generation: 2, replacedAt: new Date() };
const hasPython = spawnSync('python3', ['--version']).status === 0;

const examples = [
  { name: 'Node', file: 'receiver.mjs', command: process.execPath, text: nodeExample },
  { name: 'Python', file: 'receiver.py', command: 'python3', text: pythonExample },
].filter(({ command }) => command !== 'python3' || hasPython);

describe.each(examples)('the program of the guide in $name', ({ file, command, text }) => {
  let folder: string;
  let program: ChildProcess;
  let url: string;
  let port: number;
  let said = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'brava-example-'));
    await writeFile(join(folder, file), text);
    port = await freePort();
    url = `http://127.0.0.1:${port}/`;
    const secret = webhookSecret(vault, keys).reveal();
    program = spawn(command, [join(folder, file)], {
      env: { PORT: String(port), WEBHOOK_SECRET: secret },
    });
    program.stdout?.on('data', (chunk: Buffer) => (said += chunk.toString()));
    await until(() => post({}, '{}'));
  });
  afterAll(async () => {
    program.kill('SIGKILL');
    await rm(folder, { recursive: true });
  });

  const post = async (headers: Record<string, string>, body: string) =>
    (await fetch(url, { method: 'POST', headers, body })).status;

  test('takes what is signed and refuses everything else', async () => {
    const body = presentTest(new Date());
    const sign = (now: Date) => signMessage(vault, { id: 'x', payload: body, keys, now });
    const headers = sign(new Date());
    const [, oldSignature = ''] = String(headers['webhook-signature']).split(' ');
    expect(await post(headers, body)).toBe(204);
    expect(await post(headers, `${body} `)).toBe(401);
    expect(await post({ ...headers, 'webhook-id': 'y' }, body)).toBe(401);
    expect(await post({ ...headers, 'webhook-timestamp': 'soon' }, body)).toBe(401);
    expect(await post({ ...headers, 'webhook-signature': oldSignature }, body)).toBe(401);
    expect(await post({ ...headers, 'webhook-signature': '' }, body)).toBe(401);
    expect(await post(sign(new Date(Date.now() - 400_000)), body)).toBe(401);
    await until(() => expect(said).toMatch(/test Brava 0\.1/));
  });

  /** A stranger who has sent the head of a message and the beginning of its body. */
  const beginMessage = async (length: number): Promise<Socket> => {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    await once(socket, 'connect');
    socket.write(`POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${length}\r\n\r\n{`);
    return socket;
  };

  test('goes on whatever becomes of a message that a stranger has begun', async () => {
    const silent = await beginMessage(100);
    const gone = await beginMessage(100);
    gone.resetAndDestroy();
    const endless = await beginMessage(1_000_000_000);
    const closed = new Promise((done) => endless.resume().once('close', done));
    endless.write(Buffer.alloc(1_000_000));
    await closed;
    expect(await post({}, '{}')).toBe(401);
    expect(program.exitCode).toBeNull();
    silent.destroy();
  });
});
