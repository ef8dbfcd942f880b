import { Client } from 'pg';
import { expect } from 'vitest';
import type { AlertDesk } from '#contract/alerts.ts';
import type { AlertSettings } from '#contract/moderation.ts';
import type { RouteReply } from '#contract/routes.ts';
import { defaultAlertSettings } from '#server/domain/moderation/judge-donation.ts';
import { call, type TestStreamer as Streamer, until } from './test-client.ts';
import { startTestServer, type TestServer } from './test-server.ts';

/** A whole server with a look into its database. */
export interface DeskFixture {
  server: TestServer;
  db: Client;
  /** Creates a donation that nobody has paid. */
  offer(streamer: Streamer, words?: { donatorName?: string; message?: string }): Promise<string>;
  pay(id: string): Promise<void>;
  /** A donation that is paid; its id. */
  donate(streamer: Streamer, words?: { donatorName?: string; message?: string }): Promise<string>;
  desk(token: string): Promise<AlertDesk>;
  /** A row of the streamer's list. */
  listed(streamer: Streamer, id: string): Promise<RouteReply<'myDonations'>['data'][number] | undefined>;
  change(streamer: Streamer, settings: Partial<AlertSettings>): Promise<void>;
  token(streamer: Streamer, scope: 'alerts' | 'moderator', hidesAmounts?: boolean): Promise<string>;
  stop(): Promise<void>;
}

/** Starts a server for tests of the desk. */
export async function openDesk(options: Parameters<typeof startTestServer>[0] = {}): Promise<DeskFixture> {
  const server = await startTestServer(options);
  const { url } = server;
  const db = new Client({ connectionString: server.connectionString });
  await db.connect();
  const fixture: DeskFixture = {
    server,
    db,
    async offer(streamer, words = {}) {
      const body = { linkCode: streamer.donationLink, ...words };
      return (await call(url, 'createDonation', { body })).id;
    },
    async pay(id) {
      await call(url, 'sandboxPay', { body: { donationId: id } });
      await until(async () => {
        const { status } = await call(url, 'donationStatus', { params: { id } });
        expect(status).not.toBe('PENDING');
      });
    },
    async donate(streamer, words) {
      const id = await fixture.offer(streamer, words);
      await fixture.pay(id);
      return id;
    },
    desk: (token) => call(url, 'alertDesk', { token }),
    async listed({ token }, id) {
      const { data } = await call(url, 'myDonations', { token });
      return data.find((donation) => donation.id === id);
    },
    async change({ token }, settings) {
      await call(url, 'changeAlertSettings', { token, body: { ...defaultAlertSettings, ...settings } });
    },
    async token(streamer, scope, hidesAmounts = false) {
      const body = { scope, name: `${scope} of ${streamer.username}`, hidesAmounts };
      return (await call(url, 'createAccessToken', { token: streamer.token, body })).token;
    },
    async stop() {
      await db.end();
      await server.stop();
    },
  };
  return fixture;
}
