import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import type { networkInterfaces } from 'node:os';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createWebhookSender } from '#server/webhooks/create-webhook-sender.ts';
import { NameNotFound } from '#server/webhooks/checked-lookup.ts';
import { type Receiver, startReceiver } from '#server/test/stand-ins/webhook-receiver.ts';

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function receiver(host?: string): Promise<Receiver> {
  const started = await startReceiver(host);
  closers.push(() => started.close());
  return started;
}

const rules = { publicUrl: 'http://localhost:3000', mayReachLoopback: true };
const message = { headers: { 'webhook-id': 'x' }, payload: '{"type":"test"}' };
const sender = (timeoutMs?: number) =>
  createWebhookSender(rules, timeoutMs === undefined ? {} : { timeoutMs });

/** Resolves once a request of this process has got a status and headers, and nothing of a body yet. */
async function nextClientResponse(): Promise<void> {
  const channel = 'http.client.response.finish';
  await new Promise<void>((resolve) => {
    const hear = (): void => {
      unsubscribe(channel, hear);
      resolve();
    };
    subscribe(channel, hear);
  });
}

// 127.0.0.2 stands for a public machine here, 127.0.0.1 for an inner one.
const isAllowedAddress = (address: string): boolean => address === '127.0.0.2';
/** The product on the internet, where names lead to these addresses. */
const leadingTo = (addresses: string[], machine: { listInterfaces?: typeof networkInterfaces } = {}) =>
  createWebhookSender({ ...rules, mayReachLoopback: false }, { resolve: async () => addresses, ...machine });

describe('an attempt', () => {
  it('posts the body as it is, and tells the status', async () => {
    const { url, received, answer } = await receiver();
    answer((response) => response.writeHead(204).end());
    const outcome = await sender().send({ ...message, url });
    expect(outcome).toMatchObject({ status: 204, error: null, retryAfterMs: null });
    expect(received).toMatchObject([{ id: 'x', body: message.payload }]);
  });

  it('follows no redirect, wherever it leads', async () => {
    const [first, second] = [await receiver(), await receiver()];
    first.answer((response) => response.writeHead(307, { location: second.url }).end());
    expect(await sender().send({ ...message, url: first.url })).toMatchObject({ status: 307 });
    first.answer((response) => response.writeHead(302, { location: 'http://169.254.169.254/' }).end());
    expect(await sender().send({ ...message, url: first.url })).toMatchObject({ status: 302 });
    expect(second.received).toEqual([]);
  });

  it('ends in time where nothing is answered', async () => {
    const { url, answer } = await receiver();
    answer(() => undefined);
    const outcome = await sender(200).send({ ...message, url });
    expect(outcome).toMatchObject({ status: null, error: 'timed_out' });
    expect(outcome.durationMs).toBeLessThan(1500);
  });

  it.each([
    [
      'switches to another protocol',
      'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n',
    ],
    ['hangs up', ''],
  ])('ends where the receiver %s', async (_, answer) => {
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => (answer === '' ? socket.end() : socket.write(answer)));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    closers.push(async () => void server.close());
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    expect(await sender(500).send({ ...message, url })).toMatchObject({
      status: null,
      error: 'not_connected',
    });
  });

  it('is given up when the server ends', async () => {
    const { url, received, answer } = await receiver();
    answer(() => undefined);
    const ending = new AbortController();
    const outcome = sender().send({ ...message, url }, ending.signal);
    await expect.poll(() => received).toHaveLength(1);
    ending.abort();
    expect(await outcome).toMatchObject({ status: null });
  });

  it('reads a few KB of a body that has no end', async () => {
    const { url, answer } = await receiver();
    let sent = 0;
    answer((response) => {
      const more = (): void => {
        while (!response.destroyed && response.write('x'.repeat(65_536))) sent += 65_536;
      };
      response.writeHead(200).on('drain', more);
      more();
    });
    const outcome = await sender().send({ ...message, url });
    expect(outcome).toMatchObject({ status: 200, error: null });
    expect(outcome.durationMs).toBeLessThan(900);
    expect(sent).toBeLessThan(16_000_000);
  });

  it('takes the status of who begins a body and then says no more', async () => {
    const { url, answer } = await receiver();
    answer((response) => void response.writeHead(202).write('x'));
    expect(await sender().send({ ...message, url })).toMatchObject({ status: 202, error: null });
  });

  it.each(['the server ends', 'the time is over'])(
    'keeps the status that it has when %s while the body comes',
    async (why) => {
      const { url, answer } = await receiver();
      answer((response) => void response.writeHead(202).write('x'));
      const [time, ending] = [new AbortController(), new AbortController()];
      vi.spyOn(AbortSignal, 'timeout').mockReturnValue(time.signal);
      const statusIsThere = nextClientResponse();
      const outcome = sender().send({ ...message, url }, ending.signal);
      await statusIsThere;
      if (why === 'the server ends') ending.abort();
      else time.abort(new DOMException('Over.', 'TimeoutError'));
      expect(await outcome).toMatchObject({ status: 202, error: null });
    },
  );

  it('refuses headers without an end, and what is no HTTP', async () => {
    const { url, answer } = await receiver();
    answer((response) => response.writeHead(200, { long: 'x'.repeat(20_000) }).end());
    expect(await sender().send({ ...message, url })).toMatchObject({ status: null, error: 'not_connected' });
    answer((response) => response.socket?.end('SSH-2.0-OpenSSH_9\r\n'));
    expect(await sender().send({ ...message, url })).toMatchObject({ status: null, error: 'not_connected' });
  });

  it('understands both forms of Retry-After', async () => {
    const { url, answer } = await receiver();
    const asked = async (value: string) => {
      answer((response) => response.writeHead(503, { 'retry-after': value }).end());
      return (await sender().send({ ...message, url })).retryAfterMs;
    };
    expect(await asked('120')).toBe(120_000);
    expect(await asked('soon')).toBeNull();
    expect(await asked(new Date(Date.now() + 60_000).toUTCString())).toBeGreaterThan(55_000);
    expect(await asked(new Date(0).toUTCString())).toBe(0);
  });
});

describe('a name', () => {
  it('that leads elsewhere a moment later is no way in: it is resolved once, and connected to what was judged', async () => {
    const inner = await receiver('127.0.0.1');
    const port = new URL(inner.url).port;
    const seen: string[] = [];
    const outer = createServer((socket) => {
      socket.once('data', (hello) => {
        seen.push(hello.toString('latin1'));
        socket.destroy();
      });
    });
    outer.listen(Number(port), '127.0.0.2');
    await once(outer, 'listening');
    closers.push(async () => void outer.close());
    const answers = [['127.0.0.2'], ['127.0.0.1'], ['127.0.0.2', '127.0.0.1'], ['127.0.0.2']];
    let asked = 0;
    const rebinding = createWebhookSender(rules, {
      isAllowedAddress,
      resolve: async () => answers[asked++] ?? [],
    });
    const url = `https://hooks.example.com:${port}/`;
    const outcomes: [string | null, number, number][] = [];
    for (const _ of answers) {
      const { error } = await rebinding.send({ ...message, url });
      outcomes.push([error, asked, seen.length]);
    }
    expect(outcomes).toEqual([
      ['not_connected', 1, 1],
      ['refused_address', 2, 1],
      ['refused_address', 3, 1],
      ['not_connected', 4, 2],
    ]);
    expect(inner.received).toEqual([]);
    // The name in TLS is the receiver's, not the address.
    expect(seen[0]).toContain('hooks.example.com');
  });

  it('that leads to a public and an inner address is refused, whichever comes first', async () => {
    const url = 'https://hooks.example.com/';
    for (const addresses of [
      ['10.0.0.1'],
      ['93.184.216.34', '10.0.0.1'],
      ['10.0.0.1', '93.184.216.34'],
      ['2606:4700::1', '::ffff:127.0.0.1'],
      ['169.254.169.254'],
      ['::1'],
      ['not an address'],
    ]) {
      const { error } = await leadingTo(addresses).send({ ...message, url });
      expect([addresses, error]).toEqual([addresses, 'refused_address']);
    }
    expect(await leadingTo([]).send({ ...message, url })).toMatchObject({ error: 'not_found' });
  });

  it('that leads to an address of this machine’s own is refused, public as it may be', async () => {
    const [address, mac] = ['93.184.216.34', '00:00:00:00:00:00'];
    const own = {
      address,
      netmask: '255.255.255.0',
      family: 'IPv4',
      mac,
      internal: false,
      cidr: null,
    } as const;
    const sending = leadingTo([address], { listInterfaces: () => ({ eth0: [own] }) });
    const { error } = await sending.send({ ...message, url: 'https://hooks.example.com/' });
    expect(error).toBe('refused_address');
  });

  it('is refused without harm where this machine does not tell its addresses', async () => {
    const sending = leadingTo(['93.184.216.34'], {
      listInterfaces() {
        throw new Error('no netlink here');
      },
    });
    const outcome = await sending.send({ ...message, url: 'https://hooks.example.com/' });
    expect(outcome).toMatchObject({ status: null, error: 'not_connected' });
  });

  it('that nobody knows is told as that', async () => {
    const unknown = createWebhookSender(rules, {
      resolve: () => Promise.reject(new NameNotFound('none')),
    });
    expect(await unknown.send({ ...message, url: 'https://hooks.example.com/' })).toMatchObject({
      status: null,
      error: 'not_found',
    });
  });
});

describe('a URL that came past the form', () => {
  it.each(['https://10.0.0.1/', 'https://[::ffff:10.0.0.1]/', 'http://hooks.example.com/', 'nonsense'])(
    'is refused before anything is looked up: %s',
    async (url) => {
      const never = createWebhookSender(rules, { resolve: () => Promise.reject(new Error('asked')) });
      expect(await never.send({ ...message, url })).toMatchObject({ status: null, error: 'refused_url' });
    },
  );

  it('is refused on the internet where it is loopback', async () => {
    const { url, received } = await receiver();
    const product = createWebhookSender({ publicUrl: 'https://brava.example.com', mayReachLoopback: false });
    expect(await product.send({ ...message, url })).toMatchObject({ error: 'refused_url' });
    expect(received).toEqual([]);
  });
});
