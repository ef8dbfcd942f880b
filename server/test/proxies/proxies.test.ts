import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { problems } from '#contract/problem.ts';
import { type Brava, startBrava } from '#server/composition/compose.ts';
import { readConfig } from '#server/settings/config.ts';
import { upload, formOf } from '#server/test/clip-fixture.ts';
import { query } from '#server/test/database-address.ts';
import { freePort } from '#server/test/free-port.ts';
import { call, openOverlay, registerStreamer, request, until } from '#server/test/test-client.ts';
import { startTestServer, type TestServer } from '#server/test/test-server.ts';
import { toneWav } from '#server/test/tone-wav.ts';
import { exchange } from './raw-exchange.ts';
import { hasProxy, type ProxyName, type RunningProxy, startProxy } from './start-proxy.ts';

const megabyte = 1024 * 1024;

describe.each<ProxyName>(['caddy', 'nginx'])('behind %s', (name) => {
  let first: TestServer | undefined;
  let second: Brava | undefined;
  let proxy: RunningProxy | undefined;
  const url = (): string => proxy?.url ?? '';

  beforeAll(async () => {
    if (!hasProxy(name)) return;
    const port = await freePort();
    const environment = { TRUST_PROXY: '127.0.0.1', PUBLIC_URL: `http://127.0.0.1:${port}` };
    first = await startTestServer({ environment });
    const upstreams = [Number(new URL(first.url).port), await freePort()];
    const config = readConfig({
      ...environment,
      PORT: String(upstreams[1]),
      SEED_FILE: first.seedFile,
      DATA_DIR: `${first.dataDir}-2`,
      DATABASE_URL: first.connectionString,
      LOG_LEVEL: 'error',
    });
    second = await startBrava(config, first.around(), first.logger);
    proxy = await startProxy(name, port, upstreams);
  });
  afterAll(async () => {
    await proxy?.stop();
    await second?.stop();
    await first?.stop();
  });
  test.skipIf(!hasProxy(name))('pages, calls and the words of refusals come through', async () => {
    const page = await fetch(`${url()}/guide`);
    expect([page.headers.get('content-security-policy'), page.headers.get('x-content-type-options')]).toEqual(
      [expect.stringContaining("default-src 'none'"), 'nosniff'],
    );
    expect(page.headers.get('server') ?? '').not.toMatch(/\d/);
    expect(await request(url(), 'config')).toMatchObject({ status: 200, body: { network: 'devnet' } });
    expect(await request(url(), 'usersMe')).toMatchObject({ status: 401, body: { code: 'unauthorized' } });
  });

  test.skipIf(!hasProxy(name))(
    'a donation is paid and shown on an overlay whose socket begins as plain requests',
    async () => {
      const streamer = await registerStreamer(url());
      const overlay = await openOverlay(url(), streamer.widgetCode, false, ['polling', 'websocket']);
      await until(() => expect(overlay.socket.io.engine.transport.name).toBe('websocket'));
      const { id } = await call(url(), 'createDonation', { body: { linkCode: streamer.donationLink } });
      await call(url(), 'sandboxPay', { body: { donationId: id } });
      await until(() => expect(overlay.heard('show_donation')).toMatchObject([{ id }]));
    },
  );

  test.skipIf(!hasProxy(name))('only the public address may open a socket from a page', async () => {
    const handshake = (origin: string) =>
      fetch(`${url()}/socket.io/?EIO=4&transport=polling`, { headers: { origin } }).then(
        ({ status }) => status,
      );
    expect([await handshake(url()), await handshake('https://elsewhere.example')]).toEqual([200, 403]);
  });

  test.skipIf(!hasProxy(name))(
    'a donor counts by their own address, whatever they say that it is',
    async () => {
      const streamer = await registerStreamer(url());
      const donateFrom = async (localAddress: string, forged = ''): Promise<unknown> => {
        const body = JSON.stringify({ linkCode: streamer.donationLink });
        const head = `POST /api/donations HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${forged}`;
        const bytes = Buffer.from(
          `${head}Content-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
        );
        const answer = await exchange(proxy?.port ?? 0, bytes, { localAddress });
        const [, id] = /"id":"([^"]+)"/.exec(answer) ?? [];
        const [row] = await query(
          first?.connectionString ?? '',
          `select creator from donations where id = '${id}'`,
        );
        return row?.['creator'];
      };
      const honest = await donateFrom('127.0.0.2');
      expect(honest).toEqual(expect.any(String));
      expect(await donateFrom('127.0.0.3')).not.toBe(honest);
      for (const header of ['X-Forwarded-For', 'X-Real-IP', 'Forwarded', 'X_Forwarded_For']) {
        const forged = `${header}: ${header === 'Forwarded' ? 'for=' : ''}127.0.0.3\r\n`;
        expect(await donateFrom('127.0.0.2', forged)).toBe(honest);
        expect(await donateFrom('127.0.0.2', `${forged}Connection: ${header}\r\n`)).toBe(honest);
      }
    },
  );

  test.skipIf(!hasProxy(name))('a forged host or protocol is not believed', async () => {
    const headers = { 'x-forwarded-host': 'elsewhere.example', 'x-forwarded-proto': 'https' };
    const page = await fetch(`${url()}/`, { headers });
    expect(page.headers.get('content-security-policy')).not.toContain('elsewhere');
    expect(await page.text()).not.toContain('elsewhere');
  });

  test.skipIf(!hasProxy(name))('a clip of 5 MB passes, one of 7 MB is refused in words', async () => {
    const fits = toneWav((5 * megabyte - 2000) / 8000);
    expect(fits.length).toBeGreaterThan(4.9 * megabyte);
    // It has arrived in whole when its length is known; it plays too long.
    expect(await upload(url(), formOf(fits))).toMatchObject({
      status: 400,
      body: { code: 'audio_too_long' },
    });
    expect(await upload(url(), formOf(Buffer.alloc(7 * megabyte)))).toEqual({
      status: 413,
      body: { code: 'audio_too_large', message: problems.audio_too_large[1] },
    });
  });

  test.skipIf(!hasProxy(name))('a visitor who breaks off requests takes the server from nobody', async () => {
    for (let count = 0; count < 20; count += 1) {
      const socket = connect(proxy?.port ?? 0, '127.0.0.1');
      socket.on('error', () => {});
      const broken =
        'POST /api/donations HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nabzzzzzz\r\n';
      socket.write(count % 2 === 0 ? broken : broken.slice(0, -9), () => socket.destroy());
      await new Promise((resolve) => socket.once('close', resolve));
    }
    for (let count = 0; count < 10; count += 1) expect((await request(url(), 'config')).status).toBe(200);
  });
});
